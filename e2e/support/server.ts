import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUILT_SERVER } from '../../server/folders.ts'

export const PASSWORD = 'correct horse battery'

export type Server = {
  /** Straight to it, past every unreliable network. */
  url: string
  stop(): Promise<void>
}

/** The real server in a process of its own, with a demo company that is a few minutes old. */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-e2e-'))
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    DEMO: '1',
    DEMO_SIZE: '12',
    DEMO_PASSWORD: PASSWORD,
    CAPTCHA: 'off',
    // Every phone comes through a network of its own, and is a caller of its own.
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'error',
    ...settings,
  }
  const child = spawn(process.execPath, ['--enable-source-maps', BUILT_SERVER], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await said(child, 'Roundsman is at')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const said = (child: ChildProcess, words: string) =>
  new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes(words)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it was ready.\n${output}`)))
  })

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
