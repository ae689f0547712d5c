import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import type { Visit } from '#contract/visits.ts'
import { dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import { DAY, MINUTE, toIso } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone, type PhoneOperation } from '../../../tests/support/phone.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
let serviceman: Caller
let rival: Caller
let machines: StandingMachine[]
let round: Round

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const today = () => isoDay(dayOf(clock.now(), 'Europe/Berlin'))

beforeEach(async () => {
  // Each test has a day of its own, because a person has one round per day.
  clock.pass(DAY)
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman, rival] = [await as('manager'), await as('serviceman'), await as('rival')]
  const cola = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  machines = []
  for (const name of ['Foyer', 'Canteen', 'Depot']) {
    const machine = await aMachine(world.ctx, world.company, { name, slots: [{ number: '11', product: cola, max: 10, quantity: 4 }] })
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    machines.push(machine)
  }
  clock.pass(MINUTE)
  const added = await manager('POST', '/rounds', {
    date: today(),
    userId: world.serviceman.id,
    stops: [first(), second()].map(({ id }) => ({ machineId: id })),
  })
  expect(added.statusCode).toBe(201)
  round = added.json().data
})

const at = (index: number) => machines[index] as StandingMachine
const [first, second, third] = [() => at(0), () => at(1), () => at(2)]
const read = async (by = manager): Promise<Round | undefined> => (await by('GET', `/rounds?from=${today()}&to=${today()}`)).json().data[0]
const publish = () => manager('POST', `/rounds/${round.id}/publish`)
const operationOf = (call: string, machine: StandingMachine, body: unknown, later = 0): PhoneOperation & { opId: string } => ({
  call,
  machineId: machine.id,
  at: clock.now() - 10 * MINUTE + later,
  opId: randomUUID(),
  body,
})
const restock = (machine: StandingMachine, later = 0) =>
  operationOf('restockSlots', machine, [{ productInstallationId: machine.slot('11').point, quantity: 3 }], later)
const mark = (machine: StandingMachine, body: object, later = 0) => operationOf('markStop', machine, { round: round.id, ...body }, later)
const states = (of: Round | undefined) => of?.stops.map(({ machineId, state }) => [machineId, state])

describe('draft', () => {
  test('its person gets it with its publication', async () => {
    const phone = aPhone(serviceman)
    const [page] = await phone.pullAll()
    expect(page?.changes.rounds).toEqual([])
    expect(await read(serviceman)).toBeUndefined()
    expect(await read()).toMatchObject({ state: 'DRAFT', user: { id: world.serviceman.id } })
    await publish()
    const pages = await phone.pullAll(page?.cursor)
    expect(pages.flatMap(({ changes }) => changes.rounds)).toMatchObject([{ id: round.id, state: 'PUBLISHED', stops: [{}, {}] }])
    expect(await read(serviceman)).toMatchObject({ state: 'PUBLISHED' })
  })

  test('of a person who does not exist is refused', async () => {
    for (const userId of [999_999, 2 ** 40])
      expect((await manager('POST', '/rounds', { date: '2026-03-02', userId, stops: [] })).json().code).toBe('USER_NOT_FOUND')
  })

  test.each(['0026-03-02', '2062-03-02', '9999-12-31'])('date %s is years away and refused, also for plans', async (date) => {
    const added = await manager('POST', '/rounds', { date, userId: world.serviceman.id, stops: [] })
    const planned = await manager('POST', '/rounds/plan', { date })
    for (const refused of [added, planned]) expect(refused.json()).toMatchObject({ code: 'INVALID', errors: [{ path: 'date' }] })
  })

  test('a person has one round a day, with machines that are assigned to them', async () => {
    const again = await manager('POST', '/rounds', { date: today(), userId: world.serviceman.id, stops: [] })
    expect([again.statusCode, again.json().code]).toEqual([409, 'ROUND_EXISTS'])
    const foreign = await aMachine(world.ctx, world.company, { name: 'Gate' })
    const refused = await manager('PUT', `/rounds/${round.id}/stops/${foreign.id}`, {})
    expect(refused.json()).toMatchObject({ code: 'MACHINE_NOT_ASSIGNED', details: { machine: foreign.id } })
  })

  test('another company cannot read, change, publish, delete or mark it', async () => {
    expect((await rival('GET', `/rounds?from=${today()}&to=${today()}`)).json().data).toEqual([])
    for (const [method, path, body] of [
      ['PUT', `/rounds/${round.id}/stops/${first().id}`, {}],
      ['DELETE', `/rounds/${round.id}/stops/${first().id}`, undefined],
      ['POST', `/rounds/${round.id}/stops/${first().id}/move`, { to: round.id }],
      ['POST', `/rounds/${round.id}/publish`, undefined],
      ['DELETE', `/rounds/${round.id}`, undefined],
    ] as const)
      expect((await rival(method, path, body)).json().code).toBe('ROUND_NOT_FOUND')
    expect(await aPhone(rival).push(mark(first(), { state: 'SKIPPED' }))).toMatchObject([{ status: 'rejected', code: 'MACHINE_NOT_FOUND' }])
    expect(states(await read())).toEqual([first(), second()].map(({ id }) => [id, 'PLANNED']))
  })
})

