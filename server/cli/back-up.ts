import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CopyAnswer } from '../admin-socket/commands.ts'
import { sendCommand } from '../admin-socket/send-command.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Database } from '../db/client.ts'
import { openEmbedded } from '../db/connect.ts'
import { countStoredPhotos } from '../photo-store/photo-objects.ts'
import type { Settings } from '../settings.ts'
import { openForCommand, reasonOf } from './command-line.ts'

/**
 * `blockedMs`: how long other work was blocked; null if there was none, or the database does not block. `photosElsewhere`: photos that are
 * in the photo store, and not in the backup.
 */
type BackedUp = { file: string; blockedMs: number | null; photosElsewhere: number } | { wrong: string }

/** Writes a backup to a file, with or without a running server. */
export async function backUp(settings: Settings, to: string | undefined, now = Date.now()): Promise<BackedUp> {
  const name = `roundsman-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}.backup`
  const file = resolve(to ?? join(settings.dataDir, 'backups', name))
  if (existsSync(file)) return { wrong: `${file} already exists; choose another name with --to.` }
  const source = await sourceOf(settings)
  if ('wrong' in source) return source
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeBackup(source.database, file, { version: settings.version, now })
    return { file, blockedMs: source.blockedMs, photosElsewhere: await source.database.asSystem(countStoredPhotos) }
  } catch (error) {
    return { wrong: `Writing the backup failed, and no file was created: ${reasonOf(error)}.` }
  } finally {
    await source.close()
  }
}

type Source = { database: Database; blockedMs: number | null; close(): Promise<void> } | { wrong: string }

/** The embedded database of a running server is read from a copy of its files, which also verifies that the copy can be opened. */
async function sourceOf(settings: Settings): Promise<Source> {
  const copy = settings.databaseUrl ? null : await sendCommand(settings.dataDir, '/copy', {}, CopyAnswer)
  const opened = copy ? await openEmbedded(copy.folder) : await openForCommand(settings)
  if ('wrong' in opened) return opened
  const { database } = opened
  return {
    database,
    blockedMs: copy?.blockedMs ?? null,
    close: async () => {
      await database.close()
      if (copy) await rm(copy.folder, { recursive: true, force: true })
    },
  }
}
