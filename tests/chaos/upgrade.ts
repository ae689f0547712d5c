import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { BUILT_SERVER } from '../../server/folders.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { openBalancer } from './balancer.ts'
import { createClient } from './client.ts'
import { checkLedger, type LedgerCheck } from './ledger-check.ts'
import { makeRestocks, type Restock } from './restocks.ts'
import { startServer } from './server-process.ts'
import { openAt } from './under-faults.ts'

type UpgradePlan = { seed: number; restocks: number; clients: number; from?: string | undefined }
type UpgradeReport = LedgerCheck & {
  /** The revision of the program before. */
  from: string
  acknowledged: number
  retries: number
  /** The acknowledged restocks while both versions were running. */
  together: number
  unforeseen: string[]
  /** Exit codes of the servers. */
  exits: (number | null)[]
}

const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { maxBuffer: 256 * 1024 * 1024 })).stdout.trim()

/** The commit of the last migration but one: the nearest version that knows its whole database, and not this one's. */
async function versionBefore(): Promise<string> {
  const added = await git('log', '-2', '--format=%H', '--diff-filter=A', '--', 'server/db/migrations/*.sql')
  const [, before] = added.split('\n')
  if (!before) throw new Error('there is one migration only')
  return before
}

/** Builds the server of a revision in a folder of its own, with the packages of this one. */
async function buildOf(revision: string): Promise<{ folder: string; server: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'roundsman-before-'))
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', revision, folder])
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const script = "import { build } from './scripts/build.ts'; await build(['server'])"
  await run(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  return { folder, server: join(folder, relative('.', BUILT_SERVER)) }
}

/**
 * Two servers of the version before share one PostgreSQL behind a balancer. While clients restock, each is stopped and started again in
 * this version, the first of which migrates. `missing` gives the reason if it cannot run here.
 */
export async function upgradeOneByOne(plan: UpgradePlan): Promise<UpgradeReport | { missing: string }> {
  const from = await (plan.from ? git('rev-parse', plan.from) : versionBefore()).catch(() => null)
  if (from === null) return { missing: 'the version before is not in the history of this folder (git)' }
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return postgres
  const before = await buildOf(from)
  const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'roundsman-upgrade-'))))
  const databaseUrl = await freshDatabase(postgres.url)
  const masterKey = randomBytes(32).toString('base64url')
  const ports = [await takePort(), await takePort()]
  const launch = (index: number, program?: string) =>
    startServer({ port: ports[index] ?? 0, dataDir: folders[index] ?? '', databaseUrl, masterKey, ...(program ? { program } : {}) })
  const servers = [launch(0, before.server)]
  const launched = [...servers]
  const balancer = await openBalancer(ports)
  const over = new AbortController()
  try {
    // The first one creates the schema and the demo.
    await servers[0]?.ready
    const second = launch(1, before.server)
    servers.push(second)
    launched.push(second)
    await second.ready
    const clients = Array.from({ length: plan.clients }, (_, index) =>
      createClient(`http://127.0.0.1:${balancer.port}`, `10.0.3.${index}`, randomFrom('upgrade', plan.seed, index), over.signal),
    )
    const [first] = clients
    if (!first) throw new Error('there are no clients')
    const { companyId } = await first.me()
    const points = await first.points()
    const restocks = makeRestocks(randomFrom('upgrade', plan.seed), points, plan.restocks, Date.now())
    const acknowledged = () => restocks.filter(({ isAcknowledged }) => isAcknowledged).length
    const reached = async (share: number) => {
      while (acknowledged() < plan.restocks * share) await new Promise((next) => setTimeout(next, 5))
    }

    const exits: (number | null)[] = []
    let together = 0
    let continueTogether = () => {}
    const bothRun = new Promise<void>((resolve) => {
      continueTogether = resolve
    })
    const upgrade = async () => {
      for (const [index, share] of [0.2, 0.6].entries()) {
        await reached(share)
        exits.push((await servers[index]?.stop()) ?? null)
        const server = launch(index)
        launched.push(server)
        servers[index] = server
        await server.ready
        if (index > 0) continue
        const since = acknowledged()
        continueTogether()
        await reached(0.6)
        together = acknowledged() - since
      }
    }
    await Promise.all([
      upgrade(),
      ...clients.map((client, index) =>
        work(
          client,
          restocks.filter((_, at) => at % plan.clients === index),
          bothRun,
        ),
      ),
    ])
    for (const server of servers) exits.push(await server.stop())

    const database = await openAt({ dataDir: '', databaseUrl })
    const check = await checkLedger(database.owner, companyId, restocks, points)
    await database.close()
    const retries = clients.reduce((sum, client) => sum + client.retries(), 0)
    return {
      ...check,
      from,
      acknowledged: acknowledged(),
      retries,
      together,
      exits,
      unforeseen: launched.flatMap((one) => one.unforeseen()),
    }
  } finally {
    over.abort()
    await Promise.all(launched.map((server) => server.kill()))
    await balancer.close()
    await postgres.stop()
    await Promise.all([before.folder, ...folders].map((folder) => rm(folder, { recursive: true, force: true })))
  }
}

/** Single calls and pushes in turn. The last part waits until both versions run, however long a start takes. */
async function work(client: ReturnType<typeof createClient>, own: readonly Restock[], bothRun: Promise<void>): Promise<void> {
  for (let done = 0; done < own.length; done += 5) {
    if (done >= own.length * 0.4) await bothRun
    const [one, ...rest] = own.slice(done, done + 5)
    if (one) await client.restock(one)
    if (rest.length > 0) await client.push(rest)
  }
}
