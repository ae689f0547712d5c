import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Moment } from '#domain/time.ts'
import { aMachine } from '../../tests/support/fleet.ts'
import { freshDatabase } from '../../tests/support/postgres.ts'
import { clusterOfRun } from '../../tests/support/shared-postgres.ts'
import { aCompany } from '../../tests/support/test-context.ts'
import { createAppContext } from '../app-context.ts'
import { EXCLUDED } from '../backup/backup-file.ts'
import { type Database, rowsOf } from '../db/client.ts'
import { MOVED_FOLDER, openEmbedded, openPostgres } from '../db/connect.ts'
import { lockDataDirectory } from '../db/lock-file.ts'
import { prepareCompanies } from '../demo/prepare.ts'
import { readSettings, type Settings } from '../settings.ts'
import { moveTo } from './move-to.ts'

const now: Moment = Date.parse('2026-03-12T10:20:00Z')

function settingsOf(more: Record<string, string> = {}): Settings {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const read = readSettings({ DATA_DIR: folder, DEMO_SIZE: '4', ...more })
  if ('wrong' in read) throw new Error(read.wrong)
  return read.settings
}

async function opened(opening: ReturnType<typeof openEmbedded>): Promise<Database> {
  const result = await opening
  if ('wrong' in result) throw new Error(result.wrong)
  return result.database
}

/** Each table that a backup contains: its number of rows, and a hash of them. */
async function contentsOf({ owner }: Database): Promise<Record<string, unknown>> {
  const tables = await rowsOf<{ name: string }>(
    owner,
    sql`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`,
  )
  const contents: Record<string, unknown> = {}
  for (const { name } of tables) {
    if (EXCLUDED.includes(name) || name === 'installation') continue
    const hashed = sql`select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as hash from ${sql.identifier(name)} t`
    contents[name] = (await rowsOf(owner, hashed))[0]
  }
  return contents
}

test('the embedded database is moved to PostgreSQL with every row, and not continued by accident', async ({ skip }) => {
  const cluster = await clusterOfRun()
  if ('missing' in cluster) return skip(cluster.missing)
  const settings = settingsOf()
  const embedded = await opened(openEmbedded(settings.dataDir))
  await prepareCompanies(createAppContext(settings, embedded, Buffer.alloc(32), () => now))
  const before = await contentsOf(embedded)
  await embedded.close()

  const url = await freshDatabase(cluster.url)
  const moved = await moveTo(settings, url, now)
  expect(moved).toMatchObject({ check: { mismatches: [], stale: [], broken: [] } })
  const target = await opened(openPostgres(url, 5))
  expect(await contentsOf(target)).toEqual(before)
  expect(before.movements).toMatchObject({ rows: expect.any(Number) })
  await target.close()

  expect(await openEmbedded(settings.dataDir)).toEqual({ wrong: expect.stringContaining('was moved to PostgreSQL: set DATABASE_URL') })
  expect(existsSync(join(settings.dataDir, MOVED_FOLDER))).toBe(true)
  expect(await moveTo(settings, url, now)).toEqual({ wrong: expect.stringContaining('There is no embedded database') })
}, 600_000)

test('a move that is not possible changes nothing and names the reason', async ({ skip }) => {
  const cluster = await clusterOfRun()
  if ('missing' in cluster) return skip(cluster.missing)
  const url = await freshDatabase(cluster.url)
  const settings = settingsOf()
  expect(await moveTo(settings, url, now)).toEqual({ wrong: expect.stringContaining('There is no embedded database') })
  expect(await moveTo(settingsOf({ DATABASE_URL: url }), url, now)).toEqual({ wrong: expect.stringContaining('DATABASE_URL is set') })

  // Its contents do not matter here, so there is no demo, whose move takes most of the time of the other test.
  const embedded = await opened(openEmbedded(settings.dataDir))
  const ctx = createAppContext(settings, embedded, Buffer.alloc(32), () => now)
  await aMachine(ctx, (await aCompany(ctx)).id)
  await embedded.close()
  const lock = lockDataDirectory(settings.dataDir)
  expect(await moveTo(settings, url, now)).toEqual({ wrong: expect.stringContaining('stop that process first') })
  if ('release' in lock) lock.release()
  const away = url.replace(/:\d+\//, ':1/')
  expect(await moveTo(settings, away, now)).toEqual({ wrong: expect.stringMatching(/^PostgreSQL at this address cannot be reached/) })

  expect(await moveTo(settings, url, now)).toMatchObject({ check: { mismatches: [] } })
  const other = settingsOf()
  await (await opened(openEmbedded(other.dataDir))).close()
  expect(await moveTo(other, url, now)).toEqual({ wrong: 'The database contains a company; give an empty one.' })
  const unmoved = await opened(openEmbedded(other.dataDir))
  await unmoved.close()
  mkdirSync(join(other.dataDir, MOVED_FOLDER))
  expect(await moveTo(other, await freshDatabase(cluster.url), now)).toEqual({ wrong: expect.stringContaining('from an earlier move') })
}, 600_000)
