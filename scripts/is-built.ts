import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const SOURCES = ['src', 'sw', 'offline', 'contract', 'domain', 'public', 'index.html', 'vite.config.ts', 'package.json']
export const BUILT = 'dist/app/sw.js'

/** When anything under a path was last changed. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.mtimeMs
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const times = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  )
  return Math.max(0, ...times)
}

/** Whether the built app is there and younger than everything it is made of. */
export async function isBuilt(): Promise<boolean> {
  if (!existsSync(BUILT)) return false
  // The build itself writes the route tree, a moment before it is done.
  const newest = Math.max(...(await Promise.all(SOURCES.map(changedAt))))
  return newest <= (await stat(BUILT)).mtimeMs + 1_000
}
