import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day, isoDay } from '#domain/calendar.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { findSold, type Sold } from './sold.store.ts'

let world: TwoCompanies
let machines: number[]
let products: number[]

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  machines = [(await aMachine(ctx, company)).id, (await aMachine(ctx, company)).id]
  products = [0, await aProduct(ctx, company), await aProduct(ctx, company), await aProduct(ctx, company)]
})
afterAll(() => world.close())

const START = { year: 2026, month: 1, day: 20 }
const LENGTH = 80
const day = fc.nat(LENGTH).map((days) => isoDay(addDays(START, days)))
const rate = fc.constantFrom(0, 700, 1900)
const sale = fc.record({
  day,
  machine: fc.nat(1),
  product: fc.nat(3),
  type: fc.constantFrom('CASH', 'CREDIT_CARD'),
  count: fc.integer({ min: 1, max: 9 }),
})
const change = fc.record({ product: fc.nat(3), from: fc.oneof(day, fc.constant('-infinity')), rate })
const period = fc
  .tuple(fc.nat(LENGTH), fc.nat(LENGTH))
  .map(([from, length]) => ({ from: addDays(START, from), until: addDays(START, from + length) }))

/** The rate of each row of the daily totals, looked up one by one. */
async function soldOneByOne(from: string, until: string): Promise<Sold[]> {
  const { ctx, company } = world
  const rateOf = sql`coalesce(
    (select t.tax_basis_points from product_taxes t where t.company_id = d.company_id and t.product_id = d.product_id and t.valid_from <= d.day order by t.valid_from desc limit 1),
    (select p.tax_basis_points from products p where p.company_id = d.company_id and p.id = d.product_id
      and not exists (select from product_taxes t where t.company_id = d.company_id and t.product_id = d.product_id)),
    (select t.tax_basis_points from company_taxes t where t.company_id = d.company_id and d.product_id = 0 and t.valid_from <= d.day order by t.valid_from desc limit 1), 0)`
  const rows = sql`select d.*, to_char(d.day, 'YYYY-MM') as of_month, ${rateOf} as rate from daily_sales d
    where d.company_id = ${company} and d.day >= ${from}::date and d.day < ${until}::date`
  const sums = sql`rate::float8 as rate, sum(count)::float8 as count, sum(turnover_minor)::float8 as "grossMinor"`
  return rowsOf<Sold>(
    ctx.database.owner,
    sql`with d as (${rows})
      select 'PRODUCT' as part, of_month as "ofMonth", product_id::float8 as key, type, ${sums} from d group by of_month, product_id, type, rate
      union all select 'MACHINE', of_month, machine_id::float8, '', ${sums} from d group by of_month, machine_id, rate`,
  )
}

const sorted = (rows: readonly Sold[]) => rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()

type Sale = { day: string; machine: number; product: number; type: string; count: number }
type Change = { product: number; from: string; rate: number }

async function expectEqual(sales: Sale[], changes: Change[], { from, until }: { from: Day; until: Day }): Promise<void> {
  const { ctx, company } = world
  const { owner } = ctx.database
  for (const table of ['daily_sales', 'product_days', 'machine_days', 'product_taxes', 'company_taxes'])
    await owner.execute(sql`delete from ${sql.identifier(table)}`)
  const rows = JSON.stringify(sales.map((row) => ({ ...row, machine: machines[row.machine], product: products[row.product] })))
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as r(day date, machine bigint, product bigint, type text, count int)`
  await owner.execute(sql`insert into daily_sales (company_id, day, machine_id, product_id, type, count, turnover_minor)
    select ${company}::int, day, machine, product, type, sum(count), sum(count * 150 + machine) from ${given} group by 2, 3, 4, 5`)
  await owner.execute(sql`insert into product_days (company_id, day, product_id, type, count, turnover_minor)
    select company_id, day, product_id, type, sum(count), sum(turnover_minor) from daily_sales where company_id = ${company} group by 1, 2, 3, 4`)
  await owner.execute(sql`insert into machine_days (company_id, day, machine_id, type, count, turnover_minor)
    select company_id, day, machine_id, type, sum(count), sum(turnover_minor) from daily_sales where company_id = ${company} group by 1, 2, 3, 4`)
  for (const { product, from, rate } of changes) {
    if (product > 0)
      await owner.execute(sql`insert into product_taxes (company_id, product_id, valid_from, tax_basis_points)
        values (${company}, ${products[product]}, ${from}::date, ${rate}) on conflict do nothing`)
    else
      await owner.execute(sql`insert into company_taxes (company_id, valid_from, tax_basis_points)
        values (${company}, ${from}::date, ${rate}) on conflict do nothing`)
  }
  const found = await ctx.database.withTenant(company, (db) => findSold(db, company, { from, until }))
  expect(sorted(found)).toEqual(sorted(await soldOneByOne(isoDay(from), isoDay(until))))
}

test('sales by rate equal those of every day, whatever taxes change within the period', async () => {
  const changes = fc.array(change, { maxLength: 8 })
  await fc.assert(fc.asyncProperty(fc.array(sale, { maxLength: 40 }), changes, period, expectEqual), { numRuns: 60 })
})

test('and with one rate for all products', async () => {
  const changes = [0, 1, 2, 3].map((product) => ({ product, from: '-infinity', rate: 1900 }))
  const sales = Array.from({ length: 60 }, (_, index) => ({ product: index % 4, machine: index % 2, type: 'CASH', count: 1 + (index % 5) }))
  const sold = sales.map((sale, index) => ({ ...sale, day: isoDay(addDays(START, index)) }))
  await expectEqual(sold, changes, { from: START, until: addDays(START, 60) })
})

test('and with a change of tax on each day of a long period', async () => {
  const days = Array.from({ length: 250 }, (_, index) => isoDay(addDays(START, index)))
  const changes = days.map((from, index) => ({ product: index % 4, from, rate: 100 * (index % 20) }))
  const sales = days.map((day, index) => ({ day, machine: index % 2, product: index % 3, type: 'CASH', count: 1 + (index % 5) }))
  await expectEqual(sales, changes, { from: START, until: addDays(START, 250) })
})
