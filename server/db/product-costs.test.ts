import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fleet.ts'
import { aCompany, createTestContext } from '../../tests/support/test-context.ts'
import { rowsOf } from './client.ts'

const FOLDER = 'server/db/migrations'
const [file = ''] = readdirSync(FOLDER).filter((name) => name.endsWith('_margin.sql'))
const takeOver = readFileSync(`${FOLDER}/${file}`, 'utf8').split('--> statement-breakpoint').at(-1) ?? ''

test('the migration takes over purchase prices by their delivery days', async () => {
  const ctx = await createTestContext({})
  try {
    const { owner } = ctx.database
    const company = (await aCompany(ctx, { timezone: 'Europe/Berlin' })).id
    const bought = await aProduct(ctx, company, { lastCost: 45 })
    const typed = await aProduct(ctx, company, { lastCost: 99 })
    await aProduct(ctx, company, { lastCost: 10 })
    await owner.execute(sql`insert into suppliers (company_id, name, created_at) values (${company}, 'S', now())`)
    const buy = (status: string, at: string | null, costs: [number, number][]) =>
      owner.execute(sql`
        with p as (insert into purchases (company_id, supplier_id, status, delivered_at, created_at)
          select ${company}::int, s.id, ${status}, ${at}::timestamptz, '2026-01-01' from suppliers s where s.company_id = ${company} returning id)
        insert into purchase_lines (company_id, purchase_id, product_id, place, quantity, unit_cost_minor)
        select ${company}::int, p.id, (l->>0)::bigint, 0, 1, (l->>1)::bigint from p, jsonb_array_elements(${JSON.stringify(costs)}::jsonb) l`)
    await buy('DELIVERED', '2026-02-01T10:00:00Z', [
      [bought, 40],
      [typed, 70],
    ])
    // In Berlin the next day; the later of two purchases on one day counts.
    await buy('DELIVERED', '2026-02-28T23:30:00Z', [[bought, 43]])
    await buy('DELIVERED', '2026-03-01T08:00:00Z', [[bought, 45]])
    await buy('ON_ORDER', null, [[bought, 1]])
    // In one transaction, in which `now()` stays the same.
    const rows = await owner.transaction(async (db) => {
      await db.execute(sql.raw(takeOver))
      return rowsOf<{ product: number; from: string; cost: number; isToday: boolean }>(
        db,
        sql`select product_id::float8 as product, valid_from::text as from, cost_minor::float8 as cost,
          valid_from = (now() at time zone 'Europe/Berlin')::date as "isToday" from product_costs where company_id = ${company} order by product_id, valid_from`,
      )
    })
    expect(rows.map(({ product, from, cost, isToday }) => [product, isToday ? 'today' : from, cost])).toEqual([
      [bought, '-infinity', 40],
      [bought, '2026-03-01', 45],
      [typed, '-infinity', 70],
      [typed, 'today', 99],
    ])
  } finally {
    await ctx.database.close()
  }
})
