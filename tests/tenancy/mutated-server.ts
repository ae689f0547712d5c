import { resolve } from 'node:path'
import { createServer, createServerModuleRunner } from 'vite'
import { dropDatabase, findPostgres } from '../support/postgres.ts'
import { copyMigrated } from '../support/shared-postgres.ts'
import { migrated } from '../support/test-context.ts'
import { type Guard, without } from './guards.ts'
import type { Beginning, Scope } from './run-tests.ts'
import type { StatementLog } from './statements.ts'

type TenancyTests = typeof import('./run-tests.ts')

/** `statements`: the number of different statements of the day. */
type Verdict = { guards: readonly Guard[]; detected: string | null; statements: number }

/** An in-memory copy of the sources from which guards can be removed; the same tests run against each. */
export async function openMutatedServer() {
  let removed: readonly Guard[] = []
  const vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: 'mutation',
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
  /** The tests over the sources without these guards. */
  const importWithout = async (guards: readonly Guard[]): Promise<TenancyTests> => {
    const files = [...new Set([...removed, ...guards].map(({ file }) => resolve(file)))]
    removed = guards
    for (const file of files)
      for (const module of vite.environments.ssr.moduleGraph.getModulesByFile(file) ?? [])
        vite.environments.ssr.moduleGraph.invalidateModule(module)
    runner.clearCache()
    return runner.import<TenancyTests>(resolve('tests/tenancy/run-tests.ts'))
  }
  const untouched: StatementLog = new Map()
  const { lines: day, wrong } = await (await importWithout([])).recordDay(begin, untouched)

  return {
    /** The expected day: every response and every row. */
    day,
    /** The unrestricted statements of that day, and its number of different statements. */
    untouched: { wrong, statements: untouched.size },
    /** The result of the tests without these guards, with row-level security off; an error counts as detected. */
    async runTests(guards: readonly Guard[], scope: Scope = usualScope(guards)): Promise<Verdict> {
      const { firstFailure } = await importWithout(guards)
      const received: StatementLog = new Map()
      return { guards, detected: await firstFailure(begin, day, scope, received).catch(messageOf), statements: received.size }
    },
    /** The same with row-level security on, without the filters that it backs up. */
    async runWithRowSecurityOnly(guards: readonly Guard[]): Promise<string | null> {
      const { failureWithRowSecurityOnly } = await importWithout(guards)
      return failureWithRowSecurityOnly(begin, day).catch(messageOf)
    },
    async close() {
      await end()
      await runner.close()
      await vite.close()
    },
  }
}

const usualScope = (guards: readonly Guard[]): Scope => (guards.length > 0 && guards.every(({ wall }) => wall) ? 'companies' : 'everything')

/** The faster of the two available databases. Only one world exists at a time, and it leaves nothing behind. */
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

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A guard as shown to developers. */
export const nameOf = ({ file, line, text }: Guard) => `${file}:${line} ${text.replaceAll(/\s+/g, ' ')}`
