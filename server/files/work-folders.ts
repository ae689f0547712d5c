import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY } from '#domain/time.ts'
import { isAlive, thisProcess } from '../processes.ts'

/** The name continues with the id and the start time of the process, so that a later one can tell that its owner has ended. */
const PREFIX = 'roundsman-import-'
const OWNED = /^(\d+)\.(\d*)-/

/** A folder for the file of an import while it is read. */
export function makeWorkFolder(): Promise<string> {
  const { pid, startedAt } = thisProcess()
  return mkdtemp(join(tmpdir(), `${PREFIX}${pid}.${startedAt}-`))
}

/** Deletes the folders of processes that were killed during an import. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    // Another user's folder cannot be deleted, which is left to its owner.
    if (await isAbandoned(path, name.slice(PREFIX.length))) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

async function isAbandoned(path: string, rest: string): Promise<boolean> {
  const [, pid, startedAt = ''] = OWNED.exec(rest) ?? []
  if (pid !== undefined) return !isAlive({ pid: Number(pid), startedAt })
  // Earlier versions did not name the process. No import takes a day.
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > DAY
}
