import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#domain/time.ts'
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
})
afterAll(() => ctx.database.close())

type Plan = { 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How the sales are looked up, in a transaction of the company. */
async function lookUpsOf(question: SQL): Promise<(string | undefined)[]> {
  const [row] = await ctx.database.withTenant(company, async (db) => {
    // The tables are empty here, and the planner would scan an empty table.
    await db.execute(sql`set local enable_seqscan = off`)
    await db.execute(sql`set local enable_bitmapscan = off`)
    return rowsOf<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db, sql`explain (format json) ${question}`)
  })
  const nodes = row ? nodesOf(row['QUERY PLAN'][0].Plan) : []
  return nodes.filter((node) => node['Relation Name']?.startsWith('transactions')).map((node) => node['Index Cond'])
}

const BOTH = /at >= .*at < /

test.each([
  ['a week ago until now', () => soldAWeekAgo(company, now), BOTH],
  ['on the same weekdays', () => soldOn(company, 'Europe/Berlin', [{ from: now - 8 * DAY, until: now - 7 * DAY }]), BOTH],
  ['since a day, for the self-check', () => staleDays(company, now - 3 * DAY), /at >= /],
])('sales %s are found by their time', async (_what, question, condition) => {
  const lookUps = await lookUpsOf(question())
  expect(lookUps.length).toBeGreaterThan(0)
  for (const lookUp of lookUps) expect(lookUp).toMatch(condition)
})
