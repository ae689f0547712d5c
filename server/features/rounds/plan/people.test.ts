import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNCHANGED_PLANNING } from '#contract/planning.ts'
import { LIKE_EVERYONE } from '#contract/planning-people.ts'
import type { Round } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay, momentAt, wallClock } from '#domain/calendar.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY, HOUR, MINUTE } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../../tests/support/two-companies.ts'
import { audit } from '../../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../../db/client.ts'
import type { AppContext } from '../../../http/request-context.ts'
import { drain } from '../../../queue/queue.ts'
import { type Forecast, writeForecasts } from '../../forecast/forecast.store.ts'
import { writePersonPlanning } from './people.store.ts'
import { nightlyPlanQueue } from './plan-nightly.job.ts'

const ZONE = 'Europe/Berlin'
const WEEK = [1, 2, 3, 4, 5, 6, 7]
const clock = aClock()
let world: TwoCompanies
let manager: Caller
let serviceman: Caller
let rival: Caller
let machine: StandingMachine

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const dayAt = (days: number) => isoDay(addDays(dayOf(clock.now(), ZONE), days))
const weekdayAt = (days: number) => new Date(`${dayAt(days)}T12:00:00Z`).getUTCDay() || 7
const nextDayAt = (hour: number) =>
  clock.pass(momentAt(Math.floor(wallClock(clock.now(), ZONE) / DAY + 1) * DAY + hour * HOUR, ZONE) - clock.now())
const signIn = async () => {
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman, rival] = [await as('manager'), await as('serviceman'), await as('rival')]
}

/** An empty machine that sells a lot, at a place. */
async function aBusyMachine(lat: number): Promise<StandingMachine> {
  const product = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  const one = await aMachine(world.ctx, world.company, { slots: [{ number: '11', product, max: 40, quantity: 0, price: 1_000 }] })
  await assign(world.ctx, world.company, one.id, world.serviceman.id)
  expect((await manager('PATCH', `/machines/${one.id}`, { lat, lng: 13.4 })).statusCode).toBe(200)
  const forecast: Forecast = {
    machine: one.id,
    rhythm: writeRhythm(EVEN),
    spread: { luck: 0, half: 0.25, most: 0.485, switching: 0 },
    places: { [one.slot('11').point]: [3_000, 720, 1_000, 10] },
  }
  await world.ctx.database.withTenant(world.company, (db) => writeForecasts(db, world.company, [forecast], clock.now()))
  return one
}

const company = (changed: object = {}) =>
  manager('PUT', '/rounds/settings', { ...UNCHANGED_PLANNING, weekdays: WEEK, hourCost: 0, kilometreCost: 0, ...changed })
const works = (own: object, by = manager) => by('PUT', `/rounds/people/${world.serviceman.id}`, { ...LIKE_EVERYONE, ...own })
const people = async (by = manager) => (await by('GET', '/rounds/people')).json().data
const plan = async (days: number, body: object = {}): Promise<Round | undefined> => {
  const { rounds } = (await manager('POST', '/rounds/plan', { date: dayAt(days), ...body })).json().data
  return rounds.find(({ user }: Round) => user.id === world.serviceman.id)
}
const stopsOf = (round: Round | undefined) => round?.stops.map(({ machineId }) => machineId) ?? []

beforeEach(async () => {
  nextDayAt(12)
  await signIn()
  machine = await aBusyMachine(52.5)
  await company()
  await works({})
})

