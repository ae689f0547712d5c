import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { selfCheck } from '../../self-check/self-check.job.ts'

const clock = aClock()
let world: TwoCompanies
let cola: number
let crisps: number
let latte: number
let beans: number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  cola = await aProduct(ctx, company)
  crisps = await aProduct(ctx, company)
  latte = await aProduct(ctx, company, { packaging: 'COFFEE' })
  beans = await aProduct(ctx, company, { packaging: 'INGREDIENT' })
})
afterAll(() => world.close())

let machine: StandingMachine
let device: StandingDevice
let sent = 0

beforeEach(async () => {
  const { ctx, company } = world
  clock.pass(HOUR)
  const slots = [
    { number: '11', product: cola, max: 10, price: 150, quantity: 10 },
    { number: '12', product: crisps, max: 10, price: 200, quantity: 10 },
  ]
  machine = await aMachine(ctx, company, { slots })
  device = await aDevice(ctx, company, { machine: machine.id })
})

const event = (type: string, more: object = {}, at: Moment = clock.now()) => ({ id: `1-${++sent}`, type, at: toIso(at), ...more })
const vend = (more: object = {}, at?: Moment) => event('VEND', { selection: '11', price: 1.5, method: 'CASH', ...more }, at)

async function send(body: unknown, by = device, imei = by.imei) {
  const answer = await callerWith(world.app, by.signIn)('POST', `/telemetry/${imei}/events`, body)
  return { status: answer.statusCode, ...answer.json() }
}

/** The test clock moves by hours, so earlier tokens have expired. */
const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))

const rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(world.ctx.database.owner, statement)
const balanceOf = async (point: number) =>
  (await rows<{ balance: number }>(sql`select balance::float8 as balance from stock_points where id = ${point}`))[0]?.balance
const statusOf = async () =>
  (await rows<{ status: unknown }>(sql`select to_jsonb(s) as status from machine_status s where machine_id = ${machine.id}`))[0]?.status
const stateOf = async () => (await rows<{ state: string }>(sql`select state from machines where id = ${machine.id}`))[0]?.state
const salesOf = () =>
  rows<{ amount: number; type: string; product: number | null; card: string | null }>(
    sql`select amount_minor::float8 as amount, type, product_id::float8 as product, card_identifier as card from transactions where machine_id = ${machine.id} order by at, slot_number`,
  )

describe('device authentication', () => {
  test("accepts only the device's own valid key", async () => {
    const { ctx, company, rivalCompany, manager, anonymous, deadToken } = world
    const colleague = await aDevice(ctx, company)
    const rival = await aDevice(ctx, rivalCompany)
    expect((await send([])).status).toBe(200)
    expect((await send([], colleague, device.imei)).status).toBe(401)
    expect((await send([], rival, device.imei)).status).toBe(404)
    expect((await send([], device, '999999999999999')).status).toBe(404)
    for (const call of [manager.call, anonymous, deadToken])
      expect((await call('POST', `/telemetry/${device.imei}/events`, [])).statusCode).toBe(401)
  })

  test('response contains the server time and the number of pending commands', async () => {
    expect((await send([])).data).toEqual({ accepted: 0, duplicates: 0, refused: [], serverTime: toIso(clock.now()), commandsWaiting: 0 })
  })

  test('device without a machine stores its log and refuses other events', async () => {
    const lone = await aDevice(world.ctx, world.company)
    const { data } = await send([event('LOG', { level: 'warn', message: 'SIM without a network' }), vend()], lone)
    expect(data).toMatchObject({ accepted: 1, refused: [{ index: 1, code: 'DEVICE_NOT_CONNECTED' }] })
  })
})

