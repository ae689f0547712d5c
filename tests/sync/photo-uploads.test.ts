import 'fake-indexeddb/auto'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putPhoto } from '#contract/problems.ts'
import { call } from '#offline/api-client.ts'
import { enqueue } from '#offline/outbox.ts'
import { sendPhotos, storePhoto } from '#offline/photos.ts'
import { clearSession, saveSession } from '#offline/session.ts'
import { photosOverHttp } from '#offline/sync-over-http.ts'
import { aJpeg } from '../support/a-jpeg.ts'
import { cutLine } from '../support/cut-line.ts'
import { aMachine, assign, type StandingMachine } from '../support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'
import { aDevice } from './simulation/a-device.ts'
import { rowsOn } from './simulation/memory-store.ts'

let world: TwoCompanies
let machine: StandingMachine
beforeAll(async () => {
  world = await twoCompanies({ now: Date.now })
  machine = await aMachine(world.ctx, world.company)
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  // The next files of this process have the same IndexedDB.
  await clearSession()
  await world.close()
})

const SIZE = 200_000
const PHOTO = aJpeg(SIZE, randomBytes(SIZE))
/** Where the line breaks: at 90 % of the photo in base64. */
const CUT = Math.floor(((SIZE * 4) / 3) * 0.9)

async function aLine() {
  const line = await cutLine((world.app.server.address() as AddressInfo).port, CUT)
  const accessToken = world.serviceman.signIn.authorization.replace('Bearer ', '')
  await saveSession({ accessToken, expiresAt: Date.now() + 3_600_000, account: null, api: `http://127.0.0.1:${line.port}/api` })
  return line
}
const stored = async (id: string) => (await world.manager.call('GET', `/machines/${machine.id}/photos/${id}`)).rawPayload

/** Bytes on the line until a photo of 200 kB is stored, if the line breaks once at 90 %. */
async function inOneRequest(): Promise<number> {
  const line = await aLine()
  const id = crypto.randomUUID()
  const send = () => call(putPhoto, { params: { id: String(machine.id), photoId: id }, body: { content: PHOTO.toString('base64') } })
  expect((await send()).state).toBe('unreachable')
  expect((await send()).state).toBe('answered')
  expect(await stored(id)).toEqual(PHOTO)
  await line.close()
  return line.sent()
}

async function inParts(): Promise<number> {
  const line = await aLine()
  const { disk, device } = aDevice()
  const taken = await storePhoto(device, machine.id, { content: PHOTO.toString('base64'), size: SIZE })
  const id = 'kept' in taken ? taken.kept : ''
  await enqueue(device, { call: 'reportProblem', machineId: machine.id, body: { photos: [id] } }, undefined, [id])
  expect((await sendPhotos(device, photosOverHttp)).state).toBe('unreachable')
  expect(line.isCut()).toBe(true)
  expect(rowsOn(disk, 'photos')[0]).toMatchObject({ state: 'queued' })
  expect((await sendPhotos(device, photosOverHttp)).state).toBe('reachable')
  expect(rowsOn(disk, 'photos')[0]).toMatchObject({ state: 'sent' })
  expect(await stored(id)).toEqual(PHOTO)
  await line.close()
  return line.sent()
}

test('a line that breaks at 90 % of a photo costs one part', async () => {
  const [before, after] = [await inOneRequest(), await inParts()]
  console.log(`a photo of ${SIZE} bytes over a line that breaks at 90 %: ${before} bytes in one request, ${after} bytes in parts`)
  const content = (SIZE * 4) / 3
  expect(before).toBeGreaterThan(1.9 * content)
  expect(after).toBeLessThan(1.5 * content)
})

test('a photo with a field unknown to the server waits, and others are sent', async () => {
  const line = await aLine()
  const { disk, device: other } = aDevice()
  // Devices of tests have the same ids.
  const device = { ...other, newId: () => crypto.randomUUID() }
  const small = { content: PHOTO.subarray(0, 300).toString('base64'), size: 300 }
  const visit = { id: crypto.randomUUID(), phase: 'BEFORE' as const }
  const fromLaterApp = { ...visit, lens: 'WIDE' }
  await storePhoto(device, machine.id, small, fromLaterApp)
  await storePhoto(device, machine.id, { ...small, content: PHOTO.subarray(0, 303).toString('base64'), size: 303 }, visit)
  const states = () => rowsOn(disk, 'photos').map(({ state, refusal, size }) => ({ state, refusal, size }))
  expect(await sendPhotos(device, photosOverHttp)).toEqual({ state: 'reachable', retryAfterMs: null })
  expect(states()).toEqual(
    expect.arrayContaining([
      { state: 'queued', refusal: null, size: 300 },
      { state: 'sent', refusal: null, size: 303 },
    ]),
  )
  await sendPhotos(device, (part) => photosOverHttp({ ...part, visit }))
  expect(states().map(({ state }) => state)).toEqual(['sent', 'sent'])
  await line.close()
})
