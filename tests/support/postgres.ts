import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { takePort } from './ports.ts'

export interface Postgres {
  /** The URL of the database `postgres`, as its superuser. */
  url: string
  /** The same through its Unix socket: statements take an eighth less processor time than over TCP, and no proxy can be put in between. */
  socketUrl: string
  stop(): Promise<void>
  /** `immediate` is a crash: what was not yet on disk is recovered from the log, or lost if the cluster is not durable. */
  restart(mode?: 'fast' | 'immediate', awayMs?: number): Promise<void>
  /** The lines of its log. */
  log(): string[]
  /** Kills all its processes at once. What was committed without waiting for the disk is lost. */
  kill(): Promise<void>
  /** Starts it if it has ended on its own. */
  ensureStarted(): Promise<void>
  /** Closes every connection to it, like an administrator or a network failure. */
  cutConnections(): Promise<void>
  /** Pauses all its processes for a while, without any notice to clients. */
  pause(ms: number): Promise<void>
  /** Stops all its processes without ending them or their connections, as a machine does that hangs. */
  freeze(): void
  /** Makes a standby accept changes. */
  promote(): Promise<void>
  /** Commits wait from now on until a standby has them on its disk. Resolves when one is connected. */
  awaitStandby(): Promise<void>
}

/**
 * A private PostgreSQL in its own folder, removed when the process ends, however it ends. `missing` is a message if this machine has no
 * PostgreSQL. Without `durable` nothing waits for the disk. `under`: where its folder is created. `settings`: further ones,
 * such as `jit=off`. `standbyOf`: the URL of the server that it copies and follows. `port`: instead of a free one.
 */
