import { spawnSync } from 'node:child_process'
import { mkdtempSync, statfsSync } from 'node:fs'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { type Plan, type Report, restockUnder, strikeBetween } from './under-faults.ts'

/** Large enough for the demo and the write-ahead log. */
const SIZE = '320m'
const FULL_MS = 3_000

/** `failures`: how often PostgreSQL itself failed for lack of space, by its log. */
type DiskReport = Report & { failures: number }

/** As in `ERROR:  could not extend file "base/5/1247": No space left on device`. */
const NO_SPACE = /(ERROR|FATAL|PANIC):.*No space left on device/

/**
 * Fills the disk of PostgreSQL repeatedly while clients restock, and frees it again. If PostgreSQL stopped for lack of space, it is
 * started again, as an operator does. `missing` gives the reason if it cannot run here.
 */
export async function fillDisk(plan: Plan): Promise<DiskReport | { missing: string }> {
  const disk = mkdtempSync(join(tmpdir(), 'roundsman-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', disk])
  if (mounted.status !== 0) {
    await rmdir(disk)
    return { missing: 'a file system of limited size cannot be mounted here; it needs root' }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-full-'))
  const postgres = await startPostgres({ durable: true, under: disk })
  try {
    if ('missing' in postgres) return postgres
    const databaseUrl = await freshDatabase(postgres.url)
    const failures = () => postgres.log().filter((line) => NO_SPACE.test(line)).length
    const report = await restockUnder(plan, { dataDir, databaseUrl }, (around) =>
      strikeBetween(around, plan.times, async () => {
        await fill(disk)
        await writeMuch(databaseUrl)
        await pause(FULL_MS)
        await rm(join(disk, BALLAST))
        await postgres.ensureStarted()
      }),
    )
    return { ...report, failures: failures() }
  } finally {
    if (!('missing' in postgres)) await postgres.stop()
    spawnSync('umount', [disk])
    await rm(disk, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Fails for lack of space. Small writes alone may not, because PostgreSQL has reserved space for its log, and PostgreSQL may stop over it.
 */
async function writeMuch(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`create table ballast as select repeat(md5(n::text), 100) from generate_series(1, 200000) n`)
  } catch {
    // The log of PostgreSQL says why.
  } finally {
    await client.end().catch(() => {})
  }
}

const BALLAST = 'ballast'

/** Takes all the space that is left, byte by byte at the end. */
async function fill(disk: string): Promise<void> {
  const file = await open(join(disk, BALLAST), 'w')
  const block = Buffer.alloc(1024 * 1024, 1)
  try {
    for (let size = block.length; size >= 4096; ) {
      const { bavail, bsize } = statfsSync(disk)
      if (bavail * bsize < size) size /= 2
      else await file.write(block, 0, size)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
