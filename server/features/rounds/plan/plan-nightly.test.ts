import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { UNCHANGED_PLANNING } from '#contract/planning.ts'
import type { Round } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay, momentAt, wallClock } from '#domain/calendar.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY, HOUR, MINUTE } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../../tests/support/two-companies.ts'
import type { AppContext } from '../../../http/request-context.ts'
import { drain } from '../../../queue/queue.ts'
import { type Forecast, writeForecasts } from '../../forecast/forecast.store.ts'
import { nightlyDays, nightlyPlanQueue } from './plan-nightly.job.ts'

const ZONE = 'Europe/Berlin'
const clock = aClock()
let world: TwoCompanies
let manager: Caller
let rival: Caller
let machines: StandingMachine[]

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const WEEK = [1, 2, 3, 4, 5, 6, 7]
const dayAt = (days: number) => isoDay(addDays(dayOf(clock.now(), ZONE), days))
/** Moves the clock to this hour of the next day in Berlin. */
const nextDayAt = (hour: number) => {
  const midnight = Math.floor(wallClock(clock.now(), ZONE) / DAY + 1) * DAY
  clock.pass(momentAt(midnight + hour * HOUR, ZONE) - clock.now())
}
const night = () => drain({ ...world.ctx, log: { error: () => {} } } as unknown as AppContext, nightlyPlanQueue)
const roundOn = async (days: number): Promise<Round | undefined> =>
  (await manager('GET', `/rounds?from=${dayAt(days)}&to=${dayAt(days)}&user=${world.serviceman.id}`)).json().data[0]
const machinesOf = (round: Round | undefined) => round?.stops.map(({ machineId }) => machineId).toSorted((a, b) => a - b)
const set = (changed: object = {}, by = manager) =>
  by('PUT', '/rounds/settings', { ...UNCHANGED_PLANNING, weekdays: WEEK, isNightly: true, nightlyDays: 2, ...changed })
const signIn = async () => {
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, rival] = [await as('manager'), await as('rival')]
}

beforeEach(async () => {
  nextDayAt(12)
  await signIn()
  await set({ isNightly: false })
  const cola = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  machines = []
  for (const name of ['Foyer', 'Canteen']) {
    const slots = [{ number: '11', product: cola, max: 40, quantity: 0, price: 1_000 }]
    const machine = await aMachine(world.ctx, world.company, { name, slots })
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    machines.push(machine)
  }
  const spread = { luck: 0, half: 0.25, most: 0.485, switching: 0 }
  const forecasts = machines.map(
    (machine): Forecast => ({
      machine: machine.id,
      rhythm: writeRhythm(EVEN),
      spread,
      places: { [machine.slot('11').point]: [3_000, 720, 1_000, 10] },
    }),
  )
  await world.ctx.database.withTenant(world.company, (db) => writeForecasts(db, world.company, forecasts, clock.now()))
  clock.pass(MINUTE)
})

describe('drafts at night', () => {
  test('are planned from four in the morning, once a night, if the company enables it', async () => {
    await night()
    expect(await roundOn(1)).toBeUndefined()
    await set()
    nextDayAt(3)
    await signIn()
    await night()
    expect(await roundOn(0)).toBeUndefined()
    clock.pass(HOUR + MINUTE)
    await signIn()
    await night()
    for (const days of [0, 1, 2]) expect(await roundOn(days)).toMatchObject({ state: 'DRAFT' })
    expect(await roundOn(3)).toBeUndefined()
    const version = (await roundOn(1))?.version
    clock.pass(HOUR)
    await signIn()
    await night()
    expect((await roundOn(1))?.version).toBe(version)
  })

  test('leave published rounds, changes of managers, and rounds that they made or deleted', async () => {
    const [first, second] = machines.map(({ id }) => id)
    await set()
    nextDayAt(5)
    await signIn()
    await night()
    const [today, tomorrow] = [await roundOn(0), await roundOn(1)]
    await manager('POST', `/rounds/${today?.id}/publish`)
    await manager('DELETE', `/rounds/${tomorrow?.id}/stops/${first}`)
    await manager('PUT', `/rounds/${tomorrow?.id}/stops/${second}`, { position: 40 })
    await manager('DELETE', `/rounds/${(await roundOn(2))?.id}`)
    const before = await roundOn(0)
    nextDayAt(5)
    await signIn()
    await night()
    expect(await roundOn(-1)).toEqual(before)
    expect(machinesOf(await roundOn(0))).not.toContain(first)
    expect(machinesOf(await roundOn(0))).toContain(second)
    expect(await roundOn(1)).toBeUndefined()
    await manager('POST', '/rounds', { date: dayAt(3), userId: world.serviceman.id, stops: [{ machineId: first }] })
    nextDayAt(5)
    await signIn()
    await night()
    expect(machinesOf(await roundOn(2))).toEqual([first])
  })

  test('a company whose plan fails is tried again later and delays no other', async () => {
    await set()
    await set({}, rival)
    nextDayAt(5)
    await signIn()
    const roads = vi.spyOn(world.ctx.roads, 'table')
    onTestFinished(() => roads.mockRestore())
    const planned: number[] = []
    roads.mockImplementation(async (company, _places, estimate) => {
      planned.push(company)
      if (company === world.company && planned.filter((one) => one === company).length === 1) throw new Error('no roads')
      return { ...estimate, source: 'estimate', isAway: false } as never
    })
    await night()
    expect(new Set(planned)).toEqual(new Set([world.company, world.rivalCompany]))
    expect(await roundOn(1)).toBeUndefined()
    clock.pass(11 * MINUTE)
    await signIn()
    await night()
    expect(await roundOn(1)).toMatchObject({ state: 'DRAFT' })
  })
})

describe('days of a night', () => {
  const days = (at: string, changed: object = {}) =>
    nightlyDays(Date.parse(at), ZONE, { weekdays: [1, 2, 3, 4, 5], worksFrom: 480, nightlyDays: 1, ...changed })

  test.each([
    ['a Thursday at night', '2026-11-26T03:30:00Z', {}, ['2026-11-26', '2026-11-27']],
    ['after work has begun', '2026-11-26T08:30:00Z', {}, ['2026-11-27']],
    ['a Friday', '2026-11-27T03:30:00Z', {}, ['2026-11-27', '2026-11-30']],
    ['a Saturday', '2026-11-28T03:30:00Z', { nightlyDays: 2 }, ['2026-11-30', '2026-12-01']],
    ['one working day a week', '2026-11-28T03:30:00Z', { nightlyDays: 2, weekdays: [3] }, ['2026-12-02', '2026-12-09']],
    ['across a change of the clock', '2026-10-25T00:30:00Z', { weekdays: WEEK }, ['2026-10-25', '2026-10-26']],
  ])('%s', (_, at, changed, planned) => {
    expect(days(at, changed)).toEqual(planned)
  })
})
