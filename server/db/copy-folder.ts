import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** How long other work was blocked. */
export type Copied = { blockedMs: number }

/** The second round copies the few changes during the first one, and the third hardly any. */
const ROUNDS = 3

/** Two changes within one tick of the system's clock have the same time. */
const TICK_MS = 100

/** The files below a folder, with what identifies a change. */
type Files = Map<string, { size: number; changedAt: number; lookedAt: number }>

/**
 * Copies the files of an embedded database in use: first in the background, then the remaining changes synchronously, while nothing else
 * runs in this process. The copy equals the state after a kill at that moment, from which the database recovers.
 */
export async function copyFolder(from: string, to: string): Promise<Copied> {
  let known: Files = new Map()
  for (let round = 0; round < ROUNDS; round++) {
    const now = filesOf(from)
    for (const path of changed(known, now)) await copyIfExists(join(from, path), join(to, path))
    known = now
  }
  // The database needs its empty folders.
  for (const folder of foldersOf(from)) mkdirSync(join(to, folder), { recursive: true, mode: 0o700 })
  const begun = performance.now()
  const last = filesOf(from)
  for (const path of changed(known, last)) copyFileSync(join(from, path), join(to, path))
  const blockedMs = performance.now() - begun
  for (const path of filesOf(to).keys()) if (!last.has(path)) rmSync(join(to, path))
  return { blockedMs }
}

const changed = (before: Files, now: Files): string[] =>
  [...now].flatMap(([path, { size, changedAt }]) => {
    const known = before.get(path)
    const isSame = known && known.size === size && known.changedAt === changedAt && known.lookedAt - changedAt > TICK_MS
    return isSame ? [] : [path]
  })

async function copyIfExists(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to)
  } catch (error) {
    // The database also deletes files.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const below = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true })

const foldersOf = (folder: string): string[] =>
  below(folder).flatMap((entry) => (entry.isDirectory() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : []))

const filesOf = (folder: string): Files =>
  new Map(
    below(folder).flatMap((entry) => {
      if (!entry.isFile()) return []
      const path = join(entry.parentPath, entry.name)
      const { size, mtimeMs } = statSync(path)
      return [[path.slice(folder.length + 1), { size, changedAt: mtimeMs, lookedAt: Date.now() }]]
    }),
  )
