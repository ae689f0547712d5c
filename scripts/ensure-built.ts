import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The build outputs and their sources. */
const OUTPUTS = {
  app: {
    built: 'dist/app/sw.js',
    of: ['src', 'sw', 'offline', 'contract', 'documents', 'domain', 'public', 'index.html', 'vite.config.ts', 'package.json'],
  },
  server: { built: 'dist/server/main.js', of: ['server', 'contract', 'documents', 'domain', 'scripts', 'package.json'] },
} as const
export type Part = keyof typeof OUTPUTS
export const PARTS: readonly Part[] = ['app', 'server']

/** When anything below a path was last changed. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.mtimeMs
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const times = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  )
  return Math.max(0, ...times)
}

/** Whether a part exists and is newer than all its sources. */
async function isBuilt(part: Part): Promise<boolean> {
  const { built, of } = OUTPUTS[part]
  if (!existsSync(built)) return false
  // The build writes the route tree just before it completes.
  const newest = Math.max(...(await Promise.all(of.map(changedAt))))
  return newest <= (await stat(built)).mtimeMs + 1_000
}

/**
 * Builds parts that are missing or older than their sources.
 *
 * Each in a process of its own, because a build takes up to 1.6 GB, which the server would keep if it ran the build.
 */
export async function ensureBuilt(parts: readonly Part[] = PARTS, onBuild = () => {}): Promise<void> {
  const built = await Promise.all(parts.map(isBuilt))
  const old = parts.filter((_, index) => !built[index])
  if (old.length === 0) return
  onBuild()
  for (const part of old) {
    const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--quiet', part], { stdio: ['ignore', 'pipe', 'pipe'] })
    // The tools print warnings and tables, which matter only if the build fails.
    const lines: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => lines.push(String(chunk)))
    const [code, signal] = await once(child, 'close')
    if (code !== 0) process.stderr.write(lines.join(''))
    if (signal === 'SIGKILL') throw new Error('The build was killed, probably by the system: it needs 2 GB of memory.')
    if (code !== 0) throw new Error(`The build failed with ${signal ?? `code ${code}`}.`)
  }
}

/** Whether all parts exist, regardless of their age. */
export const isThere = (): boolean => Object.values(OUTPUTS).every(({ built }) => existsSync(built))
