import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

export type ServerProcess = {
  /** True once it listens; false where it was killed before. */
  ready: Promise<boolean>
  /** Ends it as a power switch would. */
  kill(): Promise<void>
  /** Asks it to leave, and gives its exit code. */
  stop(): Promise<number | null>
}

export const DEMO_PASSWORD = 'chaos-and-order'

/** The real server in a process of its own, on a demo that it writes at its first start. */
export function startServer({
  port,
  dataDir,
  databaseUrl,
}: {
  port: number
  dataDir: string
  databaseUrl?: string | undefined
}): ServerProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      DEMO: '1',
      DEMO_SIZE: '3',
      DEMO_PASSWORD,
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
      // Each client comes from an address of its own, as people do; limits on how much one may ask stay as they are.
      TRUSTED_PROXIES: '1',
    },
  })
  let isKilled = false
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    ready: readiness(child, () => isKilled),
    kill: async () => {
      isKilled = true
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}

function readiness(child: ChildProcess, isKilled: () => boolean): Promise<boolean> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('Roundsman is at')) resolve(true)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.on('exit', (code) => (isKilled() ? resolve(false) : reject(new Error(`the server left with ${code}:\n${said}`))))
  })
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
