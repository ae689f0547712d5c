import { chmodSync, closeSync, fsyncSync, lstatSync, openSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Permissions of everyone except the owner. */
const OTHERS = 0o077

/**
 * Removes the permissions of other users from the data directory and its contents, because it contains password hashes and the master key.
 * An existing directory retains its original permissions, and the embedded database creates world-writable files.
 *
 * @returns the error message with which the start ends if the permissions cannot be removed.
 */
export function closeDataFolder(folder: string): { wrong: string } | null {
  // Windows has no such permissions.
  if (process.platform === 'win32') return null
  try {
    for (const path of [folder, ...pathsIn(folder)]) close(path)
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException
    return {
      wrong: `Other users of this machine can read ${path}, and changing the permissions failed (${code}); make this user the owner of ${folder} with mode 700, or set another DATA_DIR.`,
    }
  }
  // Some file systems accept permission changes without storing them.
  if ((lstatSync(folder).mode & OTHERS) === 0) return null
  return {
    wrong: `Other users of this machine can read ${folder}, because its file system stores no permissions; set DATA_DIR to one that does.`,
  }
}

function close(path: string) {
  const about = lstatSync(path, { throwIfNoEntry: false })
  if (!about || about.isSymbolicLink() || (about.mode & OTHERS) === 0) return
  try {
    chmodSync(path, about.mode & 0o700)
  } catch (error) {
    // The file was deleted in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** All paths below a folder; links are not followed. */
function* pathsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    yield path
    if (entry.isDirectory()) yield* pathsIn(path)
  }
}

/** Writes a new file with owner-only access and flushes it to disk, so that a power cut leaves no unreadable file. */
export function writeDurably(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600)
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
}
