import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTransactionType } from '#domain/sales/transaction.ts'
import { DAY, fromIso, HOUR, type Moment, toIso } from '#domain/time.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { writeSales } from '../telemetry/vends.store.ts'
import { countSales, type Sales, sumSales } from './transactions.store.ts'

const TIMEZONE = 'Europe/Berlin'
/** Midnight in Berlin, a week before summer time starts. */
const FIRST = fromIso('2026-03-22T23:00:00.000Z')
const DAYS = 12
const TYPES = ['CASH', 'CREDIT_CARD', 'RFID', 'FREE', 'CASHLESS_7', 'VOUCHER']

type Sold = { at: Moment; machine: number; product: number | null; type: string; amount: number }

let world: TwoCompanies
let machines: number[] = []
let products: number[] = []
let group: number
const sold: Sold[] = []

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company, rivalCompany } = world
  machines = [await aMachine(ctx, company), await aMachine(ctx, company), await aMachine(ctx, company)].map(({ id }) => id)
  products = [await aProduct(ctx, company), await aProduct(ctx, company)]
  const made = await ctx.database.owner.execute(
    sql`insert into machine_groups (company_id, name, created_at) values (${company}, 'Tour', now()) returning id::float8 as id`,
  )
  group = (made as unknown as { rows: { id: number }[] }).rows[0]?.id ?? 0
  for (const machine of machines.slice(1))
    await ctx.database.owner.execute(
      sql`insert into grouped_machines (company_id, group_id, machine_id) values (${company}, ${group}, ${machine})`,
    )
  const theirs = (await aMachine(ctx, rivalCompany)).id
  const one = fc.record({
    at: timeOf(),
    machine: fc.constantFrom(...machines),
    product: fc.constantFrom(null, ...products),
    type: fc.constantFrom(...TYPES),
    amount: fc.integer({ min: 0, max: 500 }),
  })
  sold.push(...fc.sample(one, { numRuns: 400, seed: 1 }))
  // Inserts in batches like real sales, so that totals are incremented.
  for (const machine of machines)
    for (const part of [0, 1]) {
      const own = sold.filter((sale, index) => sale.machine === machine && index % 2 === part)
      await write(company, machine, own)
      await write(
        rivalCompany,
        theirs,
        own.map((sale) => ({ ...sale, product: null })),
      )
    }
})
afterAll(() => world.close())

const write = (company: number, machine: number, sales: readonly Sold[]) => {
  const till = { company, machine, timezone: TIMEZONE, receivedAt: FIRST }
  const rows = sales.map(({ at, type, product, amount }) => ({
    id: randomUUID(),
    at: toIso(at),
    amount,
    type,
    slot: '11',
    product,
    card: null,
  }))
  return world.ctx.database.withTenant(company, (db) => writeSales(db, till, rows, []))
}

/** Any time, with start and end of days more frequent. */
function timeOf(): fc.Arbitrary<Moment> {
  const any = fc.integer({ min: FIRST, max: FIRST + DAYS * DAY })
  const edge = fc.tuple(fc.integer({ min: 0, max: DAYS }), fc.constantFrom(-1, 0, 1), fc.constantFrom(0, HOUR))
  return fc.oneof(
    any,
    edge.map(([day, off, summer]) => FIRST + day * DAY + off - summer),
  )
}

/** The expected totals, summed sale by sale. */
function foldOf({ from, until, machine, product, group: tour, method }: Sales): Record<string, [number, number]> {
  const meant = sold
    .map((sale) => ({ ...sale, type: isTransactionType(sale.type) ? sale.type : 'UNKNOWN' }))
    .filter(({ at }) => at >= from && at < until)
    .filter((sale) => machine === undefined || sale.machine === machine)
    .filter((sale) => product === undefined || sale.product === product)
    .filter((sale) => tour === undefined || machines.slice(1).includes(sale.machine))
    .filter((sale) => method === undefined || sale.type === method)
  const sums: Record<string, [number, number]> = {}
  for (const { type, amount } of meant) {
    const [count, minor] = sums[type] ?? [0, 0]
    sums[type] = [count + 1, minor + amount]
  }
  return sums
}

test('sales totals and counts equal those of single sales for any filter', async () => {
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
  const wish = fc.record({
    ends: fc.tuple(timeOf(), timeOf()),
    machine: maybe(fc.constantFrom(...machines)),
    product: maybe(fc.constantFrom(...products)),
    group: maybe(fc.constant(group)),
    method: maybe(fc.constantFrom('CASH', 'RFID', 'UNKNOWN')),
  })
  await fc.assert(
    fc.asyncProperty(wish, async ({ ends, ...narrowed }) => {
      const sales: Sales = { ...narrowed, from: Math.min(...ends), until: Math.max(...ends) }
      const sums = await world.ctx.database.withTenant(world.company, (db) => sumSales(db, world.company, sales, { timezone: TIMEZONE }))
      expect(Object.fromEntries(sums.map(({ type, count, turnoverMinor }) => [type, [count, turnoverMinor]]))).toEqual(foldOf(sales))
      const count = await world.ctx.database.withTenant(world.company, (db) => countSales(db, world.company, sales, { timezone: TIMEZONE }))
      expect(count).toBe(Object.values(foldOf(sales)).reduce((sum, [of]) => sum + of, 0))
    }),
    { numRuns: 200 },
  )
})