describe('work', () => {
  beforeEach(publish)

  test('a restock completes its stop, in any order of arrival', async () => {
    const operations = [mark(first(), { state: 'SKIPPED', reason: 'CLOSED' }), restock(first(), 1), mark(first(), { state: 'SKIPPED' }, 2)]
    for (const operation of operations.toReversed()) await aPhone(serviceman).push(operation)
    const after = await read()
    expect(states(after)).toEqual([
      [first().id, 'DONE'],
      [second().id, 'PLANNED'],
    ])
    expect(after).toMatchObject({ state: 'STARTED', stops: [{ skipReason: null, visitedFrom: toIso(operations[1]?.at ?? 0) }, {}] })
  })

  test('the latest mark counts, in any order of arrival', async () => {
    clock.pass(12 * MINUTE)
    const operations = [
      mark(first(), { state: 'SKIPPED', reason: 'CLOSED', position: 7 }),
      mark(first(), { state: 'PLANNED', position: 9 }, 1),
      mark(first(), { position: 3 }, 2),
      mark(first(), { state: 'SKIPPED', reason: 'NO_TIME', note: 'Tomorrow' }, 3),
    ]
    for (const order of [operations, operations.toReversed()]) {
      for (const operation of order) await aPhone(serviceman).push({ ...operation, opId: randomUUID() })
      expect((await read())?.stops.find(({ machineId }) => machineId === first().id)).toMatchObject({
        state: 'SKIPPED',
        skipReason: 'NO_TIME',
        note: 'Tomorrow',
        position: 3,
      })
    }
  })

  test('a visited stop stays when the office removes it, another one goes', async () => {
    await aPhone(serviceman).push(restock(first()))
    await manager('DELETE', `/rounds/${round.id}/stops/${first().id}`)
    await manager('DELETE', `/rounds/${round.id}/stops/${second().id}`)
    expect(states(await read())).toEqual([[first().id, 'DONE']])
    const refused = await manager('DELETE', `/rounds/${round.id}`)
    expect(refused.json().code).toBe('ROUND_STARTED')
  })

  test('a skipped stop that the office removes and adds again is planned', async () => {
    const skipped = (later: number) => mark(first(), { state: 'SKIPPED', reason: 'CLOSED', note: 'Gate locked' }, later)
    await aPhone(serviceman).push(skipped(0))
    await manager('DELETE', `/rounds/${round.id}/stops/${first().id}`)
    clock.pass(MINUTE)
    await manager('PUT', `/rounds/${round.id}/stops/${first().id}`, {})
    await aPhone(serviceman).push(skipped(2 * MINUTE))
    const planned = { state: 'PLANNED', skipReason: null, note: null }
    expect((await read())?.stops.find(({ machineId }) => machineId === first().id)).toMatchObject(planned)
    clock.pass(12 * MINUTE)
    await aPhone(serviceman).push(skipped(5 * MINUTE))
    await manager('PUT', `/rounds/${round.id}/stops/${first().id}`, { position: 9 })
    expect((await read())?.stops.find(({ machineId }) => machineId === first().id)).toMatchObject({ state: 'SKIPPED', position: 9 })
  })

  test('its person adds a machine, and adds back one that the office removed before', async () => {
    await manager('DELETE', `/rounds/${round.id}/stops/${second().id}`)
    clock.pass(12 * MINUTE)
    await aPhone(serviceman).push(
      mark(third(), { state: 'PLANNED', position: 0.5 }),
      mark(second(), { state: 'PLANNED', position: 5 }, MINUTE),
    )
    expect(states(await read())).toEqual([third(), first(), second()].map(({ id }) => [id, 'PLANNED']))
  })

  test('the round shows a visit to an unplanned machine, but no office work', async () => {
    const visit = { id: randomUUID(), start: 'SCAN' as const }
    await aPhone(serviceman).push({ ...restock(third()), visit })
    await aPhone(manager).push(restock(second()))
    const after = await read()
    expect(states(after)).toEqual([
      [first().id, 'PLANNED'],
      [second().id, 'PLANNED'],
      [third().id, 'DONE'],
    ])
    expect(after?.stops.at(-1)).toMatchObject({ isAdded: true, tasks: [] })
  })

  test('the phone gets what its work changed, and its marks are processed', async () => {
    const phone = aPhone(serviceman)
    const cursor = (await phone.pullAll()).at(-1)?.cursor ?? null
    const operations = [mark(second(), { state: 'SKIPPED', reason: 'NO_TIME' }), restock(first())]
    const start = operationOf('markRound', first(), { round: round.id, state: 'STARTED' })
    await phone.push(...operations, start)
    const pages = await phone.pullAll(
      cursor,
      [...operations, start].map(({ opId }) => opId),
    )
    expect(pages.flatMap(({ processed }) => processed).toSorted()).toEqual([...operations, start].map(({ opId }) => opId).toSorted())
    expect(pages.flatMap(({ changes }) => changes.rounds)).toMatchObject([
      { id: round.id, state: 'STARTED', stops: [{ state: 'DONE' }, { state: 'SKIPPED', skipReason: 'NO_TIME' }] },
    ])
  })

  test('the phone gets the stop of a machine that is unassigned, and assigned again', async () => {
    const phone = aPhone(serviceman)
    const cursor = (await phone.pullAll()).at(-1)?.cursor ?? null
    const stopsSince = async (place: string | null) =>
      (await phone.pullAll(place)).flatMap(({ changes }) => changes.rounds.flatMap(({ stops }) => stops.map(({ machineId }) => machineId)))
    const url = `/machines/${second().id}/servicemen/${world.serviceman.id}`
    expect((await manager('DELETE', url)).statusCode).toBe(200)
    expect(await stopsSince(cursor)).toEqual([first().id])
    const without = (await phone.pullAll(cursor)).at(-1)?.cursor ?? null
    expect((await manager('PATCH', url)).statusCode).toBe(200)
    expect(await stopsSince(without)).toEqual([first().id, second().id])
  })

  test('a colleague does not get the round, and its removal reaches its person', async () => {
    const phone = aPhone(serviceman)
    const cursor = (await phone.pullAll()).at(-1)?.cursor ?? null
    expect((await aPhone(manager).pullAll()).flatMap(({ changes }) => changes.rounds)).toEqual([])
    expect((await manager('DELETE', `/rounds/${round.id}`)).statusCode).toBe(200)
    const pages = await phone.pullAll(cursor)
    expect(pages.flatMap(({ removed }) => removed.rounds)).toEqual([round.id])
    const late = [mark(first(), { state: 'SKIPPED' }), operationOf('markRound', first(), { round: round.id, state: 'FINISHED' })]
    expect(await phone.push(...late)).toMatchObject(late.map(() => ({ status: 'applied', warnings: [{ code: 'ROUND_REMOVED' }] })))
    const processed = await phone.pullAll(
      cursor,
      late.map(({ opId }) => opId),
    )
    expect(processed.flatMap((page) => page.processed).toSorted()).toEqual(late.map(({ opId }) => opId).toSorted())
    expect(await aPhone(manager).push(mark(first(), { state: 'SKIPPED' }))).toMatchObject([{ code: 'ROUND_NOT_FOUND' }])
  })

  test('employees see no money', async () => {
    expect(await read(serviceman)).toMatchObject({ stops: [{ saves: null }, { saves: null }] })
  })
})

