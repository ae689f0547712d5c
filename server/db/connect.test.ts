import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigrated } from '../../tests/support/shared-postgres.ts'
import { aDatabase, createTestContext } from '../../tests/support/test-context.ts'
import { type Database, measureDatabaseTime, rowsOf } from './client.ts'
import { openPostgres } from './connect.ts'

const zoneOf = async ({ owner }: Database) =>
  (await rowsOf<{ zone: string }>(owner, sql`select current_setting('timezone') as zone`))[0]?.zone

test('time that a request blocks the embedded database is measured; zero on PostgreSQL', async () => {
  const database = await aDatabase()
  onTestFinished(() => database.close())
  let keptMs = -1
  await measureDatabaseTime(
    () => database.asSystem((db) => db.execute(sql`select 1`)),
    (ms) => {
      keptMs = ms
    },
  )
  expect(keptMs > 0).toBe(database.kind === 'embedded')
})

test('findings 37: days do not depend on the time zone of the database server', async ({ skip }) => {
  const copy = await copyMigrated()
  if ('missing' in copy) return skip(copy.missing)
  const open = async () => {
    const opened = await openPostgres(copy.url, 1)
    if ('wrong' in opened) throw new Error(opened.wrong)
    return opened.database
  }
  const before = await open()
  const name = sql.identifier(new URL(copy.url).pathname.slice(1))
  await before.owner.execute(sql`alter database ${name} set timezone = 'Asia/Tokyo'`)
  await before.close()
  const after = await open()
  onTestFinished(() => after.close())
  expect(await zoneOf(after)).toBe('UTC')
})

test('whole numbers of eight bytes are numbers on both databases', async () => {
  const { database } = await createTestContext()
  onTestFinished(() => database.close())
  expect(await rowsOf(database.owner, sql`select 4700000000::bigint as eight, 47::int as four`)).toEqual([
    { eight: 4_700_000_000, four: 47 },
  ])
})
