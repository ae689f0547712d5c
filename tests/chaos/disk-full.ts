import { spawnSync } from 'node:child_process'
import { mkdtempSync, statfsSync } from 'node:fs'
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { type Plan, type Report, restockUnder, strikeBetween } from './under-faults.ts'

/** Large enough for the demo and the write-ahead log. */
const SIZE = '320m'
const FULL_MS = 3_000

/**
 * Fills the disk of PostgreSQL repeatedly while clients restock, and frees it again. If PostgreSQL stopped for lack of space, it is
 * started again, as an operator does. `missing` gives the reason if it cannot run here.
 */
export async function fillDisk(plan: Plan): Promise<Report | { missing: string }> {
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
    return await restockUnder(plan, { dataDir, databaseUrl }, (around) =>
      strikeBetween(around, plan.times, async () => {
        await fill(disk)
        await pause(FULL_MS)
        await rm(join(disk, BALLAST))
        await postgres.ensureStarted()
      }),
    )
  } finally {
    if (!('missing' in postgres)) await postgres.stop()
    spawnSync('umount', [disk])
    await rm(disk, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
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
