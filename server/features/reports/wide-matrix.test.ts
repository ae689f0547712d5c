import { sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromIso } from '#domain/time.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'

/** A sheet has 16,384 columns, two of which are the product and its total. */
const FITS = 16_382
const QUERY = 'startDate=2026-03-01T00:00:00.000Z&endDate=2026-03-31T00:00:00.000Z&exportType=xlsx'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: () => fromIso('2026-04-10T12:00:00.000Z') })
})
afterAll(() => world.close())

/** Machines with sales in March. */
async function addSelling(from: number, until: number): Promise<void> {
  const { ctx, company } = world
  await ctx.database.owner.execute(sql`
    insert into machines (company_id, id, name, type, token, created_at) overriding system value
    select ${company}, 100000 + n, 'Machine ' || n, 'SNACK', 'wide-' || n, '2026-01-01' from generate_series(${from}::int, ${until}::int) n`)
  await ctx.database.owner.execute(sql`
    insert into daily_sales (company_id, day, machine_id, product_id, type, count, turnover_minor)
    select ${company}, '2026-03-10', 100000 + n, 0, 'CASH', 1, n from generate_series(${from}::int, ${until}::int) n`)
}

test('matrix wider than a sheet is rejected; the widest fit is complete', async () => {
  await addSelling(1, FITS)
  const { downloadUrl } = (await world.manager.call('GET', `/reports/v2/matrix?${QUERY}`)).json().data
  const file = await world.app.inject(downloadUrl)
  expect((await readSheet(file.rawPayload))[1]?.length).toBe(FITS + 2)

  await addSelling(FITS + 1, FITS + 1)
  const refused = await world.manager.call('GET', `/reports/v2/matrix?${QUERY}`)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'REPORT_TOO_WIDE'])
  expect(refused.json().detail).toBe('The report has 16383 machines. A table can have at most 16382.')
  expect((await world.manager.call('GET', `/reports/v2/matrix?${QUERY.replace('&exportType=xlsx', '')}`)).statusCode).toBe(200)
})