export async function startPostgres({
  durable = false,
  under = tmpdir(),
  settings: own = [] as readonly string[],
  standbyOf = undefined as string | undefined,
  port: fixedPort = undefined as number | undefined,
} = {}): Promise<Postgres | { missing: string }> {
  const bin = findPostgres()
  if (!bin)
    return {
      missing: 'PostgreSQL (initdb, pg_ctl) is not on this machine; on Debian: apt-get install postgresql',
    }

  const account = accountToRunAs()
  const folder = mkdtempSync(join(under, 'roundsman-pg-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  // Not in its folder, whose disk may be full.
  const logs = mkdtempSync(join(tmpdir(), 'roundsman-pg-log-'))
  if (account) chownSync(logs, account.uid, account.gid)
  const log = join(logs, 'log')
  const runner = { ...account, cwd: folder }
  const cleaner = cleanUpAfterUs(bin, [folder, logs], runner)

  async function run(tool: 'initdb' | 'pg_ctl' | 'pg_basebackup', ...args: string[]) {
    // Not a pipe: the server would inherit it and keep it open for as long as it runs.
    const child = spawn(join(bin as string, tool), ['-D', data, ...args], {
      ...runner,
      stdio: 'ignore',
    })
    return new Promise<boolean>((resolve, reject) => child.on('error', reject).on('exit', (code) => resolve(code === 0)))
  }

  async function start(): Promise<number> {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const port = fixedPort ?? (await takePort())
      const settings = [`-p ${port}`, `-k ${folder}`, '-h 127.0.0.1', '-c max_connections=100', `-c fsync=${durable ? 'on' : 'off'}`]
      settings.push(...own.map((one) => `-c ${one}`))
      const reckless = durable ? [] : ['-c synchronous_commit=off', '-c full_page_writes=off', '-c jit=off', '-c autovacuum=off']
      if (await run('pg_ctl', '-w', '-l', log, '-o', [...settings, ...reckless].join(' '), 'start')) return port
    }
    throw new Error(`PostgreSQL did not start in ${folder}.\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`)
  }

  try {
    const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8'
    const isCopied = standbyOf && (await run('pg_basebackup', '-d', standbyOf, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'))
    if (standbyOf && !isCopied) throw new Error(`pg_basebackup from ${bin} failed in ${folder}.`)
    if (!standbyOf && !(await run('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync')))
      throw new Error(`initdb from ${bin} failed in ${folder}.`)
    const port = await start()
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    return {
      url,
      // The host in the query takes precedence over the other one.
      socketUrl: `${url}?host=${folder}`,
      stop: cleaner.cleanUp,
      async restart(mode = 'fast', awayMs = 0) {
        const settings = startedWith(data)
        await run('pg_ctl', '-w', '-m', mode, 'stop')
        await wait(awayMs)
        if (!(await run('pg_ctl', '-w', '-l', log, '-o', settings, 'start')))
          throw new Error(`PostgreSQL did not restart.\n${readFileSync(log, 'utf8')}`)
      },
      log: () => readFileSync(log, 'utf8').split('\n'),
      async kill() {
        const processes = processesOf(data)
        for (const pid of processes) signal(pid, 'SIGKILL')
        while (processes.some((pid) => signal(pid, 0))) await wait(5)
      },
      async ensureStarted() {
        if (await run('pg_ctl', 'status')) return
        if (!(await run('pg_ctl', '-w', '-l', log, '-o', startedWith(data), 'start')))
          throw new Error(`PostgreSQL did not start again.\n${readFileSync(log, 'utf8')}`)
      },
      cutConnections: () =>
        withClient(url, (client) =>
          client.query(
            "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
          ),
        ),
      async pause(ms) {
        const processes = processesOf(data)
        for (const pid of processes) signal(pid, 'SIGSTOP')
        await wait(ms)
        for (const pid of processes.toReversed()) signal(pid, 'SIGCONT')
      },
      freeze() {
        for (const pid of processesOf(data)) signal(pid, 'SIGSTOP')
      },
      async promote() {
        if (!(await run('pg_ctl', '-w', 'promote'))) throw new Error(`the standby was not promoted.\n${readFileSync(log, 'utf8')}`)
      },
      awaitStandby: () =>
        withClient(url, async (client) => {
          await client.query("alter system set synchronous_standby_names = '*'")
          await client.query('select pg_reload_conf()')
          const connected = () => client.query("select from pg_stat_replication where sync_state = 'sync'")
          while ((await connected()).rowCount === 0) await wait(20)
        }),
    }
  } catch (error) {
    await cleaner.cleanUp()
    throw error
  }
}

/** Creates a database in the cluster, empty or a copy of a template without connections, and returns its URL. */
export async function freshDatabase(
  url: string,
  { name = `test_${randomBytes(6).toString('hex')}`, copyOf = 'template1' } = {},
): Promise<string> {
  await withClient(url, (client) =>
    client.query(`create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(copyOf)}`),
  )
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

/** Drops a database, including its open connections. */
export async function dropDatabase(address: string): Promise<void> {
  const url = new URL(address)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  await withClient(url.href, (client) => client.query(`drop database ${client.escapeIdentifier(name)} with (force)`))
}

async function withClient(url: string, ask: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await ask(client)
  } finally {
    await client.end()
  }
}

/** The command line of the running cluster: each argument in quotes, after the program's name. */
const startedWith = (data: string) => readFileSync(join(data, 'postmaster.opts'), 'utf8').trim().split(' ').slice(1).join(' ')

/** The postmaster and all its child processes. */
function processesOf(data: string): number[] {
  const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  return [first, ...rows.flatMap(([pid, parent]) => (parent === first && pid ? [pid] : []))]
}

/** Returns false if the process has ended, which needs no signal. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

/** The folder with PostgreSQL's programs, if installed. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const places = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))]
  const found = places.find((place) => ['initdb', 'pg_ctl', 'postgres'].every((tool) => existsSync(join(place, tool))))
  // Links to some of the programs may be elsewhere.
  return found && dirname(realpathSync(join(found, 'initdb')))
}

/** PostgreSQL and pgbouncer refuse to run as root. */
export function accountToRunAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const number = (flag: string, name: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], {
      encoding: 'utf8',
    })
    return status === 0 ? Number(stdout) : undefined
  }
  for (const name of ['postgres', 'nobody']) {
    const uid = number('-u', name)
    const gid = number('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user "postgres" nor "nobody" here.')
}

/**
 * A watcher process that waits for this process's end of a pipe to close, which happens in `cleanUp` and also if this process is killed.
 */
function cleanUpAfterUs(bin: string, folders: readonly [string, string], runner: { uid?: number; gid?: number; cwd: string }) {
  const script = 'cat; "$1/pg_ctl" -D "$2/data" -m immediate -w stop; cd /; rm -rf "$2" "$3"'
  const watcher = spawn('sh', ['-c', script, 'sh', bin, ...folders], {
    ...runner,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const gone = new Promise<void>((resolve) => watcher.on('exit', () => resolve()))
  watcher.unref()
  ;(watcher.stdin as Socket).unref()
  return {
    async cleanUp() {
      watcher.ref()
      watcher.stdin.end()
      await gone
    },
  }
}