describe('vend', () => {
  test('records a sale, takes a piece from its slot and adds cash', async () => {
    expect((await send([vend(), vend({ selection: '12', price: 2, method: 'CASHLESS_2', card: '04AB12' })])).data).toMatchObject({
      accepted: 2,
    })
    expect(await salesOf()).toEqual([
      { amount: 150, type: 'CASH', product: cola, card: null },
      { amount: 200, type: 'RFID', product: crisps, card: '04AB12' },
    ])
    expect([await balanceOf(machine.slot('11').point), await balanceOf(machine.slot('12').point)]).toEqual([9_000, 9_000])
    expect(await statusOf()).toMatchObject({ cash_minor: 150 })
    const stored = (await (await as('manager'))('GET', `/transactions?machine=${machine.id}`)).json().data
    for (const one of stored) expect(one).toMatchObject({ deviceIdentifier: device.imei, deviceProvider: 'ROUNDSMAN' })
    expect(stored).toHaveLength(2)
  })

  test('takes stock even if free, and records sales of unknown products', async () => {
    await send([vend({ price: 0, method: 'FREE' }), vend({ selection: '99', price: 1, method: 'VOUCHER' })])
    expect(await balanceOf(machine.slot('11').point)).toBe(9_000)
    expect(await salesOf()).toEqual([
      { amount: 0, type: 'FREE', product: cola, card: null },
      { amount: 100, type: 'VOUCHER', product: null, card: null },
    ])
  })

  test('is booked by the settings of its machine', async () => {
    await rows(
      sql`insert into payment_mappings values (${world.company}, ${machine.id}, 'CASHLESS_1', 'BLIK'), (${world.company}, ${machine.id}, 'CASH', 'TOKEN')`,
    )
    await send([vend({ method: 'CASHLESS_1' }), vend({ selection: '12', price: 2 })])
    expect((await salesOf()).map(({ type }) => type)).toEqual(['BLIK', 'TOKEN'])
    expect(await statusOf()).toMatchObject({ cash_minor: 0 })
  })

  test('of a drink consumes its recipe from the canisters', async () => {
    const { ctx, company } = world
    const coffee = await aMachine(ctx, company, {
      slots: [{ number: '1', product: latte, price: 200 }],
      canisters: [{ product: beans, quantity: 500 }],
    })
    await rows(
      sql`insert into recipe_lines values (${company}, ${latte}, '2026-01-01', ${beans}, 7500), (${company}, ${latte}, '2027-01-01', ${beans}, 9000) on conflict do nothing`,
    )
    const its = await aDevice(ctx, company, { machine: coffee.id })
    await send([vend({ selection: '1', price: 2 })], its)
    expect(await balanceOf(coffee.canister(beans))).toBe(492_500)
  })

  test('from before the last count changes only the history', async () => {
    const point = machine.slot('11').point
    clock.pass(HOUR)
    const count = { type: 'ADJUST', stocks: [{ productInstallationId: point, quantity: 4 }] }
    expect((await (await as('manager'))('POST', `/machines/${machine.id}/inventory`, count)).statusCode).toBe(200)
    await send([vend({}, clock.now() - 30 * MINUTE), vend({}, clock.now() + 1)])
    expect(await balanceOf(point)).toBe(3_000)
  })

  test('uses the product and company day of its own timestamp', async () => {
    const midnight = Date.parse('2026-06-30T22:00:00.000Z')
    clock.pass(midnight + HOUR - clock.now())
    const older = await aMachine(world.ctx, world.company, { slots: [{ number: '11', product: cola, quantity: 10 }] })
    await rows(sql`update stock_points set installed_at = '2026-06-01' where machine_id = ${older.id}`)
    const edit = [{ slotId: older.slot('11').slotId, productId: crisps }]
    expect((await (await as('manager'))('PATCH', `/machines/${older.id}/slots`, edit)).statusCode).toBe(200)
    clock.pass(MINUTE)
    const its = await aDevice(world.ctx, world.company, { machine: older.id })
    await send([vend({}, midnight - 1), vend({}, midnight), vend({}, clock.now())], its)
    expect(
      await rows(
        sql`select day::text as day, product_id::float8 as product, count, turnover_minor::float8 as turnover from daily_sales where machine_id = ${older.id} order by day, product_id`,
      ),
    ).toEqual([
      { day: '2026-06-30', product: cola, count: 1, turnover: 150 },
      { day: '2026-07-01', product: cola, count: 1, turnover: 150 },
      { day: '2026-07-01', product: crisps, count: 1, turnover: 150 },
    ])
  })

  test('updates machine and stock on phones', async () => {
    const seq = async () => (await rows<{ seq: number }>(sql`select feed_seq as seq from companies where id = ${world.company}`))[0]?.seq
    const before = await seq()
    await send([vend()])
    const stored = await rows(sql`select kind, seq from feed where entity_id = ${machine.id} and seq > ${before} order by kind`)
    expect(stored).toMatchObject([{ kind: 'inventory' }, { kind: 'machine' }])
    const quiet = await seq()
    await send([event('SIGNAL', { strength: 0.5 })])
    expect(await seq()).toBe(quiet)
  })
})

