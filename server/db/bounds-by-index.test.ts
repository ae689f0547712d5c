import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, toIso } from '#domain/time.ts'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { aClock, aCompany, createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import { cashFold } from '../cash-box/cash-box.store.ts'
import { weighed } from '../features/cash/withdraws.store.ts'
import { soldAWeekAgo } from '../features/dashboard/dashboard.store.ts'
import { soldOn } from '../features/dashboard/today-sales.store.ts'
import { foldedLevels } from '../ledger/ledger.store.ts'
import { staleDays } from '../self-check/aggregates.store.ts'
import { balanceMismatches } from '../self-check/balances.store.ts'
import { type Db, rowsOf } from './client.ts'

const now = aClock().now()
let ctx: TestContext
let company: number
beforeAll(async () => {
  ctx = await createTestContext()
  company = (await aCompany(ctx)).id
  const product = await aProduct(ctx, company)
  const machine = await aMachine(ctx, company, { slots: ['1', '2', '3', '4'].map((number) => ({ number, product, max: 8 })) })
  // With a long history and its statistics, because the planner chooses any index of an empty table.
  await ctx.database.owner.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
    select ${company}, gen_random_uuid(), ${machine.id}, ${toIso(now)}::timestamptz - n * interval '1 hour', 100, 'CASH', '1' from generate_series(1, 8000) n`)
  await ctx.database.owner.execute(sql`
    insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
    select ${company}, ${machine.id}, ${toIso(now)}::timestamptz - n * interval '1 hour', gen_random_uuid(), 0,
      case when n % 100 = 0 then 'count' else 'delta' end, case when n % 100 = 0 then 'WITHDRAWN' else 'SOLD' end, 100
    from generate_series(1, 8000) n`)
  await ctx.database.owner.execute(sql`
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    select p.company_id, p.id, ${toIso(now)}::timestamptz - n * interval '1 hour', gen_random_uuid(), 1,
      case when n % 100 = 0 then 'count' else 'delta' end, 'SALE', 1000
    from stock_points p, generate_series(1, 4000) n where p.company_id = ${company}`)
  await ctx.database.owner.execute(sql`analyze transactions, cash_movements, stock_points, movements`)
})
afterAll(() => ctx.database.close())

type Plan = { 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How rows of a table are looked up, in a transaction of the company. */
async function lookUpsOf(question: SQL, table = 'transactions'): Promise<(string | undefined)[]> {
  const isOfTable = (node: Plan) => node['Relation Name']?.startsWith(table) ?? false
  const [row] = await ctx.database.withTenant(company, async (db) => {
    await db.execute(sql`set local enable_seqscan = off`)
    return rowsOf<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db, sql`explain (format json) ${question}`)
  })
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : []
  return nodes.flatMap((node) => (isOfTable(node) ? [node['Index Cond'] ?? node.Plans?.[0]?.['Index Cond']] : []))
}

const BOTH = /at >= .*at < /

// Partitions are chosen by their bounds, and one with few rows is read completely.
test.skipIf(process.env.TEST_PARTITIONED === 'on').each([
  ['a week ago until now', () => soldAWeekAgo(company, now), BOTH],
  ['on the same weekdays', () => soldOn(company, 'Europe/Berlin', [{ from: now - 8 * DAY, until: now - 7 * DAY }]), BOTH],
  ['since a day, for the self-check', () => staleDays(company, now - 3 * DAY), /at >= /],
])('sales %s are found by their time', async (_what, question, condition) => {
  const lookUps = await lookUpsOf(question())
  expect(lookUps.length).toBeGreaterThan(0)
  for (const lookUp of lookUps) expect(lookUp).toMatch(condition)
})

/** The statement of a call that makes one. */
async function statementOf(read: (db: Db) => Promise<unknown>): Promise<SQL> {
  const statements: SQL[] = []
  await read({ execute: async (statement: SQL) => ({ rows: statements.push(statement) && [] }) } as unknown as Db)
  const [statement] = statements
  if (!statement) throw new Error('no statement')
  return statement
}

const withdrawn = sql`select w.* from cash_movements w where w.cause = 'WITHDRAWN'`

test.each([
  ['of a withdrawal', () => weighed(company, withdrawn), 'cash_movements'],
  [
    'in a cash box',
    () => sql`select * from machine_status s cross join lateral ${cashFold(sql`s.company_id`, sql`s.machine_id`)} f`,
    'cash_movements',
  ],
  ['of a slot', () => statementOf((db) => foldedLevels(db, company, [1, 2])), 'movements'],
  ['of a slot, for the self-check', () => statementOf(balanceMismatches({ company: 0, point: 0 }, 10)), 'movements'],
])('movements %s are read only since the count before', async (_what, question, table) => {
  expect((await lookUpsOf(await question(), table)).join('\n')).toMatch(/effective_at >= CASE/)
})
