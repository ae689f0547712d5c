import type { Database } from '../db/client.ts'
import { openEmbedded, openPostgres } from '../db/connect.ts'
import { lockDataDirectory } from '../db/lock-file.ts'
import type { Settings } from '../settings.ts'

type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>

/** Opens the database from the settings for a command; the embedded one only if no server is running. */
export async function openForCommand({ dataDir, databaseUrl }: Place): Promise<{ database: Database } | { wrong: string }> {
  if (databaseUrl) return openPostgres(databaseUrl, 2, 'roundsman-command')
  const lock = lockDataDirectory(dataDir)
  if ('heldBy' in lock) return { wrong: `The data directory ${dataDir} is in use by process ${lock.heldBy.pid}; stop that process first.` }
  if ('wrong' in lock) return lock
  const opened = await openEmbedded(dataDir)
  if ('wrong' in opened) {
    lock.release()
    return opened
  }
  const { database } = opened
  return { database: { ...database, close: () => database.close().finally(lock.release) } }
}
