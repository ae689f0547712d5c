import type { Database } from '../db/client.ts'
import { openEmbedded, openPostgres } from '../db/connect.ts'
import { lockDataDirectory, nameOfHolder } from '../db/lock-file.ts'
import { readSettings, type Settings } from '../settings.ts'

/** The settings of a command, which are those of the server. */
export function settingsOrExit(): Settings {
  const read = readSettings(process.env)
  if ('wrong' in read) exitWith(read.wrong)
  return read.settings
}

/** Ends a command with an error message. */
export function exitWith(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** The innermost cause of a failure in one line, because the database driver wraps it in the text of the statement. */
export function reasonOf(error: unknown): string {
  let cause = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  const text = cause instanceof Error ? cause.message : String(cause)
  const line = text.split('\n', 1)[0] ?? ''
  let end = line.length
  while (end > 0 && /[.:\s]/.test(line[end - 1] ?? '')) end--
  return line.slice(0, end) || 'the reason is not known'
}

type Place = Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>

/** Opens the database from the settings for a command; the embedded one only if no server is running. */
export async function openForCommand(place: Place): Promise<{ database: Database } | { wrong: string }> {
  const { dataDir, databaseUrl, databaseDirectUrl } = place
  // A command is one long session, which needs no pooler.
  if (databaseUrl) return openPostgres(databaseDirectUrl ?? databaseUrl, 2, 'roundsman-command')
  const lock = lockDataDirectory(dataDir)
  if ('heldBy' in lock)
    return { wrong: `The data directory ${dataDir} is in use by ${nameOfHolder(dataDir, lock.heldBy)}; stop that process first.` }
  if ('wrong' in lock) return lock
  const opened = await openEmbedded(dataDir)
  if ('wrong' in opened) {
    lock.release()
    return opened
  }
  const { database } = opened
  return { database: { ...database, close: () => database.close().finally(lock.release) } }
}
