import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, toIso } from '#domain/time.ts'
import { aMachine } from '../../tests/support/fleet.ts'
import { aClock, aCompany, createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import { soldAWeekAgo } from '../features/dashboard/dashboard.store.ts'
import { soldOn } from '../features/dashboard/today-sales.store.ts'
import { staleDays } from '../self-check/aggregates.store.ts'
import { rowsOf } from './client.ts'

const now = aClock().now()
let ctx: TestContext
let company: number
beforeAll(async () => {
  ctx = await createTestContext()
  company = (await aCompany(ctx)).id
  const machine = await aMachine(ctx, company)
  // With a long history and its statistics, because the planner chooses any index of an empty table.
  await ctx.database.owner.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
    select ${company}, gen_random_uuid(), ${machine.id}, ${toIso(now)}::timestamptz - n * interval '1 hour', 100, 'CASH', '1' from generate_series(1, 8000) n`)
  await ctx.database.owner.execute(sql`analyze transactions`)
})
afterAll(() => ctx.database.close())

type Plan = { 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const isOfSales = (node: Plan) => node['Relation Name']?.startsWith('transactions') ?? false

/** How the sales are looked up, in a transaction of the company. */
async function lookUpsOf(question: SQL): Promise<(string | undefined)[]> {
  const [row] = await ctx.database.withTenant(company, async (db) => {
    await db.execute(sql`set local enable_seqscan = off`)
    return rowsOf<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db, sql`explain (format json) ${question}`)
  })
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : []
  return nodes.flatMap((node) => (isOfSales(node) ? [node['Index Cond'] ?? node.Plans?.[0]?.['Index Cond']] : []))
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
