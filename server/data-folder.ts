import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Rights of anybody but the owner. */
const OTHERS = 0o077

/**
 * Takes the data directory, and everything in it, away from other users of this machine: it holds hashes of passwords and the master key.
 * An existing directory keeps the rights it was made with, and the embedded database makes its files writable for everybody.
 *
 * @returns the sentence to stop the start with, where the rights cannot be taken away.
 */
export function closeDataFolder(folder: string): { wrong: string } | null {
  // Windows has no such rights.
  if (process.platform === 'win32') return null
  try {
    for (const path of [folder, ...pathsIn(folder)]) close(path)
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException
    return {
      wrong: `Other users of this machine can read ${path}, and that cannot be changed (${code}); let this user own ${folder} with mode 700, or set DATA_DIR to another.`,
    }
  }
  // Some file systems take every change of rights and keep none.
  if ((lstatSync(folder).mode & OTHERS) === 0) return null
  return {
    wrong: `Other users of this machine can read ${folder}, because its file system keeps no rights; set DATA_DIR to a place that does.`,
  }
}

function close(path: string) {
  const about = lstatSync(path, { throwIfNoEntry: false })
  if (!about || about.isSymbolicLink() || (about.mode & OTHERS) === 0) return
  try {
    chmodSync(path, about.mode & 0o700)
  } catch (error) {
    // Cleared away meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Everything below a folder; links are not followed. */
function* pathsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    yield path
    if (entry.isDirectory()) yield* pathsIn(path)
  }
}
