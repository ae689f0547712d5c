import { createServer, type Server } from 'node:net'
import { Aedes } from 'aedes'
import { sql } from 'drizzle-orm'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { listenToBroker } from './mqtt.ts'

const clock = aClock()
let world: TwoCompanies
let broker: Aedes
let server: Server
let url: string
let leave: () => Promise<void>
let publisher: MqttClient
let machine: StandingMachine
let device: StandingDevice

/** Messages per second and device. */
const MOST = 5

const ctx = () => ({ ...world.ctx, log: world.app.log })

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const product = await aProduct(world.ctx, world.company)
  machine = await aMachine(world.ctx, world.company, { slots: [{ number: '11', product, max: 10, quantity: 10 }] })
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  broker = await Aedes.createBroker()
  server = createServer(broker.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `mqtt://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
  publisher = await connectAsync(url)
  await publisher.subscribeAsync('devices/+/answers')
  const listening = new Promise<void>((resolve) => broker.once('subscribe', () => resolve()))
  leave = listenToBroker(ctx(), url, MOST)
  await listening
})
afterAll(async () => {
  await leave()
  await publisher.endAsync(true)
  await new Promise<void>((resolve) => broker.close(() => resolve()))
  server.close()
  await world.close()
})

const keyOf = ({ signIn }: StandingDevice) => signIn.authorization.replace('Bearer ', '')
const vend = (id: string) => ({ id, type: 'VEND', at: toIso(world.ctx.now()), selection: '11', price: 1.5, method: 'CASH' })

/** Returns the response to a message, or to another payload sent in its place. */
async function publish(payload: unknown, imei = device.imei) {
  const answer = new Promise<{ topic: string; response: Record<string, unknown> }>((resolve) =>
    publisher.once('message', (topic, response) => resolve({ topic, response: JSON.parse(response.toString()) })),
  )
  await publisher.publishAsync(`devices/${imei}/events`, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
  return answer
}
const sales = async () =>
  (await rowsOf<{ count: number }>(world.ctx.database.owner, sql`select count(*)::int as count from transactions`))[0]?.count

test('MQTT message has the effect of an HTTP message, once', async () => {
  const message = { key: keyOf(device), events: [vend('1'), { ...vend('2'), price: -1 }] }
  const { topic, response } = await publish(message)
  expect(topic).toBe(`devices/${device.imei}/answers`)
  expect(response).toMatchObject({ data: { accepted: 1, duplicates: 0, refused: [{ index: 1, code: 'INVALID' }] } })
  expect((await publish(message)).response).toMatchObject({ data: { accepted: 0, duplicates: 1 } })
  expect(await sales()).toBe(1)
})

test("messages with a missing key, another device's topic or invalid payload are rejected", async () => {
  const other = await aDevice(world.ctx, world.company)
  const events = [vend('3')]
  const codes = [
    await publish({ events }),
    await publish({ key: 'x'.repeat(43), events }),
    await publish({ key: keyOf(other), events }),
    await publish({ key: keyOf(device), events }, '999999999999999'),
    await publish('no JSON'),
    await publish({ key: keyOf(device), events: Array(1_001).fill(vend('4')) }),
  ].map(({ response }) => response.code)
  expect(codes).toEqual(['INVALID', 'UNAUTHORIZED', 'UNAUTHORIZED', 'NOT_FOUND', 'INVALID', 'INVALID'])
  expect(await sales()).toBe(1)
})

test('rate limit applies per device; refused events are accepted a second later', async () => {
  clock.pass(1_000)
  const quiet = await aDevice(world.ctx, world.company, { machine: machine.id })
  const empty = (of: StandingDevice) => publish({ key: keyOf(of), events: [] }, of.imei)
  const codes: unknown[] = []
  for (let count = 0; count < MOST + 2; count++) codes.push((await empty(device)).response.code)
  expect(codes).toEqual([...Array(MOST).fill(undefined), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  expect((await empty(quiet)).response).toHaveProperty('data')
  clock.pass(1_000)
  expect((await empty(device)).response).toHaveProperty('data')
})

test('broker keeps messages while the server is offline', async () => {
  await leave()
  await publisher.publishAsync(`devices/${device.imei}/events`, JSON.stringify({ key: keyOf(device), events: [vend('5')] }), { qos: 1 })
  const answer = new Promise<string>((resolve) => publisher.once('message', (_topic, response) => resolve(response.toString())))
  leave = listenToBroker(ctx(), url, MOST)
  expect(JSON.parse(await answer)).toMatchObject({ data: { accepted: 1 } })
  expect(await sales()).toBe(2)
})
