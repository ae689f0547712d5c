import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createTestContext } from '../../tests/support/test-context.ts'
import { rowsOf } from './client.ts'

test('whole numbers of eight bytes are numbers on both databases', async () => {
  const { database } = await createTestContext()
  onTestFinished(() => database.close())
  expect(await rowsOf(database.owner, sql`select 4700000000::bigint as eight, 47::int as four`)).toEqual([
    { eight: 4_700_000_000, four: 47 },
  ])
})
