import { type ArchiveRestored, restoreArchive } from '../archive/restore-archive.ts'
import { type Restored, restoreBackup } from '../backup/restore-backup.ts'
import type { Settings } from '../settings.ts'
import { openForCommand, reasonOf } from './command-line.ts'

/** Replaces the contents of the database from the settings with a backup; no server may be running. */
export async function restore(settings: Settings, from: string, { confirmed }: { confirmed: boolean }): Promise<Restored> {
  const opened = await openForCommand(settings)
  if ('wrong' in opened) return opened
  try {
    return await restoreBackup(opened.database, from, { confirmed })
  } catch (error) {
    return { wrong: `Nothing was restored, and the database is unchanged: ${reasonOf(error)}.` }
  } finally {
    await opened.database.close()
  }
}

/** Puts the archived rows of a company back into the database. */
export async function restoreArchived(settings: Settings, company: number): Promise<ArchiveRestored | { wrong: string }> {
  const opened = await openForCommand(settings)
  if ('wrong' in opened) return opened
  try {
    return await restoreArchive(opened.database, settings.dataDir, company)
  } catch (error) {
    return { wrong: `Nothing was restored, and the database is unchanged: ${reasonOf(error)}.` }
  } finally {
    await opened.database.close()
  }
}
