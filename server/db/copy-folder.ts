import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** For how long nobody else could work meanwhile. */
export type Copied = { blockedMs: number }

/** A second round finds little that changed during the first, and a third hardly anything. */
const ROUNDS = 3

/** Two changes within one tick of the system's clock have the same time. */
const TICK_MS = 100

/** The files of a folder below it, with what tells that one has changed. */
type Files = Map<string, { size: number; changedAt: number; lookedAt: number }>

/**
 * Copies the files of an embedded database while it works: first beside it, and what has changed since in one go in which nothing
 * else runs in this process. What such a copy holds is what a kill at that moment would leave behind, and the database finds
 * back from that.
 */
export async function copyFolder(from: string, to: string): Promise<Copied> {
  let known: Files = new Map()
  for (let round = 0; round < ROUNDS; round++) {
    const now = filesOf(from)
    for (const path of changed(known, now)) await copyIfThere(join(from, path), join(to, path))
    known = now
  }
  // The database keeps folders that are empty, and misses them.
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

async function copyIfThere(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, to)
  } catch (error) {
    // The database does away with files as well.
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
