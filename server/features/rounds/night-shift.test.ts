import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { UNCHANGED_PLANNING } from '#contract/planning.ts'
import { LIKE_EVERYONE } from '#contract/planning-people.ts'
import type { Round } from '#contract/rounds.ts'
import { addDays, dayOf, isoDay, momentAt, startOfDay } from '#domain/calendar.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { minuteOn } from '#domain/rounds/day-minutes.ts'
import { HOUR, toIso } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone } from '../../../tests/support/phone.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { type Forecast, writeForecasts } from '../forecast/forecast.store.ts'

const ZONE = 'Europe/Berlin'
const clock = aClock()
let world: TwoCompanies
let manager: Caller
let serviceman: Caller
let machine: StandingMachine

const dayAt = (days: number) => addDays(dayOf(clock.now(), ZONE), days)
const passTo = (days: number, hour: number) => {
  const { year, month, day } = dayAt(days)
  clock.pass(momentAt(Date.UTC(year, month - 1, day, hour), ZONE) - clock.now())
}
/** Of a shift from 20:00 to 04:00. */
const NIGHT = { worksFrom: 20 * 60, worksUntil: 4 * 60, pauseFrom: 0, pauseMinutes: 30 }
const hoursOf = (hours: object | null) => manager('PUT', `/rounds/people/${world.serviceman.id}`, { ...LIKE_EVERYONE, hours })
const roundOn = async (date: string): Promise<Round> => (await serviceman('GET', `/rounds?from=${date}&to=${date}`)).json().data[0]
const stateOn = async (date: string) => (await roundOn(date)).stops.map(({ machineId, state, isAdded }) => [machineId, state, isAdded])

async function publishedOn(date: string): Promise<void> {
  const added = await manager('POST', '/rounds', { date, userId: world.serviceman.id, stops: [{ machineId: machine.id }] })
  expect(added.statusCode).toBe(201)
  expect((await manager('POST', `/rounds/${added.json().data.id}/publish`)).statusCode).toBe(200)
}

const signIn = async () => {
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman] = [await as('manager'), await as('serviceman')]
}

const restock = () =>
  aPhone(serviceman).push({
    call: 'restockSlots',
    machineId: machine.id,
    at: clock.now(),
    opId: randomUUID(),
    body: [{ productInstallationId: machine.slot('11').point, quantity: 1 }],
  })

const foretell = () => {
  const forecast: Forecast = {
    machine: machine.id,
    rhythm: writeRhythm(EVEN),
    spread: { luck: 0, half: 0.25, most: 0.485, switching: 0 },
    places: { [machine.slot('11').point]: [3_000, 720, 1_000, 10] },
  }
  return world.ctx.database.withTenant(world.company, (db) => writeForecasts(db, world.company, [forecast], clock.now()))
}

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

beforeEach(async () => {
  passTo(2, 13)
  await signIn()
  const product = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  machine = await aMachine(world.ctx, world.company, { slots: [{ number: '11', product, max: 40, quantity: 0, price: 1_000 }] })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  const ways = { ...UNCHANGED_PLANNING, weekdays: [1, 2, 3, 4, 5, 6, 7], hourCost: 0, kilometreCost: 0 }
  expect((await manager('PUT', '/rounds/settings', ways)).statusCode).toBe(200)
  expect((await hoursOf(NIGHT)).statusCode).toBe(200)
})

describe('a round of a shift across midnight', () => {
  test('has a day from noon to noon', async () => {
    const [today, tomorrow] = [dayAt(0), dayAt(1)]
    await publishedOn(isoDay(today))
    const { from, until } = await roundOn(isoDay(today))
    expect([from, until]).toEqual([today, tomorrow].map((day) => toIso(startOfDay(day, ZONE) + 12 * HOUR)))
  })

  test('contains the work after midnight, which the next one does not', async () => {
    const [tonight, tomorrow] = [isoDay(dayAt(0)), isoDay(dayAt(1))]
    await publishedOn(tonight)
    await publishedOn(tomorrow)
    passTo(1, 2)
    await signIn()
    await restock()
    expect(await stateOn(tonight)).toEqual([[machine.id, 'DONE', false]])
    expect(await stateOn(tomorrow)).toEqual([[machine.id, 'PLANNED', false]])
    passTo(0, 13)
    await signIn()
    await restock()
    expect(await stateOn(tomorrow)).toEqual([[machine.id, 'DONE', false]])
  })

  test('visits a site that is open only after midnight, when it is open', async () => {
    const tonight = dayAt(0)
    const change = { lat: 52.5, lng: 13.4, openingHours: 'Mo-Su 01:00-03:00' }
    expect((await manager('PATCH', `/machines/${machine.id}`, change)).statusCode).toBe(200)
    await foretell()
    const planned = async () => {
      const { rounds } = (await manager('POST', '/rounds/plan', { date: isoDay(tonight) })).json().data
      return rounds.flatMap(({ stops }: Round) => stops).find(({ machineId }: Round['stops'][number]) => machineId === machine.id)
    }
    const arrival = Date.parse((await planned())?.arrival ?? '') - startOfDay(dayAt(1), ZONE)
    expect(arrival).toBeGreaterThanOrEqual(HOUR)
    expect(arrival).toBeLessThan(3 * HOUR)
    await hoursOf(null)
    expect(await planned()).toBeUndefined()
  })
})

test('a site is visited while it is open, also when clocks are changed', async () => {
  await hoursOf(null)
  const sunday = { year: 2026, month: 3, day: 29 }
  const change = { lat: 52.5, lng: 13.4, openingHours: 'Mo-Su 10:00-10:30' }
  expect((await manager('PATCH', `/machines/${machine.id}`, change)).statusCode).toBe(200)
  await foretell()
  const { rounds } = (await manager('POST', '/rounds/plan', { date: isoDay(sunday) })).json().data
  const stop = rounds.flatMap(({ stops }: Round) => stops).find(({ machineId }: Round['stops'][number]) => machineId === machine.id)
  expect(minuteOn(isoDay(sunday), Date.parse(stop.arrival), ZONE)).toBeGreaterThanOrEqual(600)
  expect(minuteOn(isoDay(sunday), Date.parse(stop.arrival), ZONE)).toBeLessThanOrEqual(630)
})

test('a company whose people work until the evening has days that end in the night', async () => {
  await hoursOf(null)
  const evening = { ...UNCHANGED_PLANNING, worksFrom: 14 * 60, worksUntil: 22 * 60, pauseFrom: 18 * 60 }
  expect((await manager('PUT', '/rounds/settings', evening)).statusCode).toBe(200)
  const today = dayAt(0)
  await publishedOn(isoDay(today))
  expect((await roundOn(isoDay(today))).from).toBe(toIso(startOfDay(today, ZONE) + 6 * HOUR))
})

test.each([
  ['without an end', { worksFrom: 600, worksUntil: 600, pauseFrom: 600, pauseMinutes: 0 }, 'hours.worksUntil'],
  ['of 22 hours', { worksFrom: 600, worksUntil: 480, pauseFrom: 600, pauseMinutes: 0 }, 'hours.worksUntil'],
  ['with a break at noon', { ...NIGHT, pauseFrom: 720 }, 'hours.pauseFrom'],
])('a shift %s is refused', async (_, hours, path) => {
  const refused = await hoursOf(hours)
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, path])
})