test('visits are what was recorded with one visit id', async () => {
  const visit = { id: randomUUID(), start: 'SCAN' as const }
  await aPhone(serviceman).push(
    { ...restock(first()), visit },
    { ...operationOf('withdrawCash', first(), null, 5 * MINUTE), visit },
    restock(second()),
  )
  const list = async (query: string, by = manager): Promise<Visit[]> => (await by('GET', `/visits?${query}`)).json().data
  expect(await list(`machine=${first().id}`)).toMatchObject([
    {
      id: visit.id,
      start: 'SCAN',
      machine: { id: first().id, name: 'Foyer' },
      user: { id: world.serviceman.id },
      from: toIso(clock.now() - 10 * MINUTE),
      until: toIso(clock.now() - 5 * MINUTE),
      added: 3,
      removed: 0,
      withdrawals: 1,
      operations: [{ call: 'restockSlots' }, { call: 'withdrawCash' }],
    },
  ])
  expect(await list(`machine=${second().id}`)).toMatchObject([{ start: null, added: 3 }])
  expect((await rival('GET', `/visits?machine=${first().id}`)).json().data).toEqual([])
  expect(await list(`machine=${first().id}`, serviceman)).toMatchObject([{ id: visit.id, added: 3 }])
})

test('a visit across midnight is listed once and whole, on the day it began', async () => {
  const [yesterday, midnight] = [
    isoDay(dayOf(clock.now() - DAY, 'Europe/Berlin')),
    startOfDay(dayOf(clock.now(), 'Europe/Berlin'), 'Europe/Berlin'),
  ]
  const visit = { id: randomUUID(), start: 'LIST' as const }
  await aPhone(serviceman).push(
    { ...restock(first()), at: midnight - 10 * MINUTE, visit },
    { ...operationOf('withdrawCash', first(), null), at: midnight + 10 * MINUTE, visit },
  )
  const listed = async (query: string) => (await manager('GET', `/visits?machine=${first().id}&${query}`)).json()
  const whole = [{ id: visit.id, from: toIso(midnight - 10 * MINUTE), until: toIso(midnight + 10 * MINUTE), added: 3, withdrawals: 1 }]
  expect((await listed(`from=${yesterday}&to=${yesterday}`)).data).toMatchObject(whole)
  expect((await listed(`from=${today()}&to=${today()}`)).data).toEqual([])
  expect((await listed(`from=${yesterday}&to=${today()}`)).data).toMatchObject(whole)
  expect((await listed('page=7')).pageDetails).toMatchObject({ totalElements: 1, totalPages: 1, hasNext: false })
})
