import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aCompany, createTestContext } from '../../../tests/support/test-context.ts'
import { rowsOf } from '../../db/client.ts'
import { takenBySales } from './drinks-sold.ts'

type Plan = { 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('hostile use: recipe change reads only the sales of its day', async () => {
  const ctx = await createTestContext()
  const { id: company } = await aCompany(ctx)
  const days = { from: { year: 2025, month: 1, day: 1 }, until: { year: 2027, month: 1, day: 1 } }
  const machine = await aMachine(ctx, company)
  // With a history and its statistics, because the plan of an empty table depends on what the database held before.
  await ctx.database.owner.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
    select ${company}, gen_random_uuid(), ${machine.id}, '2026-12-31T00:00:00Z'::timestamptz - n * interval '2 hours', 100, 'CASH', '1'
    from generate_series(1, 8000) n`)
  await ctx.database.owner.execute(sql`analyze transactions`)
  const [row] = await ctx.database.withTenant(company, async (db) => {
    await db.execute(sql`set local enable_seqscan = off`)
    const question = sql`explain (format json) with ${takenBySales(company, { days }, 'Europe/Berlin')} select * from taken`
    return rowsOf<{ 'QUERY PLAN': [{ Plan: Plan }] }>(db, question)
  })
  const sales = row ? nodesOf(row['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name']?.startsWith('transactions')) : []
  // One for each partition.
  expect(sales.length).toBeGreaterThan(0)
  for (const node of sales) expect(node['Index Cond']).toMatch(/\(at >= .*\(at < /)
  await ctx.database.close()
})
