import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TelemetryEvent } from '#contract/telemetry.ts'
import { HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompaniesOn } from '../../../tests/support/two-companies.ts'
import { waitingLocks } from '../../../tests/support/waiting-locks.ts'
import { rowsOf } from '../../db/client.ts'
import { selfCheck } from '../../self-check/self-check.job.ts'
import { operationOf } from './device-keys.ts'

const NUMBERS = ['11', '12', '13']
const PRICE = 1.5
/** Pieces in each slot at its last count, and the time of that count. */
const FULL = 40

/** Events at few timestamps, so that many coincide. Each id has one content only. */
const moments = fc.integer({ min: 0, max: 8 })
const bodies = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('VEND'),
      selection: fc.constantFrom(...NUMBERS, '99'),
      method: fc.constantFrom('CASH', 'CASHLESS_1', 'FREE'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('STATE'), state: fc.constantFrom('RUNNING', 'STOPPED', 'STARTING') }) },
  fc.record({ type: fc.constant('SIGNAL'), strength: fc.constantFrom(0, 0.25, 1) }),
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('ALERT_UP', 'ALERT_DOWN'), code: fc.constantFrom('EA', 'EJ') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('CASH_BOX'), amount: fc.constantFrom(0, 20, 35.5) }) },
  fc.record({
    type: fc.constant('COINS'),
    coins: fc.uniqueArray(fc.record({ value: fc.constantFrom(0.5, 1, 2), count: fc.constantFrom(0, 7) }), {
      minLength: 1,
      selector: ({ value }) => value,
    }),
  }),
  fc.record({
    type: fc.constant('MDB'),
    devices: fc.uniqueArray(fc.record({ type: fc.constantFrom('COIN_CHANGER', 'CASHLESS_1'), status: fc.constantFrom('OK', 'FAULT') }), {
      minLength: 1,
      selector: ({ type }) => type,
    }),
  }),
)
type Story = { events: TelemetryEvent[]; messages: number[][] }

