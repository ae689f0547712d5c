import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StockMovement } from '#contract/movements.ts'
import { fold, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import { fromIso, HOUR, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { toMilli } from '#domain/units.ts'
import { aDevice, aMachine, aProduct, assign, inWarehouse, type StandingMachine, unassign } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type Caller, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies
let cola: number
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  cola = await aProduct(world.ctx, world.company)
})
afterAll(() => world.close())

const aSlot = async () => {
  const machine = await aMachine(world.ctx, world.company, { slots: [{ number: '11', product: cola, max: 10, price: 150 }] })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  return machine
}
const pointIn = (machine: StandingMachine) => machine.slot('11').point
const historyOf = async (point: number, query = '', call: Caller = world.manager.call): Promise<StockMovement[]> => {
  const answer = await call('GET', `/stock-points/${point}/movements?size=100${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const quantityIn = async (machine: StandingMachine): Promise<number> =>
  (await world.manager.call('GET', `/machines/${machine.id}/inventory?groupBy=slot`)).json().data[0].currentQuantity

type Sent = { by?: Caller; when?: Moment; key?: string }
const post = async (
  machine: StandingMachine,
  path: string,
  body: unknown,
  { by = world.manager.call, when, key = randomUUID() }: Sent = {},
) => {
  const headers = { 'idempotency-key': key, 'occurred-at': toIso(when ?? clock.now()) }
  const answer = await by('POST', `/machines/${machine.id}${path}`, body, headers)
  expect(answer.statusCode, answer.body).toBe(200)
}
const restock = (machine: StandingMachine, quantity: number, sent?: Sent) =>
  post(machine, '/slots/restock', [{ productInstallationId: pointIn(machine), quantity }], sent)
const count = (machine: StandingMachine, quantity: number, sent?: Sent, note = '') =>
  post(machine, '/inventory', { type: 'ADJUST', note, stocks: [{ productInstallationId: pointIn(machine), quantity }] }, sent)
const undo = (machine: StandingMachine, operationId: string, sent?: Sent) => post(machine, '/voids', { operationId }, sent)

describe('movement history', () => {
  test('shows user, action, time and the balance after it', async () => {
    const machine = await aSlot()
    const device = await aDevice(world.ctx, world.company, { machine: machine.id })
    const [counted, restocked] = [clock.now(), clock.now() + MINUTE]
    await count(machine, 4, { by: world.serviceman.call }, 'after lunch')
    clock.pass(MINUTE)
    await restock(machine, 3)
    clock.pass(MINUTE)
    const event = { id: '1', type: 'VEND', at: toIso(clock.now()), selection: '11', price: 1.5, method: 'CASH' }
    await world.app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/events`, headers: device.signIn, payload: [event] })
    const [sale, refill, first] = await historyOf(pointIn(machine))
    expect(sale).toMatchObject({ kind: 'delta', cause: 'SALE', quantity: -1, balance: 6, user: null, undoableAt: null })
    expect(refill).toMatchObject({ cause: 'RESTOCK', quantity: 3, balance: 7, at: toIso(restocked), user: { id: world.manager.id } })
    expect(first).toMatchObject({ kind: 'count', cause: 'ADJUST', quantity: 4, balance: 4, at: toIso(counted), note: 'after lunch' })
    expect(first?.user).toEqual({ id: world.serviceman.id, name: 'Ada Nowak' })
  })

  test('shows undone movements without effect, and late ones at their own time', async () => {
    const machine = await aSlot()
    const [key, late] = [randomUUID(), clock.now() - HOUR]
    await restock(machine, 5, { key })
    clock.pass(SECOND)
    await restock(machine, 2)
    await undo(machine, key)
    await restock(machine, 1, { when: late })
    const history = await historyOf(pointIn(machine))
    expect(history.map(({ quantity, balance, undone }) => [quantity, balance, undone])).toEqual([
      [2, 3, false],
      [5, 1, true],
      [1, 1, false],
    ])
    expect(history.at(-1)).toMatchObject({ at: toIso(late), received: toIso(clock.now()) })
  })

  test('undone restock is not the last refill', async () => {
    const machine = await aSlot()
    const lastRefill = async () => (await world.manager.call('GET', `/machines/${machine.id}`)).json().data.lastRefill
    const [first, key] = [clock.now(), randomUUID()]
    await restock(machine, 2)
    clock.pass(5 * MINUTE)
    await restock(machine, 3, { key })
    expect(await lastRefill()).toBe(toIso(clock.now()))
    await undo(machine, key)
    expect(await lastRefill()).toBe(toIso(first))
    const other = await aSlot()
    const only = randomUUID()
    await restock(other, 2, { key: only })
    await undo(other, only)
    expect((await world.manager.call('GET', `/machines/${other.id}`)).json().data.lastRefill).toBe(null)
  })

  test('is paginated, each line with its balance', async () => {
    const machine = await aSlot()
    for (let index = 0; index < 5; index++) {
      clock.pass(SECOND)
      await restock(machine, 1)
    }
    const answer = await world.manager.call('GET', `/stock-points/${pointIn(machine)}/movements?size=2&page=1`)
    expect(answer.json()).toMatchObject({ data: [{ balance: 3 }, { balance: 2 }], pageDetails: { totalElements: 5, hasNext: true } })
  })

  test('undo is for authors and managers, and not for undone movements', async () => {
    const machine = await aSlot()
    const [own, other] = [randomUUID(), randomUUID()]
    await restock(machine, 1, { key: own, by: world.serviceman.call })
    clock.pass(SECOND)
    await restock(machine, 1, { key: other })
    const undoable = async (call: Caller) => (await historyOf(pointIn(machine), '', call)).map(({ undoableAt }) => undoableAt)
    expect(await undoable(world.manager.call)).toEqual([machine.id, machine.id])
    expect(await undoable(world.serviceman.call)).toEqual([null, machine.id])
    await undo(machine, own, { by: world.serviceman.call })
    expect(await undoable(world.serviceman.call)).toEqual([null, null])
  })

  test("is visible to the machine's users; warehouse history to managers", async () => {
    const machine = await aSlot()
    const warehouse = await inWarehouse(world.ctx, world.company, cola, 40)
    expect((await historyOf(warehouse))[0]).toMatchObject({ balance: 40, undoableAt: null })
    const statusFor = async (call: Caller, point: number) => (await call('GET', `/stock-points/${point}/movements`)).statusCode
    expect(await statusFor(world.serviceman.call, warehouse)).toBe(404)
    expect(await statusFor(world.serviceman.call, pointIn(machine))).toBe(200)
    await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
    expect(await statusFor(world.serviceman.call, pointIn(machine))).toBe(404)
    expect(await statusFor(world.rival.call, pointIn(machine))).toBe(404)
    expect(await statusFor(world.rival.call, warehouse)).toBe(404)
    expect(await statusFor(world.anonymous, warehouse)).toBe(401)
    expect(await statusFor(world.manager.call, 999_999_999)).toBe(404)
  })

  test('balances equal the sum of all earlier lines in any order', async () => {
    const operation = fc.record({
      kind: fc.constantFrom('restock', 'count'),
      quantity: fc.integer({ min: 0, max: 9 }),
      age: fc.integer({ min: 0, max: 50 }),
      undone: fc.constantFrom(false, false, true),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 8 }), async (operations) => {
        const machine = await aSlot()
        const since = clock.now()
        clock.pass(6 * SECOND)
        for (const { kind, quantity, age, undone } of operations) {
          const key = randomUUID()
          await (kind === 'restock' ? restock : count)(machine, quantity, { key, when: since + age * 100 })
          if (undone) await undo(machine, key)
        }
        const history = await historyOf(pointIn(machine))
        const ledger = history.map(
          (line): Movement => ({
            point: 1,
            at: fromIso(line.at),
            operation: line.operationId,
            line: line.line,
            kind: line.kind,
            quantity: toMilli(line.quantity),
          }),
        )
        const notUndone = (from: number) => ledger.slice(from).filter((_line, index) => !history[from + index]?.undone)
        for (const [index, { balance }] of history.entries()) expect(toMilli(balance)).toBe(fold(UNCOUNTED, notUndone(index)).quantity)
        expect(history[0]?.balance).toBe(await quantityIn(machine))
        expect(history).toHaveLength(operations.length)
      }),
      { numRuns: 25 },
    )
  })
})
