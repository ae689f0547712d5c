import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database, Db } from '../../server/db/client.ts'
import { type Opened, openEmbedded, openPostgres } from '../../server/db/connect.ts'
import { learnDemand } from '../../server/features/forecast/learn-demand.job.ts'
import { BUILT_SERVER } from '../../server/folders.ts'
import { takePort } from '../../tests/support/ports.ts'
import { dropDatabase, freshDatabase, type Postgres, startPostgres } from '../../tests/support/postgres.ts'
import { QUICK_ENGINE } from '../../tests/support/quick-engine.ts'

export const PASSWORD = 'correct horse battery'

export type Server = {
  /** The server's own address, without an unreliable network in front of it. */
  url: string
  /** The last lines of its output, for the report of a failed test. */
  lastLines(): string
  /** Restarts it on the same data and address, with a clock that is this far ahead of the machine's. */
  restart(clockAheadMs: number): Promise<void>
  stop(): Promise<void>
}

/** Number of server output lines that a failure report contains. */
const QUOTED_LINES = 40

/** Number of machines in the demo company that each server starts with. */
const DEMO_SIZE = '12'

/** The folder in which `prepareDemo` stores the demo company for all processes of this run, by kind of database. */
const TEMPLATE_FOLDER = 'E2E_TEMPLATE_FOLDER'
const POSTGRES_URL = 'E2E_POSTGRES_URL'
const TEMPLATE_DATABASE = 'demo'

/** Encrypts the secrets in a copied database. */
const MASTER_KEY = Buffer.alloc(32, 'e2e').toString('base64url')

export type DatabaseKind = 'embedded' | 'postgresql'

export type Start = {
  settings?: Record<string, string>
  /** PostgreSQL, if available, needs a third of the processor time of the embedded database. */
  database?: DatabaseKind
  /** Changes the demo company before the server starts, for data that no form accepts. */
  prepareData?: ((db: Db) => Promise<void>) | undefined
}

/** Starts the built server in its own process, on a copy of the demo company, or on a new one if the settings give its size. */
export async function startServer({ settings = {}, database = 'embedded', prepareData }: Start = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-e2e-'))
  const postgres = process.env[POSTGRES_URL]
  const url = database === 'postgresql' && postgres ? await freshDatabase(postgres, { copyOf: TEMPLATE_DATABASE }) : undefined
  const folder = process.env[TEMPLATE_FOLDER]
  if (!url && folder && !settings.DEMO_SIZE) await cp(folder, dataDir, { recursive: true })
  if (prepareData) await withDatabase(await open(dataDir, url), ({ owner }) => prepareData(owner))
  const allSettings = { ...settings, ...(url && { DATABASE_URL: url }) }
  let running = await run(dataDir, allSettings)
  return {
    url: running.url,
    lastLines: () => running.lastLines(),
    restart: async (clockAheadMs) => {
      await running.stop()
      running = await run(dataDir, { ...allSettings, PORT: new URL(running.url).port }, clockAheadMs)
    },
    stop: async () => {
      await running.stop()
      if (url) await dropDatabase(url)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const open = (dataDir: string, url: string | undefined) => (url ? openPostgres(url) : openEmbedded(dataDir))

async function withDatabase(opened: Opened, work: (database: Database) => Promise<unknown>): Promise<void> {
  if ('wrong' in opened) throw new Error(opened.wrong)
  await work(opened.database)
  await opened.database.close()
}

/** Creates the demo company once per kind of database, for `startServer` to copy. Returns a function that removes it. */
export async function prepareDemo(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-demo-'))
  const [postgres] = await Promise.all([prepareOnPostgres(), makeDemo(folder)])
  process.env[TEMPLATE_FOLDER] = folder
  return async () => {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepareOnPostgres(): Promise<Postgres | undefined> {
  const postgres = await startPostgres()
  if ('missing' in postgres) return undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-demo-'))
  await makeDemo(dataDir, await freshDatabase(postgres.socketUrl, { name: TEMPLATE_DATABASE }))
  await rm(dataDir, { recursive: true })
  process.env[POSTGRES_URL] = postgres.socketUrl
  return postgres
}

/** With the forecasts learnt, which every server on a copy would otherwise compute at its start. */
async function makeDemo(dataDir: string, url?: string): Promise<void> {
  await (await run(dataDir, { DEMO_SIZE, ...(url && { DATABASE_URL: url }) })).stop()
  const fail = ({ err }: { err: unknown }) => {
    throw err
  }
  await withDatabase(await open(dataDir, url), (database) => learnDemand({ database, now: Date.now, log: { error: fail } as never }))
}

/** A module that shifts the clock of the process that imports it first. */
const clockAhead = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + ${ms}])) }
      static now() { return Real.now() + ${ms} }
    }`)}`

async function run(dataDir: string, settings: Record<string, string>, clockAheadMs = 0): Promise<Omit<Server, 'restart'>> {
  const port = settings.PORT ?? String(await takePort())
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: dataDir,
    MASTER_KEY,
    DEMO: '1',
    DEMO_PASSWORD: PASSWORD,
    // Simulated sales would change the figures that the tests compare.
    DEMO_SALES: 'off',
    CAPTCHA: 'off',
    // A slow machine must not reject a test's requests.
    LOAD_SHEDDING: 'off',
    // Each phone has its own network and is a client of its own.
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'error',
    ...settings,
  }
  const clock = clockAheadMs === 0 ? [] : ['--import', clockAhead(clockAheadMs)]
  const child = spawn(process.execPath, [...clock, ...QUICK_ENGINE, '--enable-source-maps', BUILT_SERVER], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const lines: string[] = []
  await new Promise<void>((ready, failed) => {
    const read = (chunk: Buffer) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean))
      lines.splice(0, lines.length - QUOTED_LINES)
      if (lines.some((line) => line.startsWith('Roundsman is at'))) ready()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void exited.then((code) => failed(new Error(`The server ended with code ${code} before it was ready.\n${lines.join('\n')}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    lastLines: () => lines.join('\n'),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      process.off('exit', end)
    },
  }
}
