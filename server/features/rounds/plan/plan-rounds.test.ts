import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { EVEN } from '#domain/forecast/rhythm.ts'
import { writeRhythm } from '#domain/forecast/rhythm-text.ts'
import { DAY, MINUTE, toIso } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../../tests/support/two-companies.ts'
import { type Forecast, writeForecasts } from '../../forecast/forecast.store.ts'

const clock = aClock()
let world: TwoCompanies
let manager: Caller
let serviceman: Caller
let rival: Caller
let empty: StandingMachine
let full: StandingMachine

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const today = () => isoDay(dayOf(clock.now(), 'Europe/Berlin'))
const NONE = { luck: 0, half: 0.25, most: 0.485, switching: 0 }

/** Sells a hundred pieces a day from its only slot, if it can. */
const forecastOf = (machine: StandingMachine): Forecast => ({
  machine: machine.id,
  rhythm: writeRhythm(EVEN),
  spread: NONE,
  places: { [machine.slot('11').point]: [3_000, 720, 1_000, 10] },
})

beforeEach(async () => {
  // Each test has a day of its own, because a person has one round per day.
  clock.pass(DAY)
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman, rival] = [await as('manager'), await as('serviceman'), await as('rival')]
  const cola = await aProduct(world.ctx, world.company, { name: `Cola ${randomUUID()}` })
  const add = async (name: string, quantity: number) => {
    const machine = await aMachine(world.ctx, world.company, {
      name,
      slots: [{ number: '11', product: cola, max: 40, quantity, price: 1_000 }],
    })
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    return machine
  }
  empty = await add('Foyer', 0)
  full = await add('Canteen', 40)
  await world.ctx.database.withTenant(world.company, (db) => writeForecasts(db, world.company, [empty, full].map(forecastOf), clock.now()))
  clock.pass(MINUTE)
})

const plan = async (by = manager) => (await by('POST', '/rounds/plan', { date: today(), userIds: [world.serviceman.id] })).json()
const machinesOf = (round: Round | undefined) => round?.stops.map(({ machineId }) => machineId) ?? []
const roundOfDay = async (): Promise<Round | undefined> => (await manager('GET', `/rounds?from=${today()}&to=${today()}`)).json().data[0]

describe('plan of a day', () => {
  test('a draft visits the empty machine and leaves the full one out, with reasons', async () => {
    const { rounds, leftOut } = (await plan()).data
    expect(rounds).toMatchObject([{ state: 'DRAFT', user: { id: world.serviceman.id } }])
    const stop = rounds[0].stops.find(({ machineId }: { machineId: number }) => machineId === empty.id)
    expect(stop).toMatchObject({ tasks: ['RESTOCK'], why: { code: 'MARGIN' }, state: 'PLANNED' })
    expect(stop.why.values.amount).toBeGreaterThan(0)
    expect(stop.saves).toBeGreaterThan(0)
    expect(machinesOf(rounds[0])).not.toContain(full.id)
    expect(leftOut.find(({ machineId }: { machineId: number }) => machineId === full.id)?.why.code).toMatch(/NO_NEED|NOT_WORTH/)
  })

  test('a machine whose last report is a day old has sold since then', async () => {
    await world.ctx.database.withTenant(world.company, (db) =>
      db.execute(
        sql`insert into machine_status (company_id, machine_id, heard_at) values (${world.company}, ${full.id}, ${toIso(clock.now() - DAY)})`,
      ),
    )
    const { rounds } = (await plan()).data
    expect(machinesOf(rounds[0])).toContain(full.id)
  })

  test('planned again, it is the same draft, and what the manager added or removed stays', async () => {
    await plan()
    const round = await roundOfDay()
    await manager('PUT', `/rounds/${round?.id}/stops/${full.id}`, {})
    await manager('DELETE', `/rounds/${round?.id}/stops/${empty.id}`)
    await plan()
    const again = await roundOfDay()
    expect(again?.id).toBe(round?.id)
    expect(machinesOf(again)).toContain(full.id)
    expect(machinesOf(again)).not.toContain(empty.id)
  })

  test('a published round is not touched, and its person sees reasons without money', async () => {
    await plan()
    const round = await roundOfDay()
    await manager('POST', `/rounds/${round?.id}/publish`)
    expect((await plan()).data.rounds).toEqual([])
    const [own] = (await serviceman('GET', `/rounds?from=${today()}&to=${today()}`)).json().data
    const stop = own.stops.find(({ machineId }: { machineId: number }) => machineId === empty.id)
    expect(Object.keys(stop.why.values).toSorted()).toEqual(['lost', 'minutes', 'until'])
  })

  test('the router gives travel times; too costly trips are left out', async () => {
    const roads = vi.spyOn(world.ctx.roads, 'table')
    onTestFinished(() => roads.mockRestore())
    roads.mockImplementation(async (_company, _places, estimate) => ({
      ...estimate,
      minutes: estimate.minutes.map((row) => row.map((minutes) => 20 * minutes)),
      source: 'road',
      isAway: false,
    }))
    const { rounds, leftOut } = (await plan()).data
    expect(rounds).toEqual([])
    expect(leftOut.find(({ machineId }: { machineId: number }) => machineId === empty.id)).toMatchObject({ why: { code: 'NOT_WORTH' } })
    expect(roads).toHaveBeenCalledWith(world.company, expect.any(Array), expect.anything())
  })

  test('another company cannot plan its people, nor can its employees', async () => {
    expect((await plan(rival)).code).toBe('USER_NOT_FOUND')
    const refused = await serviceman('POST', '/rounds/plan', { date: today() })
    expect(refused.statusCode).toBe(403)
    expect(await roundOfDay()).toBeUndefined()
  })
})
