import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAudits } from '#domain/dex/reading.ts'
import type { OperationId } from '#domain/ids.ts'
import { HOUR, toIso } from '#domain/time.ts'
import { type Believable, sell, write } from '../../../tests/dex/believable.ts'
import { aMachine, assign, setInService } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { conflictReasons } from './audit-conflicts.ts'
import type { ReadOutContext } from './message-source.ts'

const clock = aClock()
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

let serials = 0
let [own, other]: Believable[] = []
/** Two machines of the same model without read-outs. */
beforeEach(() => {
  own = withSerial(`S-${++serials}`, 400)
  other = withSerial(`S-${++serials}`, 300)
})

const nothing = () => ({ count: 0, value: 0 })
const withSerial = (serial: string, count: number): Believable => ({
  serial,
  board: '',
  currency: { numeric: '1978', decimals: 2 },
  selections: ['1', '2'].map((number) => ({
    number,
    name: 'COLA',
    price: 150,
    paid: { CA: { count, value: count * 150 }, DA: nothing(), DB: nothing(), TA: nothing() },
    free: 0,
    test: 0,
  })),
  cash: { box: 0, tubes: 0, bills: 0, recycled: 0, overpaid: 0, dispensed: 0 },
})

const after = (machine: Believable | undefined, count: number) => {
  if (!machine) throw new Error('no machine')
  return sell(machine, [{ selection: 0, means: 'CA', count, price: 150, free: 0, test: 0 }])
}
const keyed = () => ({ 'idempotency-key': randomUUID() })
const newMachine = () => aMachine(world.ctx, world.company, { slots: [] })
let hours = 0
const bring = async (machine: { id: number }, read: Believable | undefined, { confirm = false, call = world.manager.call } = {}) => {
  if (!read) throw new Error('no machine')
  const readAt = toIso(clock.now() - 900 * HOUR + ++hours * HOUR)
  return (await call('POST', `/machines/${machine.id}/audits`, { file: write(read), readAt, confirm }, keyed())).json().data
}
const bookedOf = async ({ id }: { id: number }) =>
  (
    await rowsOf<{ count: number }>(world.ctx.database.owner, sql`select count(*)::int as count from transactions where machine_id = ${id}`)
  )[0]?.count

test("first read-out with another machine's serial number is held, naming that machine", async () => {
  const { ctx, company, serviceman } = world
  const [one, two] = [await newMachine(), await newMachine()]
  await assign(ctx, company, two.id, serviceman.id)
  await bring(one, own)
  const now = own?.serial
  const reasons = [{ code: 'AUDIT_KNOWN_ELSEWHERE', before: null, now }]
  expect(await bring(two, own, { call: serviceman.call })).toMatchObject({ kind: 'held', reasons })
  const listed = async (call = world.manager.call) => (await call('GET', `/machines/${two.id}/audits`)).json().data[0].reasons
  const [known] = await rowsOf<{ name: string }>(ctx.database.owner, sql`select name from machines where id = ${one.id}`)
  expect([await listed(serviceman.call), await listed()]).toEqual([reasons, [{ ...reasons[0], before: known?.name }]])
  // The machine was moved: a manager confirms it once.
  expect(await bring(two, after(own, 3), { confirm: true })).toMatchObject({ kind: 'first' })
  expect(await bring(two, after(own, 5))).toMatchObject({ kind: 'since', pieces: 2 })
})

test('only read-out with its serial number is not known elsewhere, even once booked', async () => {
  const { ctx, company } = world
  const machine = await newMachine()
  const { operationId } = await bring(machine, own)
  const [reading] = readAudits(write(after(own, 0))).readings
  if (!reading) throw new Error('no reading')
  const reasonsOf = ({ id }: { id: number }, operation: string) =>
    ctx.database.withTenant(company, (db) =>
      conflictReasons(db, { company, machine: id } as ReadOutContext, { id: operation as OperationId, reading }),
    )
  expect(await reasonsOf(machine, operationId)).toEqual([])
  expect(await reasonsOf(await newMachine(), randomUUID())).toMatchObject([{ code: 'AUDIT_KNOWN_ELSEWHERE' }])
})

test('confirmed first read-out is not doubted because of a held one', async () => {
  const [one, two] = [await newMachine(), await newMachine()]
  await bring(one, own)
  expect(await bring(two, own, { confirm: true })).toMatchObject({ kind: 'first' })
  expect(await bring(two, other)).toMatchObject({ kind: 'held' })
  expect(await bring(two, after(own, 2))).toMatchObject({ kind: 'since', pieces: 2, reasons: [] })
})

test('retired or re-identified machine does not keep its old serial number', async () => {
  const { ctx, company } = world
  const [one, two] = [await newMachine(), await newMachine()]
  await bring(one, own)
  await setInService(ctx, company, false, [one.id])
  expect(await bring(two, own)).toMatchObject({ kind: 'first', reasons: [] })
  await bring(two, other, { confirm: true })
  expect(await bring(await newMachine(), own)).toMatchObject({ kind: 'first', reasons: [] })
})

test('files with a serial number shared by two machines are not assigned', async () => {
  const [one, two] = [await newMachine(), await newMachine()]
  const found = async () =>
    (await world.manager.call('POST', '/audits/preview', { audits: [{ file: write(after(own, 9)) }] })).json().data[0].machine?.id ?? null
  await bring(one, own)
  expect(await found()).toBe(one.id)
  await bring(two, after(own, 1), { confirm: true })
  expect(await found()).toBeNull()
  await bring(one, other, { confirm: true })
  expect(await found()).toBe(two.id)
})

test('wrong first file blocks the other machine; undo books all its own files', async () => {
  const machine = await newMachine()
  const wrong = await bring(machine, other)
  expect(wrong).toMatchObject({ kind: 'first' })
  expect(await bring(machine, own)).toMatchObject({ kind: 'held', reasons: [{ code: 'AUDIT_OTHER_MACHINE' }] })
  expect(await bring(machine, after(other, 7))).toMatchObject({
    kind: 'held',
    reasons: [{ code: 'AUDIT_OTHER_MACHINE', before: own?.serial, now: other?.serial }],
  })
  expect(await bring(machine, after(own, 4))).toMatchObject({ kind: 'held' })
  expect(await bookedOf(machine)).toBe(0)
  for (const one of (await world.manager.call('GET', `/machines/${machine.id}/audits`)).json().data)
    if (one.serial === other?.serial) await world.manager.call('POST', `/machines/${machine.id}/audits/${one.id}/undo`, undefined, keyed())
  expect(await bookedOf(machine)).toBe(4)
})

test('undone file of another machine holds none of the valid ones', async () => {
  const [machine, neighbour] = [await newMachine(), await newMachine()]
  await bring(neighbour, other)
  await bring(machine, own)
  // The owner of the file is known.
  expect(await bring(machine, after(other, 2))).toMatchObject({ kind: 'held' })
  expect(await bring(machine, after(own, 3))).toMatchObject({ kind: 'since', pieces: 3, reasons: [] })

  const [young, stranger] = [await newMachine(), withSerial(`S-${++serials}`, 20)]
  const mine = withSerial(`S-${++serials}`, 50)
  await bring(young, mine)
  const held = await bring(young, stranger)
  expect(await bring(young, after(mine, 6))).toMatchObject({ kind: 'held' })
  await world.manager.call('POST', `/machines/${young.id}/audits/${held.operationId}/undo`, undefined, keyed())
  expect(await bookedOf(young)).toBe(6)
  expect(await bring(young, after(mine, 8))).toMatchObject({ kind: 'since', pieces: 2 })
})
