import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, fromIso, HOUR, toIso } from '#domain/time.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { seed } from '../../../tests/support/seed.ts'
import { aCompany, createTestContext, type TestContext } from '../../../tests/support/test-context.ts'
import { randomFrom } from '../../../tests/sync/simulation/random.ts'
import { rowsOf } from '../../db/client.ts'
import { rebuildDailySales } from '../../self-check/daily-sales.store.ts'
import { takenBySales } from './drinks-sold.ts'
import { marginLines } from './margin-lines.ts'
import type { ReportFilter } from './report-filter.ts'

const TIMEZONE = 'Europe/Berlin'
/** Two weeks with a change of daylight saving time. */
const FIRST = fromIso('2026-03-20T23:00:00.000Z')
const COUNT = 14
const DAYS = { from: { year: 2026, month: 3, day: 21 }, until: { year: 2026, month: 4, day: 4 } }
/** At noon of a day, and at the start of one, drinks receive a recipe. */
const TURNS = [FIRST + 4 * DAY + 12 * HOUR, FIRST + 6 * DAY] as const
const MACHINES = 6

let ctx: TestContext
let company: number
const machines: number[] = []
let group = 0

beforeAll(async () => {
  ctx = await createTestContext()
  company = (await aCompany(ctx, { timezone: TIMEZONE })).id
  const random = randomFrom(seed, 'margin lines')
  const { owner } = ctx.database
  const bar = await aProduct(ctx, company, { lastCost: 47 })
  const cola = await aProduct(ctx, company, { packaging: 'CAN', lastCost: 55 })
  const withoutCost = await aProduct(ctx, company)
  const beans = await aProduct(ctx, company, { packaging: 'INGREDIENT', volume: 999, lastCost: 1399 })
  const milk = await aProduct(ctx, company, { packaging: 'INGREDIENT', volume: 1000 })
  const drink = () => aProduct(ctx, company, { packaging: 'COFFEE' })
  const [coffee, changed, late, withMilk, withoutRecipe] = [await drink(), await drink(), await drink(), await drink(), await drink()]
  const products = [bar, cola, withoutCost, beans, coffee, changed, late, withMilk, withoutRecipe, null]
  for (const [product, at, share] of [
    [coffee, FIRST - 90 * DAY, 7333],
    [changed, FIRST - 90 * DAY, 7111],
    [changed, TURNS[0], 9003],
    [changed, TURNS[1], 5001],
    [late, TURNS[0], 8000],
    [withMilk, FIRST - 90 * DAY, 6000],
  ] as const)
    await owner.execute(sql`insert into recipe_lines values (${company}, ${product}, ${toIso(at)}, ${beans}, ${share})`)
  await owner.execute(sql`insert into recipe_lines values (${company}, ${withMilk}, ${toIso(FIRST - 90 * DAY)}, ${milk}, 20000)`)
  await owner.execute(sql`insert into product_costs (company_id, product_id, valid_from, cost_minor)
    values (${company}, ${bar}, '-infinity', 41), (${company}, ${bar}, '2026-03-29', 47), (${company}, ${cola}, '-infinity', 0),
      (${company}, ${cola}, '2026-03-25', 55), (${company}, ${beans}, '-infinity', 1201), (${company}, ${beans}, '2026-03-30', 1399)`)
  await owner.execute(sql`insert into product_taxes (company_id, product_id, valid_from, tax_basis_points)
    values (${company}, ${bar}, '-infinity', 700), (${company}, ${bar}, '2026-03-28', 1900), (${company}, ${coffee}, '-infinity', 1900)`)
  await owner.execute(sql`insert into company_taxes (company_id, valid_from, tax_basis_points) values (${company}, '2026-03-26', 700)`)

  for (let count = 0; count < MACHINES; count++) machines.push((await aMachine(ctx, company, { name: `Machine ${count}` })).id)
  const [one, two, three, four] = machines
  await owner.execute(sql`insert into machine_commissions (company_id, machine_id, valid_from, share_basis_points, base, monthly_minor)
    values (${company}, ${one}, '2026-01-01', 1033, 'NET', 0), (${company}, ${one}, '2026-03-27', 707, 'GROSS', 5000),
      (${company}, ${two}, '2026-03-27', 1111, 'NET', 0), (${company}, ${two}, '2026-04-01', 0, 'NET', 0), (${company}, ${three}, '2026-01-01', 0, 'GROSS', 900),
      (${company}, ${four}, '2026-01-01', 505, 'NET', 0)`)
  const [named] = await rowsOf<{ id: number }>(
    owner,
    sql`insert into machine_groups (company_id, name, created_at) values (${company}, 'North', now()) returning id::float8 as id`,
  )
  group = named?.id ?? 0
  await owner.execute(sql`insert into grouped_machines (company_id, group_id, machine_id)
    values (${company}, ${group}, ${two}), (${company}, ${group}, ${three}), (${company}, ${group}, ${machines[4]})`)

  const sales = Array.from({ length: 1500 }, () => ({
    id: random.uuid(),
    machine: random.pick(machines),
    at: toIso(FIRST + random.between(-HOUR, COUNT * DAY)),
    amount: random.between(1, 399),
    type: random.pick(['CASH', 'CARD', 'RFID']),
    product: random.pick(products),
  }))
  await owner.execute(sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id)
    select ${company}::int, s.id, s.machine, s.at, s.amount, s.type, '1', s.product from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
      as s(id uuid, machine bigint, at timestamptz, amount bigint, type text, product bigint)`)
  await ctx.database.withTenant(company, (db) => rebuildDailySales(db, company))
})
afterAll(() => ctx.database.close())

const ask = <Row>(statement: SQL) => ctx.database.withTenant(company, (db) => rowsOf<Row>(db, statement))

const sumsOf = (filter: ReportFilter, byMachine: boolean) =>
  ask(sql`with ${marginLines(company, filter, TIMEZONE, { byMachine })}
    select l.product_id::int as product, sum(l.count)::int as sold, sum(l.turnover)::int as turnover, round(sum(l.net), 9) as net,
      round(coalesce(sum(l.net) filter (where not l.known), 0), 9) as "netWithoutCost", round(coalesce(sum(l.cost), 0), 9) as cost,
      coalesce(sum(l.count) filter (where not l.known), 0)::int as "withoutCost", round(sum(l.commission), 9) as commission
    from lines l group by 1 order by 1`)

test('product margins are the sums of their machines, for each filter', async () => {
  for (const filter of [{ days: DAYS }, { days: DAYS, group }, { days: DAYS, machine: machines[0] }]) {
    const byMachine = await sumsOf(filter, true)
    expect(byMachine).toHaveLength(10)
    expect(await sumsOf(filter, false)).toEqual(byMachine)
  }
})

/** The commission of each product, row by row of the daily sales. */
const commissionsOneByOne = () => {
  const tax = sql`coalesce(
    (select t.tax_basis_points from product_taxes t where t.company_id = d.company_id and t.product_id = d.product_id and t.valid_from <= d.day order by t.valid_from desc limit 1),
    (select t.tax_basis_points from company_taxes t where t.company_id = d.company_id and d.product_id = 0 and t.valid_from <= d.day order by t.valid_from desc limit 1),
    (select p.tax_basis_points from products p where p.company_id = d.company_id and p.id = d.product_id), 0)`
  const share = sql`d.turnover_minor * c.share_basis_points / 10000.0`
  return ask(sql`select d.product_id::int as product, round(sum(case c.base when 'GROSS' then ${share} else ${share} * 10000 / (10000 + ${tax}) end), 9) as commission
    from daily_sales d
    cross join lateral (select c.base, c.share_basis_points from machine_commissions c
      where c.company_id = d.company_id and c.machine_id = d.machine_id and c.valid_from <= d.day order by c.valid_from desc limit 1) c
    where d.company_id = ${company} and d.day >= '2026-03-21' and d.day < '2026-04-04' group by 1 order by 1`)
}

test('commissions are those of each row of the daily sales', async () => {
  for (const byMachine of [false, true]) {
    const found = await ask(sql`with ${marginLines(company, { days: DAYS }, TIMEZONE, { byMachine })}
      select l.product_id::int as product, round(sum(l.commission), 9) as commission from lines l group by 1 order by 1`)
    expect(found).toHaveLength(10)
    expect(found).toEqual(await commissionsOneByOne())
  }
})

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How many daily sales of machines a statement reads. */
async function dailySalesRead(statement: SQL): Promise<number> {
  const [row] = await ask<{ 'QUERY PLAN': [{ Plan: Plan }] }>(sql`explain (analyze, format json) ${statement}`)
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'daily_sales') : []
  return nodes.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
}

test('product reports without commissions and recipe changes read no sales by machine', async () => {
  await ctx.database.owner.execute(sql`analyze`)
  expect(await dailySalesRead(sql`with ${takenBySales(company, { days: DAYS }, TIMEZONE)} select * from taken`)).toBe(0)
  const days = { from: { year: 2026, month: 3, day: 28 }, until: DAYS.until }
  const lines = sql`with ${marginLines(company, { days }, TIMEZONE, { byMachine: false })} select * from lines`
  expect(await dailySalesRead(lines)).toBeGreaterThan(1)
  await ctx.database.owner.execute(sql`delete from machine_commissions`)
  // A hash join reads the first row of one side before it finds that the other is empty.
  expect(await dailySalesRead(lines)).toBeLessThanOrEqual(1)
})