/** What happened, and how it was sent: every event at least once, in any order, in batches of any size. */
const stories = (now: () => Moment, name: () => string) =>
  fc
    .array(fc.tuple(moments, bodies), { minLength: 10, maxLength: 30, size: 'max' })
    .chain((happened) => {
      const all = happened.map((_, index) => index)
      const sending = fc
        .tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.array(fc.constantFrom(...all), { maxLength: 15, size: 'max' }))
        .chain(([order, again]) => fc.shuffledSubarray([...order, ...again], { minLength: order.length + again.length }))
      return fc.record({
        happened: fc.constant(happened),
        sent: sending,
        cuts: fc.array(fc.nat(40), { minLength: 1, maxLength: 6, size: 'max' }),
      })
    })
    .map(({ happened, sent, cuts }): Story => {
      const prefix = name()
      const events = happened.map(([minute, body], index) => ({
        ...(body.type === 'VEND' ? { price: PRICE } : {}),
        ...body,
        id: `${prefix}-${index}`,
        at: toIso(now() - HOUR + minute * MINUTE),
      })) as unknown as TelemetryEvent[]
      const ends = [...cuts.toSorted((a, b) => a - b), sent.length]
      return { events, messages: ends.map((end, index) => sent.slice(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0) }
    })

/** Reference implementation: all events at once, ordered by their own timestamps. `countedAt`: when the slots were counted. */
function stateAfter(events: readonly TelemetryEvent[], imei: string, countedAt: Moment) {
  const inOrder = events
    .map((event) => ({ ...event, operation: operationOf(imei, event.id) }))
    .toSorted((a, b) => (a.at === b.at ? (a.operation < b.operation ? -1 : 1) : a.at < b.at ? -1 : 1))
  const last = <T>(words: { at: string; value: T }[]): T | null =>
    words.toSorted((a, b) => (a.at === b.at ? (text(a.value) < text(b.value) ? -1 : 1) : a.at < b.at ? -1 : 1)).at(-1)?.value ?? null
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const state = { sold: 0, cash: 0, days: 0, stock: Object.fromEntries(NUMBERS.map((number) => [number, FULL * 1000])), up: [] as string[] }
  const up = new Set<string>()
  for (const event of inOrder) {
    if (event.type === 'VEND') {
      state.sold++
      state.days += PRICE * 100
      if (event.method === 'CASH') state.cash += PRICE * 100
      if (event.selection in state.stock && Date.parse(event.at) > countedAt)
        state.stock[event.selection] = (state.stock[event.selection] ?? 0) - 1000
    }
    if (event.type === 'CASH_BOX') state.cash = event.amount * 100
    if (event.type === 'ALERT_UP') up.add(event.code)
    if (event.type === 'ALERT_DOWN') up.delete(event.code)
  }
  const bus =
    last(
      events.flatMap((one) =>
        one.type === 'MDB'
          ? [
              {
                at: one.at,
                value: one.devices.map(({ type, status }) => ({ type, status })).toSorted((a, b) => (a.type < b.type ? -1 : 1)),
              },
            ]
          : [],
      ),
    ) ?? []
  return {
    ...state,
    up: [...up, ...bus.flatMap(({ type, status }) => (status === 'FAULT' ? [`MDB_${type}`] : []))].toSorted(),
    reported: last(events.flatMap((one) => (one.type === 'STATE' ? [{ at: one.at, value: one.state }] : []))),
    signal: last(events.flatMap((one) => (one.type === 'SIGNAL' ? [{ at: one.at, value: one.strength }] : []))),
    coins:
      last(
        events.flatMap((one) =>
          one.type === 'COINS'
            ? [
                {
                  at: one.at,
                  value: one.coins.map(({ value, count }) => ({ value: value * 100, count })).toSorted((a, b) => a.value - b.value),
                },
              ]
            : [],
        ),
      ) ?? [],
    bus,
    stops: stopsBy(inOrder.flatMap((one) => (one.type === 'STATE' ? [one] : []))),
  }
}

/** From each first STOPPED to the next other state. Of several reports with the same timestamp, the last in alphabetical order counts. */
function stopsBy(words: readonly { at: string; state: string }[]): { from: string; to: string | null }[] {
  const byMoment = new Map<string, string>()
  for (const { at, state } of words) if (state > (byMoment.get(at) ?? '')) byMoment.set(at, state)
  const stops: { from: string; to: string | null }[] = []
  for (const [at, state] of [...byMoment].toSorted()) {
    const last = stops.at(-1)
    if (state === 'STOPPED' && last?.to !== null) stops.push({ from: at, to: null })
    if (state !== 'STOPPED' && last?.to === null) last.to = at
  }
  return stops
}

describe.each(['embedded', 'postgresql'] as const)('telemetry on the database %s', (kind) => {
  const clock = aClock()
  let world: TwoCompanies
  let missing: string | null = null
  let product = 0
  let stories_ = 0

  beforeAll(async () => {
    const stood = await twoCompaniesOn(kind, { now: clock.now })
    if ('missing' in stood) {
      missing = stood.missing
      return
    }
    world = stood
    product = await aProduct(world.ctx, world.company)
  })
  afterAll(async () => {
    if (!missing) await world.close()
  })

  const rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(world.ctx.database.owner, statement)

  /** A machine whose slots were all counted in the middle of the reported period. */
  async function aCountedMachine(): Promise<{ machine: StandingMachine; device: StandingDevice; countedAt: Moment }> {
    const { ctx, company } = world
    const machine = await aMachine(ctx, company, { slots: NUMBERS.map((number) => ({ number, product, max: FULL, quantity: FULL })) })
    const countedAt = clock.now() - HOUR + 5 * MINUTE + 30_000
    await rows(
      sql`update stock_points set installed_at = ${toIso(clock.now() - 2 * HOUR)}, counted_at = ${toIso(countedAt)} where machine_id = ${machine.id}`,
    )
    await rows(
      sql`update movements set effective_at = ${toIso(countedAt)} where stock_point_id in (select id from stock_points where machine_id = ${machine.id})`,
    )
    return { machine, device: await aDevice(ctx, company, { machine: machine.id }), countedAt }
  }

  const sender = (device: StandingDevice) => callerWith(world.app, device.signIn)

  async function stateIn(machine: StandingMachine) {
    const [status] = await rows<{ cash: number; reported: string | null; signal: number | null; sold: number; days: number }>(
      sql`select cash_minor::float8 as cash, reported_state as reported, signal,
          (select count(*)::int from transactions t where t.machine_id = s.machine_id) as sold,
          (select coalesce(sum(turnover_minor), 0)::float8 from daily_sales d where d.machine_id = s.machine_id) as days
        from machine_status s where machine_id = ${machine.id}`,
    )
    const stock = await rows<{ number: string; balance: number }>(
      sql`select s.slot_number as number, p.balance::float8 as balance from stock_points p join slots s on s.id = p.slot_id where p.machine_id = ${machine.id}`,
    )
    const up = await rows<{ code: string }>(sql`select code from alerts where machine_id = ${machine.id} and is_up order by code`)
    const coins = await rows(
      sql`select value_minor::float8 as value, count from coin_tubes where machine_id = ${machine.id} order by value_minor`,
    )
    const bus = await rows(sql`select type, status from mdb_devices where machine_id = ${machine.id} order by type`)
    const stops = await rows<{ from: number; to: number | null }>(
      sql`select extract(epoch from from_at)::float8 * 1000 as from, extract(epoch from to_at)::float8 * 1000 as to from outages
        where machine_id = ${machine.id} and state = 'STOPPED' order by from_at`,
    )
    return {
      ...status,
      stops: stops.map(({ from, to }) => ({ from: toIso(from), to: to === null ? null : toIso(to) })),
      stock: Object.fromEntries(stock.map(({ number, balance }) => [number, balance])),
      up: up.map(({ code }) => code),
      coins,
      bus,
    }
  }

  test('has the same result in any order and with repeats', async ({ skip }) => {
    if (missing) skip(missing)
    await fc.assert(
      fc.asyncProperty(
        stories(clock.now, () => `s${stories_++}`),
        async ({ events, messages }) => {
          const { machine, device, countedAt } = await aCountedMachine()
          const send = sender(device)
          let accepted = 0
          let duplicates = 0
          for (const message of messages) {
            const { data } = (
              await send(
                'POST',
                `/telemetry/${device.imei}/events`,
                message.map((index) => events[index]),
              )
            ).json()
            accepted += data.accepted
            duplicates += data.duplicates
            expect(data.refused).toEqual([])
          }
          expect(accepted + duplicates).toBe(messages.flat().length)
          expect(await stateIn(machine)).toEqual(stateAfter(events, device.imei, countedAt))
          const replayed = (await send('POST', `/telemetry/${device.imei}/events`, events)).json().data
          expect(replayed).toMatchObject({ accepted: 0, duplicates: events.length })
        },
      ),
      { numRuns: 40, endOnFailure: true },
    )
    expect(await selfCheck(world.ctx)).toMatchObject({ mismatches: [], stale: [], broken: [] })
  })

  test('parallel vends and restocks of the same slots are serialized', async ({ skip }) => {
    if (missing) skip(missing)
    const { ctx, company, manager } = world
    const { machine, device } = await aCountedMachine()
    const second = await aDevice(ctx, company, { machine: machine.id })
    const points = NUMBERS.map((number) => machine.slot(number).point)
    const EACH = 12
    const vends = (by: StandingDevice, round: number) =>
      [...NUMBERS, ...NUMBERS.toReversed()].map((selection, index) => ({
        id: `${by.imei}-${round}-${index}`,
        type: 'VEND',
        selection,
        price: PRICE,
        method: 'CASH',
        at: toIso(clock.now()),
      }))
    const rounds = Array.from({ length: EACH }, (_, round) => [
      ...[device, second].flatMap((by) => [
        sender(by)('POST', `/telemetry/${by.imei}/events`, vends(by, round)),
        // Sends the same message again at the same time, as after a lost response.
        sender(by)('POST', `/telemetry/${by.imei}/events`, vends(by, round)),
      ]),
      manager.call(
        'POST',
        `/machines/${machine.id}/slots/restock`,
        points.toReversed().map((point) => ({ productInstallationId: point, quantity: 3 })),
      ),
    ]).flat()
    expect((await Promise.all(rounds)).map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([])
    const { stock, sold, cash } = await stateIn(machine)
    expect(sold).toBe(EACH * 2 * 6)
    expect(cash).toBe(EACH * 2 * 6 * 150)
    expect(Object.values(stock)).toEqual(NUMBERS.map(() => (FULL + EACH * 3 - EACH * 4) * 1000))
    expect(await selfCheck(ctx)).toMatchObject({ mismatches: [], stale: [], broken: [] })
  })

  // The embedded database has a single connection, so no concurrency is possible.
  const withSeveralConnections = kind === 'embedded' ? () => {} : test
  withSeveralConnections('a message and a restock that want the same slots at the same time both come through', async ({ skip }) => {
    if (missing) skip(missing)
    const { machine, device } = await aCountedMachine()
    const [, middle = 0] = NUMBERS.map((number) => machine.slot(number).point)
    const both = await world.ctx.database.owner.transaction(async (db) => {
      // Locks the middle slot until both transactions wait for it, each holding its earlier locks.
      await db.execute(sql`select from stock_points where id = ${middle} for update`)
      const events = NUMBERS.map((selection) => ({
        id: `x-${selection}`,
        type: 'VEND',
        selection,
        price: PRICE,
        method: 'CASH',
        at: toIso(clock.now()),
      }))
      const lines = NUMBERS.map((number) => ({ productInstallationId: machine.slot(number).point, quantity: 3 }))
      const asked = [
        sender(device)('POST', `/telemetry/${device.imei}/events`, events),
        world.manager.call('POST', `/machines/${machine.id}/slots/restock`, lines),
      ]
      while ((await waitingLocks(world.ctx.database)) !== 2) await new Promise((resolve) => setImmediate(resolve))
      return asked
    })
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(Object.values((await stateIn(machine)).stock)).toEqual(NUMBERS.map(() => (FULL + 2) * 1000))
  })
})