describe('a person with own working hours', () => {
  test('works like everyone until a manager changes it, visible in the log of changes', async () => {
    const name = expect.any(String)
    expect(await people()).toContainEqual({ user: { id: world.serviceman.id, name }, planning: LIKE_EVERYONE })
    const own = { hours: { worksFrom: 300, worksUntil: 540, pauseFrom: 0, pauseMinutes: 0 }, weekdays: [1, 3] }
    expect((await works(own)).json().data.planning).toEqual({ ...LIKE_EVERYONE, ...own })
    expect(await people()).toContainEqual({ user: { id: world.serviceman.id, name }, planning: { ...LIKE_EVERYONE, ...own } })
    const [entry] = (await manager('GET', '/audit?kind=settings')).json().data
    expect(entry).toMatchObject({ action: 'planning-changed', of: { kind: 'user', id: world.serviceman.id } })
  })

  test('has no absence in a mistyped year, but those of before stay', async () => {
    const near = { from: dayAt(2), until: dayAt(3) }
    for (const far of [
      { from: '0202-05-01', until: '0202-05-02' },
      { from: '2026-05-01', until: '2226-05-02' },
    ]) {
      const refused = await works({ away: [near, far] })
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors[0].path).toMatch(/^away\.1\.(from|until)$/)
    }
    const old = { ...LIKE_EVERYONE, away: [{ from: '2012-01-01', until: '2012-01-02' }] }
    await world.ctx.database.withTenant(world.company, (db) => writePersonPlanning(db, world.company, world.serviceman.id, old))
    expect((await works({ away: [...old.away, near] })).statusCode).toBe(200)
  })

  test('the log of changes names a changed start without its place, also in earlier entries', async () => {
    const home = { address: 'Gartenweg 7', lat: 48.7123, lng: 9.4567 }
    const logged = async () => (await manager('GET', '/audit?kind=settings')).json().data
    const inTenant = <T>(work: (db: Db) => Promise<T>) => world.ctx.database.withTenant(world.company, work)
    const entries = () => inTenant((db) => rowsOf(db, sql`select content from audit_entries where company_id = ${world.company}`))
    await works({ start: home, weekdays: [2] })
    await works({ start: null, weekdays: [2] })
    expect((await logged()).slice(0, 2)).toMatchObject([
      { before: {}, after: { changed: ['start'] } },
      { before: { weekdays: null }, after: { weekdays: [2], changed: ['start'] } },
    ])
    expect(JSON.stringify(await entries())).not.toContain('Gartenweg')
    const earlier = {
      action: 'planning-changed',
      of: { kind: 'user', id: world.serviceman.id },
      before: { start: null },
      after: { start: home },
    } as const
    await inTenant((db) => audit(db, world.company, { userId: world.manager.id, at: clock.now() }, [earlier]))
    expect((await logged())[0]).toMatchObject({ before: {}, after: { changed: ['start'] } })
    expect(JSON.stringify(await logged())).not.toMatch(/Gartenweg|48\.71|9\.45/)
  })

  test.each([
    ['hours.worksUntil', { hours: { worksFrom: 600, worksUntil: 500, pauseFrom: 600, pauseMinutes: 0 } }],
    ['hours.pauseFrom', { hours: { worksFrom: 600, worksUntil: 900, pauseFrom: 0, pauseMinutes: 10 } }],
    ['weekdays', { weekdays: [] }],
    ['away.0.until', { away: [{ from: '2026-08-02', until: '2026-08-01' }] }],
    ['away.0.from', { away: [{ from: '2026-02-30', until: '2026-08-01' }] }],
    ['start.lng', { start: { address: null, lat: 1, lng: 181 } }],
    ['shift', { shift: 1 }],
  ])('refuses a wrong %s: %j', async (path, wrong) => {
    const refused = await works(wrong)
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, path])
  })

  test('is visible and changeable for managers of the own company only', async () => {
    expect([(await serviceman('GET', '/rounds/people')).statusCode, (await works({}, serviceman)).statusCode]).toEqual([403, 403])
    expect((await works({ weekdays: [1] }, rival)).json().code).toBe('USER_NOT_FOUND')
    expect((await people(rival)).map(({ user }: { user: { id: number } }) => user.id)).not.toContain(world.serviceman.id)
    expect(await people()).toContainEqual(expect.objectContaining({ planning: LIKE_EVERYONE }))
  })

  test('is planned within them, and gets them on the phone', async () => {
    await works({ hours: { worksFrom: 17 * 60, worksUntil: 20 * 60, pauseFrom: 0, pauseMinutes: 0 } })
    const round = await plan(1)
    const stop = round?.stops.find(({ machineId }) => machineId === machine.id)
    expect(wallClock(Date.parse(stop?.arrival ?? ''), ZONE) - Date.parse(`${dayAt(1)}T00:00Z`)).toBeGreaterThanOrEqual(17 * HOUR)
    expect((await manager('POST', `/rounds/${round?.id}/publish`)).statusCode).toBe(200)
    const [own] = (await serviceman('GET', `/rounds?from=${dayAt(1)}&to=${dayAt(1)}`)).json().data
    expect(own.planning).toMatchObject({ works: { from: 1_020, to: 1_200 }, pause: null })
  })

  test('starts and ends at the own place', async () => {
    const metres = async () => (await plan(1))?.planned?.metres ?? 0
    await works({ start: { address: 'Home', lat: 52.5, lng: 13.4 } })
    const near = await metres()
    await works({ start: { address: 'Home', lat: 52.7, lng: 13.4 } })
    expect((await metres()) - near).toBeGreaterThan(30_000)
    const round = await plan(1)
    await manager('POST', `/rounds/${round?.id}/publish`)
    const [own] = (await serviceman('GET', `/rounds?from=${dayAt(1)}&to=${dayAt(1)}`)).json().data
    expect(own.planning.start).toEqual({ lat: 52.7, lng: 13.4 })
  })

  test('gets no round on other weekdays, unless a manager plans them by name', async () => {
    await works({ weekdays: [weekdayAt(2)] })
    expect(stopsOf(await plan(1))).toEqual([])
    expect(stopsOf(await plan(2))).toContain(machine.id)
    expect(stopsOf(await plan(3, { userIds: [world.serviceman.id] }))).toContain(machine.id)
  })

  test('gets no round from the first to the last day of an absence', async () => {
    await works({ away: [{ from: dayAt(2), until: dayAt(3) }] })
    const planned: string[] = []
    // A machine on a draft of an earlier day needs no visit later.
    for (const days of [4, 3, 2, 1]) if (stopsOf(await plan(days)).length > 0) planned.push(dayAt(days))
    expect(planned).toEqual([dayAt(4), dayAt(1)])
  })
})

