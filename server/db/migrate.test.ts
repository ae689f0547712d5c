import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { aFailingDatabase } from '../../tests/support/failing-database.ts'
import { isLong } from '../../tests/support/long.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { schemaOf } from '../../tests/support/schema-of.ts'
import { SYSTEM_ROLE, TENANT_ROLE } from './client.ts'
import { openPostgres } from './connect.ts'
import { marksIn, migrate } from './migrate.ts'

/** The short form fails at every fifteenth statement, which reaches each migration several times. */
const STRIDE = isLong ? 1 : 15

test('migration that fails at any statement is completed by the next start', async () => {
  const clean = await aFailingDatabase()
  onTestFinished(clean.database.close)
  const expected = await schemaOf(clean.database.owner)

  const { database, failingAt } = await aFailingDatabase({ isEmpty: true })
  onTestFinished(database.close)
  let failures = 0
  let marks = 0
  for (let step = 1; ; step += STRIDE) {
    const failed = await failingAt(step, () => migrate(database.owner)).then(
      () => false,
      () => true,
    )
    if (!failed) break
    failures++
    const now = (await marksIn(database.owner).catch(() => [])).length
    // Completed migrations are skipped, so the next failure is at the first remaining statement.
    if (now > marks) step = 1 - STRIDE
    marks = now
  }
  expect(failures).toBeGreaterThan(50 / STRIDE)
  expect(await schemaOf(database.owner)).toEqual(expected)
}, 600_000)

test('server starts while another creates the roles of the same cluster', async ({ skip }) => {
  const postgres = await startPostgres()
  if ('missing' in postgres) return skip(postgres.missing)
  onTestFinished(postgres.stop)
  const [url, elsewhere] = [await freshDatabase(postgres.url), await freshDatabase(postgres.url)]
  const other = new Client({ connectionString: elsewhere })
  await other.connect()
  await other.query(`begin; create role ${TENANT_ROLE} nologin; create role ${SYSTEM_ROLE} nologin`)
  const opening = openPostgres(url, 2)
  onTestFinished(async () => {
    await other.end()
    const opened = await opening
    if ('database' in opened) await opened.database.close()
  })
  const isWaiting = async () => (await other.query('select from pg_locks where not granted')).rowCount
  while (!(await isWaiting())) await new Promise(setImmediate)
  await other.query('commit')
  expect(await opening).toHaveProperty('database')
}, 600_000)

test('concurrent starts on a new database succeed', async ({ skip }) => {
  const postgres = await startPostgres()
  if ('missing' in postgres) return skip(postgres.missing)
  onTestFinished(postgres.stop)
  for (let round = 0; round < 5; round++) {
    const url = await freshDatabase(postgres.url)
    const opened = await Promise.all(Array.from({ length: 6 }, () => openPostgres(url, 2)))
    for (const one of opened) if ('database' in one) await one.database.close()
    for (const one of opened) expect(one).toHaveProperty('database')
  }
}, 600_000)

test('migration that waits for a table gives way to the requests of running servers', async ({ skip }) => {
  const postgres = await startPostgres()
  if ('missing' in postgres) return skip(postgres.missing)
  onTestFinished(postgres.stop)
  const url = await freshDatabase(postgres.url)
  const first = await openPostgres(url, 2)
  if ('wrong' in first) throw new Error(first.wrong)
  onTestFinished(first.database.close)
  const [reader, other] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  await Promise.all([reader.connect(), other.connect()])
  onTestFinished(async () => void (await Promise.all([reader.end(), other.end()])))
  // A start alters a table without row-level security, and a backup reads it for a long time.
  await other.query('alter table jobs no force row level security')
  await reader.query('begin; select from jobs')
  let isOpened = false
  const opening = openPostgres(url, 2).finally(() => {
    isOpened = true
  })
  const waiting = async () => (await other.query("select from pg_locks where not granted and relation = 'jobs'::regclass")).rowCount
  while (!(await waiting())) await new Promise(setImmediate)
  // It is in the queue behind the migration.
  await other.query('select from jobs')
  expect(isOpened).toBe(false)
  await reader.query('commit')
  const second = await opening
  expect(second).toHaveProperty('database')
  if ('database' in second) await second.database.close()
}, 600_000)
