import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from './client.ts'
import { gatherStatistics } from './gather-statistics.job.ts'

test("embedded database updates the planner's table sizes", async () => {
  const { ctx, company, close } = await twoCompanies({})
  const { owner } = ctx.database
  await owner.execute(sql`
    insert into products (company_id, sku, name, volume, volume_type, packaging)
    select ${company}::int, 'many ' || n, 'Product ' || n, 330, 'MILLILITRE', 'CAN' from generate_series(1, 3000) n`)
  const known = async () =>
    (await rowsOf<{ rows: number }>(owner, sql`select reltuples::float8 as rows from pg_class where relname = 'products'`))[0]?.rows ?? 0
  expect(await gatherStatistics(ctx)).toBe('well')
  if (ctx.database.kind === 'embedded') expect(await known()).toBeGreaterThanOrEqual(3000)
  await close()
})