describe('drafts of the night', () => {
  const night = () => drain({ ...world.ctx, log: { error: () => {} } } as unknown as AppContext, nightlyPlanQueue)
  const draft = async (days: number): Promise<number[]> =>
    stopsOf((await manager('GET', `/rounds?from=${dayAt(days)}&to=${dayAt(days)}&user=${world.serviceman.id}`)).json().data[0])

  test('follow the own weekdays, also when the company does not work', async () => {
    nextDayAt(3)
    await signIn()
    await works({ weekdays: [weekdayAt(2)] })
    await company({ weekdays: [weekdayAt(1)], isNightly: true, nightlyDays: 2 })
    clock.pass(90 * MINUTE)
    await night()
    await signIn()
    expect([await draft(1), (await draft(2)).includes(machine.id)]).toEqual([[], true])
  })

  test('of people who are away keep only what managers added', async () => {
    nextDayAt(3)
    await signIn()
    await works({ away: [{ from: dayAt(0), until: dayAt(1) }] })
    await company({ isNightly: true, nightlyDays: 2 })
    clock.pass(90 * MINUTE)
    await night()
    await signIn()
    expect([await draft(0), await draft(1), (await draft(2)).includes(machine.id)]).toEqual([[], [], true])
    await works({ away: [{ from: dayAt(2), until: dayAt(2) }] })
    const other = await aBusyMachine(52.6)
    const [{ id }] = (await manager('GET', `/rounds?from=${dayAt(2)}&to=${dayAt(2)}&user=${world.serviceman.id}`)).json().data
    expect((await manager('PUT', `/rounds/${id}/stops/${other.id}`, { tasks: ['RESTOCK'] })).statusCode).toBe(200)
    expect(stopsOf(await plan(2))).toEqual([other.id])
  })
})