describe('event', () => {
  test('is refused by index if invalid; the others are accepted', async () => {
    const { data } = await send([
      vend({ price: 1.999 }),
      vend(),
      null,
      { ...vend(), type: 'DANCE' },
      { ...vend(), id: '' },
      { ...vend(), at: 'soon' },
      event('SIGNAL', { strength: 1.1 }),
      event('COINS', {
        coins: [
          { value: 0.5, count: 1 },
          { value: 0.5, count: 2 },
        ],
      }),
    ])
    expect(data).toMatchObject({ accepted: 1, duplicates: 0 })
    expect(data.refused.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual(
      [0, 2, 3, 4, 5, 6, 7].map((index) => [index, 'INVALID']),
    )
    expect(data.refused.every(({ detail }: { detail: string }) => detail.length > 5)).toBe(true)
  })

  test('counts once by id, across messages and corrected timestamps', async () => {
    const all = [
      vend(),
      event('ALERT_UP', { code: 'EJ' }),
      event('CASH_BOX', { amount: 20 }),
      event('LOG', { level: 'info', message: 'started' }),
      event('STATE', { state: 'RUNNING' }),
    ]
    expect((await send([...all, ...all])).data).toMatchObject({ accepted: 5, duplicates: 5 })
    expect((await send(all)).data).toMatchObject({ accepted: 0, duplicates: 5 })
    const before = await rows(sql`select * from alert_reports where machine_id = ${machine.id}`)
    const shifted = { sentAt: toIso(clock.now() - 3 * HOUR), events: all.map((one) => ({ ...one, at: toIso(clock.now() - 3 * HOUR - 1) })) }
    expect((await send(shifted)).data).toMatchObject({ accepted: 0, duplicates: 5 })
    expect(await rows(sql`select * from alert_reports where machine_id = ${machine.id}`)).toEqual(before)
    expect(await salesOf()).toHaveLength(1)
  })

  test('ids are scoped to a device', async () => {
    const other = await aDevice(world.ctx, world.company, { machine: machine.id })
    const same = vend()
    expect([(await send([same])).data.accepted, (await send([same], other)).data.accepted]).toEqual([1, 1])
  })

  test('timestamps are corrected by the send time and never in the future', async () => {
    const at = async () =>
      (await rows<{ at: string }>(sql`select at from transactions where machine_id = ${machine.id} order by at`)).map(
        (row) => +new Date(row.at),
      )
    await send({ sentAt: toIso(clock.now() + 12 * HOUR), events: [vend({}, clock.now() + 11 * HOUR)] })
    expect(await at()).toEqual([clock.now() - HOUR])
    await send({ sentAt: toIso(clock.now() + MINUTE), events: [vend({}, clock.now() + DAY)] })
    expect(await at()).toEqual([clock.now() - HOUR, clock.now()])
  })

  test('messages of more than a thousand are rejected', async () => {
    const answer = async (count: number) => (await send(Array.from({ length: count }, () => event('SIGNAL', { strength: 0.1 })))).status
    expect([await answer(1_000), await answer(1_001)]).toEqual([200, 422])
  })
})

describe('machine reports', () => {
  test("keep the latest value by the machine's own time", async () => {
    const now = clock.now()
    await send([
      event('SIGNAL', { strength: 0.7 }, now - MINUTE),
      event('TEMPERATURE', { celsius: 4.5 }),
      event('FIRMWARE', { version: '2.1', model: 'RT-2' }),
    ])
    await send([event('SIGNAL', { strength: 0.2 }, now - 2 * MINUTE), event('FIRMWARE', { version: '2.0', model: 'RT-1' }, now - DAY)])
    expect(await statusOf()).toMatchObject({ signal: 0.7, temperature: 4.5, firmware: '2.1' })
    const { data } = (await (await as('manager'))('GET', '/devices?size=500')).json()
    expect(data.map(({ model }: { model: string | null }) => model)).toContain('RT-2')
    expect(data.map(({ model }: { model: string | null }) => model)).not.toContain('RT-1')
  })

  test('determine the machine state, which is sent to phones', async () => {
    expect(await stateOf()).toBe('RUNNING')
    await send([])
    expect(await stateOf()).toBe('UNKNOWN')
    const cause = async () => (await (await as('manager'))('GET', `/machines/${machine.id}`)).json().data.stateCause
    await send([event('STATE', { state: 'STOPPED', cause: 'EB' }, clock.now() - SECOND)])
    expect([await stateOf(), await cause()]).toEqual(['STOPPED', 'EB'])
    await send([event('STATE', { state: 'RUNNING' }, clock.now() - MINUTE)])
    expect([await stateOf(), await cause()]).toEqual(['STOPPED', 'EB'])
    await send([event('STATE', { state: 'RUNNING' })])
    expect([await stateOf(), await cause()]).toEqual(['RUNNING', undefined])
  })

  test('of coins and bus devices replace earlier ones and are shown', async () => {
    await send([
      event('COINS', {
        coins: [
          { value: 2, count: 12 },
          { value: 0.5, count: 40 },
        ],
      }),
      event('MDB', {
        devices: [
          { type: 'COIN_CHANGER', status: 'OK' },
          { type: 'BILL_VALIDATOR', status: 'JAMMED' },
        ],
      }),
    ])
    clock.pass(MINUTE)
    await send([
      event('COINS', { coins: [{ value: 0.5, count: 39 }] }),
      event('MDB', { devices: [{ type: 'COIN_CHANGER', status: 'OK' }] }),
    ])
    const read = async (what: string, by = 'manager') => (await (await as(by))('GET', `/machines/${machine.id}/${what}`)).json()
    expect((await read('coin-acceptor')).data).toEqual([{ value: 0.5, count: 39 }])
    expect((await read('mdb-devices')).data).toEqual([{ type: 'COIN_CHANGER', status: 'OK' }])
    expect(await read('coin-acceptor', 'rival')).toMatchObject({ status: 404, code: 'MACHINE_NOT_FOUND' })
    expect(await read('mdb-devices', 'rival')).toMatchObject({ status: 404, code: 'MACHINE_NOT_FOUND' })
  })

  test('of alerts keep the latest status in any order', async () => {
    const now = clock.now()
    const up = event('ALERT_UP', { code: 'EJ', message: 'Spiral 3 stuck' }, now - 2 * MINUTE)
    const down = event('ALERT_DOWN', { code: 'EJ' }, now - MINUTE)
    const open = () => rows(sql`select code, message from alerts where machine_id = ${machine.id} and is_up`)
    await send([down])
    await send([up])
    expect(await open()).toEqual([])
    await send([event('ALERT_UP', { code: 'EJ', message: 'Spiral 4 stuck' })])
    expect(await open()).toEqual([{ code: 'EJ', message: 'Spiral 4 stuck' }])
  })

  test('of the cash box are counts: later sales add, earlier ones are included', async () => {
    const now = clock.now()
    await send([vend({}, now - 3 * MINUTE), vend({}, now - MINUTE)])
    await send([event('CASH_BOX', { amount: 20 }, now - 2 * MINUTE)])
    expect(await statusOf()).toMatchObject({ cash_minor: 2_150 })
    await send([vend({}, now - 4 * MINUTE), event('CASH_BOX', { amount: 90 }, now - 5 * MINUTE)])
    expect(await statusOf()).toMatchObject({ cash_minor: 2_150 })
  })
})

test('every balance equals the sum of its ledger after all reports', async () => {
  expect(await selfCheck(world.ctx)).toMatchObject({ mismatches: [], stale: [], broken: [] })
})
