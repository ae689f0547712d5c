import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigrated } from '../../tests/support/shared-postgres.ts'
import { aDatabase, createTestContext } from '../../tests/support/test-context.ts'
import { measureDatabaseTime, rowsOf } from './client.ts'
import { openPostgres, type PostgresPlace, whyUnsupported } from './connect.ts'

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

/** What an administrator may have set for the server, the database or the user, and what the statements depend on. */
const SETTINGS = [
  ['timezone', 'Asia/Tokyo', 'UTC'],
  ['datestyle', 'German', 'ISO, MDY'],
  ['intervalstyle', 'sql_standard', 'postgres'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '0', '1'],
  ['standard_conforming_strings', 'off', 'on'],
  ['default_transaction_isolation', 'serializable', null],
] as const

const EXAMPLES = sql`select current_setting('transaction_isolation') as isolation, '2026-03-04 05:06:07.089Z'::timestamptz::text as at,
  '1 day 2 hours'::interval::text as span, '\\x00ff'::bytea::text as bytes, (0.1::float8 + 0.2)::text as sum, '\\x'::text as escape`

test.for<[string, (url: string) => string | PostgresPlace]>([
  ['of a connection', (url) => url],
  ['behind a pooler', (url) => ({ databaseUrl: url, databaseDirectUrl: url })],
])('results do not depend on the settings of the database server %s', async ([, placeOf], { skip }) => {
  const copy = await copyMigrated()
  if ('missing' in copy) return skip(copy.missing)
  const open = async () => {
    const opened = await openPostgres(placeOf(copy.url), 1)
    if ('wrong' in opened) throw new Error(opened.wrong)
    return opened.database
  }
  const before = await open()
  const expected = await before.asSystem((db) => rowsOf(db, EXAMPLES))
  expect(expected).toMatchObject([{ isolation: 'read committed' }])
  const name = sql.identifier(new URL(copy.url).pathname.slice(1))
  for (const [setting, value] of SETTINGS)
    await before.owner.execute(sql`alter database ${name} set ${sql.identifier(setting)} = ${sql.raw(`'${value}'`)}`)
  await before.close()
  const after = await open()
  onTestFinished(() => after.close())
  expect(await after.asSystem((db) => rowsOf(db, EXAMPLES))).toEqual(expected)
  expect(await after.querySystem(EXAMPLES)).toEqual(expected)
  expect(await rowsOf(after.owner, EXAMPLES)).toEqual(expected)
  for (const [setting, , ours] of SETTINGS) {
    if (ours === null) continue
    const read = sql`select current_setting(${setting}) as value`
    expect(await after.asSystem((db) => rowsOf(db, read))).toEqual([{ value: ours }])
  }
})

test('whole numbers of eight bytes are numbers on both databases', async () => {
  const { database } = await createTestContext()
  onTestFinished(() => database.close())
  expect(await rowsOf(database.owner, sql`select 4700000000::bigint as eight, 47::int as four`)).toEqual([
    { eight: 4_700_000_000, four: 47 },
  ])
})

test('a database in another encoding is refused with the remedy', async ({ skip }) => {
  const copy = await copyMigrated()
  if ('missing' in copy) return skip(copy.missing)
  const opened = await openPostgres(copy.url, 1)
  if ('wrong' in opened) throw new Error(opened.wrong)
  onTestFinished(() => opened.database.close())
  const url = new URL(copy.url)
  const name = `${url.pathname.slice(1)}_latin`
  await opened.database.owner.execute(sql.raw(`create database ${name} encoding 'LATIN1' locale 'C' template template0`))
  url.pathname = `/${name}`
  expect(await openPostgres(url.href, 1)).toEqual({ wrong: expect.stringContaining('has the encoding LATIN1') })
})

test('an old version of PostgreSQL is refused', () => {
  expect(whyUnsupported({ encoding: 'UTF8', version: 140_011 })).toMatch(/^is PostgreSQL 14;/)
  expect(whyUnsupported({ encoding: 'UTF8', version: 150_000 })).toBeNull()
})
