import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import { rowsOf } from './client.ts'
import { startOfDay } from './sql-fragments.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.database.close())

test.each([
  ['Atlantic/Azores', '2028-10-29', '2028-10-29T00:00:00Z', 'midnight occurs twice'],
  ['America/Santiago', '2028-09-03', '2028-09-03T04:00:00Z', 'midnight is skipped'],
  ['Atlantic/Azores', '2028-03-26', '2028-03-26T01:00:00Z', 'midnight is skipped'],
  ['Australia/Lord_Howe', '2028-04-02', '2028-04-01T13:00:00Z', 'half an hour occurs twice later'],
  ['Europe/Berlin', '2028-10-29', '2028-10-28T22:00:00Z', 'an hour occurs twice later'],
  ['Asia/Tokyo', '2028-02-29', '2028-02-28T15:00:00Z', 'a leap day'],
])('in %s, %s begins at %s: %s', async (zone, day, begins) => {
  const [row] = await rowsOf<{ at: number }>(
    ctx.database.owner,
    sql`select extract(epoch from ${startOfDay(sql`${day}::date`, zone)})::float8 * 1000 as at`,
  )
  expect(row?.at).toBe(Date.parse(begins))
})
