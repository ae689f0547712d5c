import { resolve } from 'node:path'
import { createServer, createServerModuleRunner } from 'vite'
import { dropDatabase, findPostgres } from '../support/postgres.ts'
import { copyMigrated } from '../support/shared-postgres.ts'
import { migrated } from '../support/test-context.ts'
import { type Guard, without } from './guards.ts'
import type { Heard } from './held.ts'
import type { Beginning, Scope } from './judge.ts'

type Judge = typeof import('./judge.ts')

/** `statements`: how many different ones the day made. */
export type Verdict = { guards: readonly Guard[]; caught: string | null; statements: number }

/** A copy of the sources, in memory alone, that guards can be taken out of; everything in it is judged by the same matrix. */
export async function openSabotage() {
  let removed: readonly Guard[] = []
  const vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'sabotage',
        enforce: 'pre',
        transform(code, id) {
          const here = removed.filter(({ file }) => id === resolve(file))
          return here.length > 0 ? without(here, code) : undefined
        },
      },
    ],
  })
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false })
  const { begin, end } = await beginnings()
  /** The matrix over the sources without these guards. */
  const judgeWithout = async (guards: readonly Guard[]): Promise<Judge> => {
    const files = [...new Set([...removed, ...guards].map(({ file }) => resolve(file)))]
    removed = guards
    for (const file of files)
      for (const module of vite.environments.ssr.moduleGraph.getModulesByFile(file) ?? [])
        vite.environments.ssr.moduleGraph.invalidateModule(module)
    runner.clearCache()
    return runner.import<Judge>(resolve('tests/tenancy/judge.ts'))
  }
  const untouched: Heard = new Map()
  const { lines: day, wrong } = await (await judgeWithout([])).rightDay(begin, untouched)

  return {
    /** The day as it should be: every answer and every row. */
    day,
    /** What of that day is not held to its company, and how many different statements it made. */
    untouched: { wrong, statements: untouched.size },
    /** What the matrix says of a server without these guards, row-level security off; an error is a finding too. */
    async judge(guards: readonly Guard[], scope: Scope = usualScope(guards)): Promise<Verdict> {
      const { firstWrong } = await judgeWithout(guards)
      const heard: Heard = new Map()
      return { guards, caught: await firstWrong(begin, day, scope, heard).catch(said), statements: heard.size }
    },
    /** The same with row-level security on, and none of the filters that it stands behind. */
    async judgeSecondWall(guards: readonly Guard[]): Promise<string | null> {
      const { wrongBehindTheSecondWall } = await judgeWithout(guards)
      return wrongBehindTheSecondWall(begin, day).catch(said)
    },
    async close() {
      await end()
      await runner.close()
      await vite.close()
    },
  }
}

const usualScope = (guards: readonly Guard[]): Scope => (guards.length > 0 && guards.every(({ wall }) => wall) ? 'companies' : 'everything')

/** The quicker of the two databases, where it is on this machine. One world stands at a time, and leaves nothing behind. */
async function beginnings(): Promise<{ begin: Beginning; end: () => Promise<void> }> {
  if (!findPostgres()) return { begin: migrated, end: async () => {} }
  let last: string | undefined
  const end = async () => {
    if (last) await dropDatabase(last)
  }
  return {
    end,
    begin: async () => {
      await end()
      const copy = await copyMigrated()
      if ('missing' in copy) throw new Error(copy.missing)
      last = copy.url
      return last
    },
  }
}

const said = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A guard as people find it. */
export const nameOf = ({ file, line, text }: Guard) => `${file}:${line} ${text.replaceAll(/\s+/g, ' ')}`
