import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import type { CashWithdraw } from '#contract/cash.ts'
import type { CashDifferences, CollectionFigures, CountedBag, UncountedBag } from '#contract/collections.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, assign, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
let serviceman: Caller
let rival: Caller
let cola: number
let machine: StandingMachine
let device: StandingDevice

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  cola = await aProduct(world.ctx, world.company)
})
afterAll(() => world.close())

/** A machine with a device, assigned to the serviceman. */
async function aNewMachine() {
  machine = await aMachine(world.ctx, world.company, { name: 'Foyer', slots: [{ number: '11', product: cola, max: 10, quantity: 9 }] })
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
}

beforeEach(async () => {
  clock.pass(70 * DAY)
  // The test clock moves by days, so earlier tokens have expired.
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
  rival = callerWith(world.app, await signedIn(world.app, 'rival'))
  await aNewMachine()
})

const ago = (time: number): Moment => clock.now() - time

async function sell(at: Moment, price: number) {
  const payload = [{ id: randomUUID(), at: toIso(at), type: 'VEND', selection: '11', price, method: 'CASH' }]
  const answer = await world.app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/events`, headers: device.signIn, payload })
  expect(answer.json().data).toMatchObject({ accepted: 1 })
}

const sent = (at: Moment, key: string) => ({ 'occurred-at': toIso(at), 'idempotency-key': key })
const collect = (at: Moment, body?: unknown, { key = randomUUID() as string, by = serviceman } = {}) =>
  by('POST', `/machines/${machine.id}/cash-withdraws`, body, sent(at, key))
const count = (at: Moment, body: unknown, { key = randomUUID() as string, by = manager } = {}) =>
  by('POST', '/bag-counts', body, sent(at, key))
const undo = (operationId: string) =>
  serviceman('POST', `/machines/${machine.id}/voids`, { operationId }, { 'idempotency-key': randomUUID() })
const meters = (at: Moment, cashBox: number, bills: number) => ({ reading: { cashBox, bills, at: toIso(at), source: 'TYPED' } })

const list = async (): Promise<CashWithdraw[]> =>
  (await manager('GET', `/cash-withdraws?machine=${machine.id}&startDate=${toIso(ago(60 * DAY))}`)).json().data
const figuresOf = async (id: string): Promise<CollectionFigures | null | undefined> =>
  (await list()).find((one) => one.id === id)?.collection
const uncounted = async (): Promise<UncountedBag[]> => (await manager('GET', '/bag-counts/uncounted')).json().data
const codes = (answer: { json(): { data: { warnings: { code: string }[] } } }) => answer.json().data.warnings.map(({ code }) => code)

describe('body of a cash withdrawal', () => {
  test.each([undefined, {}, { bag: null }, { bag: ' B-7 ', floatIn: 20.5, floatOut: 0, counted: 12.35 }])(
    '%j is recorded',
    async (body) => {
      const answer = await collect(ago(HOUR), body)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json().data).toEqual({ operationId: expect.any(String), warnings: [] })
    },
  )

  test('of null is recorded by a push, as older phones send it', async () => {
    const ops = [{ opId: randomUUID(), call: 'withdrawCash', machineId: machine.id, occurredAt: toIso(ago(HOUR)), body: null }]
    const answer = await serviceman('POST', '/sync/push', { deviceId: 'd', ops })
    expect(answer.json().data.results).toMatchObject([{ status: 'applied' }])
  })

  test.each([
    { bags: 'B-7' },
    { bag: 'x'.repeat(41) },
    { bag: 'two\nlines' },
    { counted: -1 },
    { counted: 1.234 },
    { floatIn: 1e7 },
    { counted: '12' },
    { reading: { cashBox: 1, at: '2026-03-01T10:00:00Z', source: 'GUESS' } },
    { reading: { cashBox: 1.005, at: '2026-03-01T10:00:00Z', source: 'TYPED' } },
    { reading: { cashBox: 1, at: '2026-03-01T10:00:00Z', source: 'TYPED', coins: 1 } },
    [[]],
    ['B-7'],
  ])('%j is refused and records nothing', async (body) => {
    const ops = [{ opId: randomUUID(), call: 'withdrawCash', machineId: machine.id, occurredAt: toIso(ago(HOUR)), body }]
    const pushed = await serviceman('POST', '/sync/push', { deviceId: 'd', ops })
    expect(pushed.json().data.results).toMatchObject([{ status: 'rejected', code: 'INVALID' }])
    if (typeof body === 'object') expect((await collect(ago(HOUR), body)).statusCode).toBe(422)
    expect(await list()).toEqual([])
  })
})

describe('expected amount', () => {
  test('is in no list before the count, and states its basis afterwards', async () => {
    await collect(ago(9 * HOUR))
    await sell(ago(8 * HOUR), 5)
    const key = randomUUID()
    await collect(ago(7 * HOUR), { bag: 'B-7', floatIn: 10 }, { key })
    expect(await figuresOf(key)).toEqual({
      bag: 'B-7',
      bagUsedTwice: false,
      floatIn: 10,
      floatOut: null,
      counted: null,
      counts: [],
      basis: null,
      expectedAmount: null,
      meterAmount: null,
      salesAmount: null,
      difference: null,
    })
    const answer = await count(ago(HOUR), { bag: ' b-7', amount: 4.5 })
    const { count: counted } = answer.json().data as { count: CountedBag }
    expect(counted).toMatchObject({ bag: 'b-7', amount: 4.5, collection: { id: key, machine: { id: machine.id, name: 'Foyer' } } })
    const figures = { basis: 'SALES', expectedAmount: 5, meterAmount: null, salesAmount: 5, difference: -0.5 }
    expect(counted.collection?.figures).toMatchObject(figures)
    expect(await figuresOf(key)).toMatchObject({ ...figures, counted: { amount: 4.5, isAtMachine: false } })
    await sell(ago(8.5 * HOUR), 2)
    expect(await figuresOf(key)).toMatchObject({ expectedAmount: 7, difference: -2.5 })
  })

  test('is the difference of counters if both collections have a reading', async () => {
    await collect(ago(9 * HOUR), meters(ago(9 * HOUR), 1000, 500))
    await sell(ago(8 * HOUR), 5)
    const key = randomUUID()
    await collect(ago(7 * HOUR), { ...meters(ago(7 * HOUR), 1012.5, 520), counted: 32 }, { key })
    expect(await figuresOf(key)).toMatchObject({
      basis: 'METER',
      expectedAmount: 32.5,
      meterAmount: 32.5,
      salesAmount: 5,
      difference: -0.5,
      counted: { isAtMachine: true },
    })
  })

  test('is the same for any order of arrival', async () => {
    const facts = async () => {
      const ids = Array.from({ length: 6 }, () => randomUUID() as string)
      const [first, second, third, one, two, late] = ids as [string, string, string, string, string, string]
      const bag = `B-${randomUUID().slice(0, 8)}`
      const read = (hours: number, box: number) => meters(ago(hours * HOUR), box, 0)
      return {
        watched: [second, third],
        operations: [
          () => collect(ago(9 * HOUR), read(9, 100), { key: first }),
          () => sell(ago(8 * HOUR), 5),
          () => collect(ago(7 * HOUR), { bag, ...read(7, 140), counted: 39 }, { key: second }),
          () => sell(ago(6 * HOUR), 3),
          () => collect(ago(5 * HOUR), { bag: `${bag} ` }, { key: third }),
          () => count(ago(3 * HOUR), { bag, amount: 2.5 }, { key: one }),
          () => count(ago(2 * HOUR), { bag: bag.toLowerCase(), amount: 2.75 }, { key: two }),
          () => sell(ago(5.5 * HOUR), 1),
          () => collect(ago(4 * HOUR), { bag }, { key: late }).then(() => undo(late)),
        ],
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }), async (order) => {
        await aNewMachine()
        const { watched, operations } = await facts()
        for (const index of order) await operations[index]?.()
        const [second, third] = await Promise.all(watched.map(figuresOf))
        expect(second).toMatchObject({ basis: 'METER', expectedAmount: 40, counted: { amount: 39, isAtMachine: true }, bagUsedTwice: true })
        expect(third).toMatchObject({ basis: 'SALES', expectedAmount: 4, counted: { amount: 2.75 }, difference: -1.25, bagUsedTwice: true })
        expect(third?.counts.map(({ amount }) => amount)).toEqual([2.75, 2.5])
      }),
      { numRuns: 12 },
    )
  })
})

describe('counts', () => {
  test('the last one by its own time is valid, and the others are its history', async () => {
    const key = randomUUID()
    await collect(ago(9 * HOUR), { bag: 'H-1', counted: 7 }, { key })
    await count(ago(2 * HOUR), { collection: key, amount: 6 })
    await count(ago(3 * HOUR), { collection: key, amount: 5 })
    const figures = await figuresOf(key)
    expect(figures?.counted).toMatchObject({ amount: 6, isAtMachine: false })
    expect(figures?.counts.map(({ amount, isAtMachine }) => [amount, isAtMachine])).toEqual([
      [6, false],
      [5, false],
      [7, true],
    ])
  })

  test('sent again count once, and an undone one stays in the history', async () => {
    const [key, one] = [randomUUID(), randomUUID()]
    await collect(ago(9 * HOUR), { bag: 'H-2' }, { key })
    const first = await count(ago(2 * HOUR), { bag: 'H-2', amount: 6 }, { key: one })
    const again = await count(ago(2 * HOUR), { bag: 'H-2', amount: 6 }, { key: one })
    expect(again.json().data).toEqual(first.json().data)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await rival('DELETE', `/bag-counts/${one}`)).json().code).toBe('COUNT_NOT_FOUND')
    for (const _ of [1, 2]) expect((await manager('DELETE', `/bag-counts/${one}`)).statusCode).toBe(200)
    expect(await figuresOf(key)).toMatchObject({ counted: null, expectedAmount: null, counts: [{ amount: 6, undone: true }] })
    expect((await uncounted()).map(({ id }) => id)).toEqual([key])
    const { data } = (await manager('GET', `/activity?machine=${machine.id}&types=COLLECTION_COUNTED`)).json()
    expect(data.map(({ undone, money, details }: Record<string, unknown>) => [undone, money, details])).toEqual([
      [false, null, { isUndo: true }],
      [true, 6, {}],
    ])
  })

  test('a bag is counted before its collection arrives', async () => {
    const answer = await count(ago(HOUR), { bag: 'E-1', amount: 6 })
    expect(codes(answer)).toEqual(['BAG_NOT_COLLECTED'])
    expect(answer.json().data.count.collection).toBeNull()
    const key = randomUUID()
    await collect(ago(9 * HOUR), { bag: 'e-1' }, { key })
    expect((await manager('GET', '/bag-counts')).json().data[0]).toMatchObject({ bag: 'E-1', collection: { id: key } })
    expect(await uncounted()).toEqual([])
  })

  test('a voided collection takes its bag out of counting', async () => {
    const key = randomUUID()
    await collect(ago(9 * HOUR), { bag: 'V-1' }, { key })
    expect((await uncounted()).map(({ bag }) => bag)).toEqual(['V-1'])
    expect((await manager('GET', '/bag-counts/uncounted?page=7')).json().pageDetails).toMatchObject({ totalElements: 1, hasNext: false })
    await count(ago(HOUR), { bag: 'V-1', amount: 3 })
    await undo(key)
    expect(await uncounted()).toEqual([])
    expect((await manager('GET', '/bag-counts')).json().data[0]).toMatchObject({ bag: 'V-1', collection: null })
    expect((await count(ago(HOUR), { collection: key, amount: 3 })).json().code).toBe('COLLECTION_NOT_FOUND')
  })

  test('a number used twice on one day is a warning', async () => {
    expect(codes(await collect(ago(9 * MINUTE), { bag: 'T-1' }))).toEqual([])
    expect(codes(await collect(ago(8 * MINUTE), { bag: 't-1' }))).toEqual(['BAG_USED_TWICE'])
    expect(codes(await collect(ago(8 * MINUTE + 3 * DAY), { bag: 'T-1' }))).toEqual(['LATE'])
    expect((await uncounted()).map(({ bagUsedTwice }) => bagUsedTwice)).toEqual([false, true, true])
    expect(codes(await count(ago(MINUTE), { bag: 'T-1', amount: 1 }))).toEqual(['BAG_USED_TWICE'])
  })

  test('are for managers of the company', async () => {
    const key = randomUUID()
    await collect(ago(9 * HOUR), { bag: 'W-1' }, { key })
    expect((await count(ago(HOUR), { bag: 'W-1', amount: 1 }, { by: serviceman })).statusCode).toBe(403)
    expect((await serviceman('GET', '/bag-counts')).statusCode).toBe(403)
    expect((await serviceman('GET', '/bag-counts/uncounted')).statusCode).toBe(403)
    expect((await count(ago(HOUR), { collection: key, amount: 1 }, { by: rival })).json().code).toBe('COLLECTION_NOT_FOUND')
    expect((await count(ago(HOUR), { bag: 'W-1', amount: 1 }, { by: rival })).json().data.count.collection).toBeNull()
    expect((await rival('GET', '/bag-counts/uncounted')).json().data).toEqual([])
    expect((await uncounted()).map(({ id }) => id)).toEqual([key])
  })

  test.each([{}, { bag: '', amount: 1 }, { bag: 'X' }, { bag: 'X', amount: 1.999 }, { bag: 'X', amount: 1, collection: randomUUID() }])(
    '%j is refused',
    async (body) => {
      expect((await count(ago(HOUR), body)).json()).toMatchObject({ code: 'INVALID' })
    },
  )
})

test('differences are reported by machine, person and cause, with swapped bags as a pair', async () => {
  const differences = async () => (await manager('GET', '/bag-counts/differences')).json().data as CashDifferences
  for (const day of [0, 1, 2, 3]) {
    await sell(ago((day + 1) * DAY + HOUR), 20 + day)
    await collect(ago((day + 1) * DAY), { counted: day === 0 ? 19 : 20 + day })
  }
  const { machines, people, causes } = await differences()
  const own = machines.find((one) => one.machine.id === machine.id)
  expect(own).toMatchObject({ collections: 4, expectedAmount: 86, difference: -1, repeated: null })
  expect(own?.months.reduce((sum, { difference }) => sum + difference, 0)).toBe(-1)
  expect(people.find(({ user }) => user.id === world.serviceman.id)?.repeated).toBeNull()
  expect(causes.map(({ cause }) => cause)).toContain('UNEXPLAINED')

  const first = machine.id
  await sell(ago(3 * HOUR), 40)
  await collect(ago(2 * HOUR), { counted: 60 })
  await aNewMachine()
  await collect(ago(3 * HOUR + 1))
  await sell(ago(2 * HOUR), 60)
  await collect(ago(HOUR), { counted: 40 })
  const [pair] = (await differences()).pairs
  expect(pair?.cause).toBe('SWAPPED_BAGS')
  expect(pair?.collections.map(({ machine: at, difference }) => [at.id, difference])).toEqual([
    [first, 20],
    [machine.id, -20],
  ])
  expect((await rival('GET', '/bag-counts/differences')).json().data).toMatchObject({ machines: [], people: [], causes: [], pairs: [] })
  expect((await serviceman('GET', '/bag-counts/differences')).statusCode).toBe(403)
})

describe('blind count', () => {
  /** What is expected, as it would be sent: in minor and in major units. */
  const LEAKS = ['7654.32', '765432']

  test('no response to a serviceman contains what is expected', async () => {
    await collect(ago(9 * HOUR), meters(ago(9 * HOUR), 1000, 0))
    await sell(ago(8 * HOUR), 7654.32)
    const key = randomUUID()
    const answers = [await collect(ago(HOUR), { bag: 'S-1', ...meters(ago(HOUR), 8654.32, 0) }, { key })]
    const reads = ENDPOINTS.filter(({ method, who }) => method === 'GET' && who !== 'manager')
    for (const { path } of reads)
      answers.push(
        await serviceman(
          'GET',
          path.replaceAll(/:\w+/g, (name) => (name === ':id' ? String(machine.id) : key)),
        ),
      )
    answers.push(await serviceman('POST', '/sync/pull', { cursor: null, pending: [key] }))
    answers.push(await undo(key))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(20)
    for (const { body } of answers) for (const leak of LEAKS) expect(body).not.toContain(leak)
  })

  test('lists for counting contain no amount, and the response to a count does', async () => {
    await collect(ago(9 * HOUR))
    await sell(ago(8 * HOUR), 7654.32)
    const key = randomUUID()
    await collect(ago(HOUR), { bag: 'S-2' }, { key })
    const before = [await manager('GET', '/bag-counts/uncounted'), await manager('GET', '/bag-counts')]
    for (const { body } of before) for (const leak of LEAKS) expect(body).not.toContain(leak)
    expect((await figuresOf(key))?.expectedAmount).toBeNull()
    expect((await count(ago(MINUTE), { bag: 'S-2', amount: 1 })).body).toContain('7654.32')
  })
})
