import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { takePort } from './ports.ts'
import { accountToRunAs } from './postgres.ts'

export type Pgbouncer = {
  /** The same address through the pooler. */
  through(url: string): string
  /** A command of its console, such as `PAUSE`. */
  command(text: string): Promise<void>
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The program, if installed. Debian installs it where only administrators look. */
export const findPgbouncer = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].map((place) => join(place, 'pgbouncer')).find(existsSync)

export const NO_PGBOUNCER = 'pgbouncer is not installed; on Debian: apt-get install pgbouncer'

const START_MS = 60_000

/** pgbouncer in transaction mode before one PostgreSQL, with few connections, so that clients share each of them. */
export async function startPgbouncer(postgresUrl: string, { connections = 4 } = {}): Promise<Pgbouncer | { missing: string }> {
  const program = findPgbouncer()
  if (!program) return { missing: NO_PGBOUNCER }
  const { hostname, port: postgresPort, username } = new URL(postgresUrl)
  const account = accountToRunAs()
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-pgbouncer-'))
  const port = await takePort()
  const settings = [
    ...['[databases]', `* = host=${hostname} port=${postgresPort} user=${username}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', `admin_users = ${username}`],
    ...['auth_type = trust', `auth_file = ${join(folder, 'users')}`, `logfile = ${join(folder, 'log')}`],
    ...['pool_mode = transaction', 'max_client_conn = 500', `default_pool_size = ${connections}`],
    ...['server_login_retry = 1', 'query_wait_timeout = 8', ''],
  ]
  writeFileSync(join(folder, 'ini'), settings.join('\n'))
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`)
  if (account) chownSync(folder, account.uid, account.gid)

  const through = (url: string) => {
    const address = new URL(url)
    address.port = String(port)
    return address.href
  }
  const command = async (text: string) => {
    const client = new Client({ connectionString: through(`postgres://${username}@127.0.0.1/pgbouncer`) })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  let child: ChildProcess | undefined
  const kill = async () => {
    const running = child
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.stdin?.end()
    await gone
  }
  const start = async () => {
    // It ends when the pipe closes, which happens also if this process is killed.
    const script = '"$1" "$2" & cat; kill -9 $!; wait $!; exit 0'
    const started = spawn('sh', ['-c', script, 'sh', program, join(folder, 'ini')], {
      ...account,
      cwd: folder,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child = started
    for (const late = Date.now() + START_MS; (await command('SHOW VERSION').catch(() => 'away')) === 'away'; await wait(20))
      if (Date.now() > late) throw new Error(`pgbouncer does not answer on port ${port}`)
  }
  await start()
  return {
    through,
    command,
    kill,
    start,
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
