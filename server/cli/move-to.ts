import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Moment } from '#domain/time.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { EMBEDDED_FOLDER, holdsDatabase, MOVED_FOLDER, openPostgres } from '../db/connect.ts'
import { createPhotoStore } from '../photo-store/photo-store.ts'
import { type SelfCheck, selfCheckNow } from '../self-check/self-check.job.ts'
import type { Settings } from '../settings.ts'
import { openForCommand, reasonOf } from './command-line.ts'

/** `file`: the backup that was restored. `check`: the self-check of the new database. */
type Moved = { file: string; rows: number; check: SelfCheck } | { wrong: string }

/**
 * Moves the embedded database to an empty PostgreSQL database, while no server runs. The old one stays under another name, so that a start
 * without `DATABASE_URL` does not continue it.
 */
export async function moveTo(settings: Settings, url: string, now = Date.now()): Promise<Moved> {
  if (settings.databaseUrl) return { wrong: 'DATABASE_URL is set, so there is no embedded database to move; run the command without it.' }
  if (!holdsDatabase(settings.dataDir)) return { wrong: `There is no embedded database in ${settings.dataDir}; set DATA_DIR.` }
  const target = join(settings.dataDir, MOVED_FOLDER)
  if (existsSync(target)) return { wrong: `Nothing was moved: ${target} exists from an earlier move; rename or delete it first.` }
  try {
    const moved = await copyTo(settings, url, now)
    if ('wrong' in moved) return moved
    await rename(join(settings.dataDir, EMBEDDED_FOLDER), target)
    return moved
  } catch (error) {
    return { wrong: `Nothing was moved, and the embedded database is unchanged: ${reasonOf(error)}.` }
  }
}

async function copyTo(settings: Settings, url: string, now: Moment): Promise<Moved> {
  const from = await openForCommand(settings)
  if ('wrong' in from) return from
  try {
    const to = await openPostgres(url, 2, 'roundsman-command')
    if ('wrong' in to) return { wrong: to.wrong.replace('DATABASE_URL', 'this address') }
    try {
      const file = join(settings.dataDir, `moved-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.backup`)
      await writeBackup(from.database, file, { version: settings.version, now })
      const restored = await restoreBackup(to.database, file, { confirmed: false })
      if ('wrong' in restored) return { wrong: restored.wrong.replace(/, and its data .*$/, '; give an empty one.') }
      const photoStore = settings.photoStore && createPhotoStore(settings.photoStore, () => now)
      const check = await selfCheckNow({ database: to.database, now: () => now, photoStore, settings }, { rebuild: false })
      return { file, rows: restored.rows, check }
    } finally {
      await to.database.close()
    }
  } finally {
    await from.database.close()
  }
}
