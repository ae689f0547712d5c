import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { BUILT_SERVER } from '../../server/folders.ts'
import { QUICK_ENGINE } from '../support/quick-engine.ts'

export type ServerProcess = {
  pid: number | undefined
  /** True once it listens; false if it was killed before. Rejects with its last output if it exits or does not start. */
  ready: Promise<boolean>
  /** Its last output, once it has exited on its own. */
  left: Promise<string>
  /** The unexpected errors that it logged. */
  unforeseen(): string[]
  /** Kills it like a power cut. */
  kill(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

/** Much longer than a recovery takes on a busy machine. */
const START_MS = 300_000

export const DEMO_PASSWORD = 'chaos-and-order'

/** The environment that points a server and its commands to where their data is. */
export const environmentOf = ({
  dataDir,
  databaseUrl,
  databaseDirectUrl,
  machines = 3,
  masterKey = '',
}: {
  dataDir: string
  databaseUrl?: string | undefined
  databaseDirectUrl?: string | undefined
  machines?: number | undefined
  masterKey?: string | undefined
}) => ({
  ...process.env,
  NODE_ENV: 'development',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  DATABASE_DIRECT_URL: databaseDirectUrl ?? '',
  MASTER_KEY: masterKey,
  DEMO: '1',
  DEMO_SIZE: process.env.DEMO_SIZE ?? String(machines),
  DEMO_PASSWORD,
  DEMO_SALES: 'off',
  CAPTCHA: 'off',
  LOG_LEVEL: 'error',
  // A few clients do the work of hundreds here.
  RATE_LIMITS: 'off',
  // Each client has its own address, as in production, so that password attempts are still limited.
  TRUSTED_PROXIES: '1',
})

/** Benchmarks outside the tests use the default engine. */
export const ENGINE = process.env.VITEST ? QUICK_ENGINE : []

/** The real server in its own process, on a demo company that it creates at its first start. */
export function startServer({
  port,
  settings,
  program = BUILT_SERVER,
  ...place
}: Parameters<typeof environmentOf>[0] & { port: number; settings?: Record<string, string>; program?: string }): ServerProcess {
  const child = spawn(process.execPath, [...ENGINE, '--enable-source-maps', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environmentOf(place), ...settings, PORT: String(port) },
  })
  // A server must not outlive its parent, because it would keep its port and its data.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))

  let output = ''
  let isAsked = false
  const isListening = new Promise<true>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('Roundsman is at')) resolve(true)
    })
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  // Waits for `close` instead of `exit`, because output may arrive after the exit.
  const closed = new Promise<{ code: number | null; words: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, words: isAsked ? null : `it left with ${code ?? signal}: ${output.trim()}` }))
  })
  return {
    pid: child.pid,
    ready: readiness(isListening, closed),
    left: new Promise((resolve) => void closed.then(({ words }) => words !== null && resolve(words))),
    unforeseen: () => output.split('\n').filter((line) => /unforeseen failure|an operation failed/.test(line)),
    kill: async () => {
      isAsked = true
      child.kill('SIGKILL')
      await closed
    },
    stop: async () => {
      isAsked = true
      child.kill('SIGTERM')
      return (await closed).code
    },
  }
}

async function readiness(isListening: Promise<true>, closed: Promise<{ words: string | null }>): Promise<boolean> {
  const patience = new AbortController()
  const late = pause(START_MS, 'late' as const, { signal: patience.signal })
  const first = await Promise.race([isListening, closed, late])
  patience.abort()
  if (first === true) return true
  if (first === 'late') throw new Error(`the server does not listen after ${START_MS / 1000} s`)
  if (first.words !== null) throw new Error(first.words)
  return false
}
