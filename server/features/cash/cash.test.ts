import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CashSummary, CashWithdraw } from '#contract/cash.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock()
let world: TwoCompanies
let manager: TwoCompanies['anonymous']
let cola: number
let machine: StandingMachine
let device: StandingDevice

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  cola = await aProduct(world.ctx, world.company)
})
afterAll(() => world.close())

beforeEach(async () => {
  clock.pass(2 * DAY)
  // The test clock moves by hours, so earlier tokens have expired.
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  machine = await aMachine(world.ctx, world.company, { name: '=Foyer', slots: [{ number: '11', product: cola, max: 10, quantity: 9 }] })
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
})

const ago = (time: number): Moment => clock.now() - time

async function sendEvent(event: object, at: Moment) {
  const payload = [{ id: randomUUID(), at: toIso(at), ...event }]
  const answer = await world.app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/events`, headers: device.signIn, payload })
  expect(answer.json().data).toMatchObject({ accepted: 1 })
}
const sell = (at: Moment, price = 1.5, method = 'CASH') => sendEvent({ type: 'VEND', selection: '11', price, method }, at)
const count = (at: Moment, amount: number) => sendEvent({ type: 'CASH_BOX', amount }, at)

async function withdraw(at: Moment, of = machine.id): Promise<string> {
  const key = randomUUID()
  const sent = { 'occurred-at': toIso(at), 'idempotency-key': key }
  expect((await manager('POST', `/machines/${of}/cash-withdraws`, undefined, sent)).statusCode).toBe(200)
  return key
}

const ask = (query: Record<string, string | number> = {}, call = manager) =>
  call('GET', `/cash-withdraws?${new URLSearchParams({ machine: machine.id, ...query } as unknown as Record<string, string>)}`)
const list = async (query?: Record<string, string | number>): Promise<CashWithdraw[]> => (await ask(query)).json().data
/** Withdrawn, expected, difference. */
const figures = async () => (await list()).map((one) => [one.withdrawnAmount, one.expectedAmount, one.difference])

describe('cash withdrawal', () => {
  test('amount equals cash sales since the previous withdrawal', async () => {
    await sell(ago(9 * HOUR))
    const first = await withdraw(ago(8 * HOUR))
    await sell(ago(7 * HOUR), 2)
    await sell(ago(6 * HOUR), 9, 'CASHLESS_1')
    await sell(ago(5 * HOUR), 0.5)
    const second = await withdraw(ago(4 * HOUR))
    await sell(ago(3 * HOUR), 7)
    expect(await list()).toEqual([
      {
        id: second,
        created: toIso(ago(4 * HOUR)),
        received: toIso(clock.now()),
        since: toIso(ago(8 * HOUR)),
        machine: { id: machine.id, name: '=Foyer', active: true },
        user: { id: world.manager.id, name: expect.any(String) },
        withdrawnAmount: 2.5,
        expectedAmount: 2.5,
        difference: null,
        collection: expect.objectContaining({ bag: null, counted: null, expectedAmount: null }),
      },
      expect.objectContaining({ id: first, since: null, withdrawnAmount: 1.5, expectedAmount: 1.5, difference: null }),
    ])
  })

  test('shows a difference if the machine counted other than it sold', async () => {
    await withdraw(ago(9 * HOUR))
    await sell(ago(8 * HOUR), 5)
    await count(ago(7 * HOUR), 4.2)
    await sell(ago(6 * HOUR), 1)
    await withdraw(ago(5 * HOUR))
    await sell(ago(4 * HOUR), 3)
    await count(ago(3 * HOUR), 3)
    await withdraw(ago(2 * HOUR))
    await sell(ago(HOUR), 2)
    await withdraw(ago(MINUTE))
    // A count before the previous withdrawal does not affect this one.
    expect(await figures()).toEqual([
      [2, 2, null],
      [3, 3, 0],
      [5.2, 6, -0.8],
      [0, 0, null],
    ])
  })

  test('is correct for any order of sales, counts and withdrawals', async () => {
    const operations = [
      () => withdraw(ago(9 * HOUR)),
      () => sell(ago(8 * HOUR), 5),
      () => count(ago(7 * HOUR), 4.2),
      () => sell(ago(6 * HOUR), 1),
      () => withdraw(ago(5 * HOUR)),
      () => sell(ago(4 * HOUR), 2),
    ]
    for (const index of [5, 3, 4, 2, 0, 1]) await operations[index]?.()
    expect(await figures()).toEqual([
      [5.2, 6, -0.8],
      [0, 0, null],
    ])
  })

  test('that is undone adds its amount to the next one', async () => {
    await sell(ago(9 * HOUR))
    const undone = await withdraw(ago(8 * HOUR))
    await sell(ago(7 * HOUR))
    await withdraw(ago(6 * HOUR))
    expect((await manager('POST', `/machines/${machine.id}/voids`, { operationId: undone })).statusCode).toBe(200)
    expect(await figures()).toEqual([[3, 3, null]])
  })
})

describe('withdrawal list', () => {
  const three = async () => {
    for (const hours of [30, 20, 10]) {
      await sell(ago(hours * HOUR + MINUTE), hours)
      await withdraw(ago(hours * HOUR))
    }
  }

  test('filters list and totals by machine, group and time', async () => {
    await three()
    const other = await aMachine(world.ctx, world.company)
    await withdraw(ago(HOUR), other.id)
    const [grouped] = await rowsOf<{ id: number }>(
      world.ctx.database.owner,
      sql`with made as (insert into machine_groups (company_id, name, created_at) values (${world.company}, ${randomUUID()}, now()) returning id)
        insert into grouped_machines (company_id, group_id, machine_id) select ${world.company}, id, ${other.id} from made
        returning group_id::float8 as id`,
    )
    const amounts = async (query = {}) => (await list(query)).map(({ withdrawnAmount }) => withdrawnAmount)
    expect(await amounts()).toEqual([10, 20, 30])
    expect(await amounts({ machine: other.id, group: grouped?.id ?? 0 })).toEqual([0])
    expect(await amounts({ group: grouped?.id ?? 0 })).toEqual([])
    const span = { startDate: toIso(ago(20 * HOUR)), endDate: toIso(ago(10 * HOUR)) }
    expect(await amounts(span)).toEqual([20])
    await count(ago(21 * HOUR), 18)
    expect((await ask({ ...span, type: 'summary' })).json().data).toEqual({
      count: 1,
      withdrawnAmount: 38,
      expectedAmount: 20,
      counted: 1,
      difference: 18,
    })
  })

  test('sums of parts of a period add up, whatever arrives late', async () => {
    const summary = async (from: Moment, until: Moment) =>
      (await ask({ type: 'summary', startDate: toIso(from), endDate: toIso(until) })).json().data as CashSummary
    await three()
    // Nine of the ten sold before the third withdrawal are in the box.
    await count(ago(10 * HOUR + MINUTE / 2), 9)
    const undone = await withdraw(ago(15 * HOUR))
    await withdraw(ago(5 * HOUR))
    await sell(ago(16 * HOUR), 4)
    await sell(ago(25 * HOUR), 3)
    expect((await manager('POST', `/machines/${machine.id}/voids`, { operationId: undone })).statusCode).toBe(200)

    const whole = await summary(ago(40 * HOUR), ago(0))
    expect(whole).toEqual({ count: 4, withdrawnAmount: 62, expectedAmount: 67, counted: 1, difference: -5 })
    // Each withdrawal in a part of its own, at different borders.
    for (const borders of [
      [40, 25, 15, 8, 0],
      [40, 30, 10, 0],
      [40, 20, 0],
    ]) {
      const parts: CashSummary[] = []
      for (const [index, until] of borders.slice(1).entries())
        parts.push(await summary(ago((borders[index] ?? 0) * HOUR), ago(until * HOUR)))
      const added = Object.fromEntries(
        Object.keys(whole).map((figure) => [figure, parts.reduce((sum, part) => sum + part[figure as keyof CashSummary], 0)]),
      )
      expect(added).toEqual(whole)
    }
  })

  test('is paginated', async () => {
    await three()
    const { data, pageDetails } = (await ask({ size: 2, page: 1 })).json()
    expect(data.map(({ withdrawnAmount }: CashWithdraw) => withdrawnAmount)).toEqual([30])
    expect(pageDetails).toEqual({ page: 1, size: 2, totalPages: 2, totalElements: 3, hasNext: false })
  })

  test('exports a table that escapes formulas in names', async () => {
    await sell(ago(9 * HOUR), 5)
    await count(ago(8 * HOUR), 4)
    await withdraw(ago(7 * HOUR))
    const { downloadUrl } = (await ask({ exportType: 'xlsx', locale: 'pl' })).json().data
    const file = await world.app.inject({ url: downloadUrl })
    const [sheet] = await readExcelFile(file.rawPayload)
    expect(sheet?.data).toHaveLength(2)
    expect(sheet?.data[1]?.slice(1)).toEqual(['=Foyer', expect.any(String), 4, 5, -1])
  })

  test('is limited to managers of the same company', async () => {
    await three()
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    expect((await ask({}, rival)).json().data).toEqual([])
    expect((await ask({ type: 'summary' }, rival)).json().data.count).toBe(0)
    const serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
    expect((await ask({}, serviceman)).statusCode).toBe(403)
  })

  test('rejects ranges over two years or with reversed ends', async () => {
    const from = (startDate: string, endDate: string) => ask({ startDate, endDate })
    expect((await from('2024-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')).statusCode).toBe(400)
    expect((await from('2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z')).statusCode).toBe(400)
  })
})
