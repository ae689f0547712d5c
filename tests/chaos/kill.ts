import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, openPostgres } from '../../server/database/connect.ts'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { type Random, randomFrom } from '../sync/simulation/random.ts'
import { type Client, createClient } from './client.ts'
import { checkLedger, type LedgerCheck } from './ledger-check.ts'
import { makeRestocks, type Restock } from './restocks.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'

export type KillPlan = { seed: number; times: number; restocks: number; clients: number; database: 'embedded' | 'postgresql' }
export type KillReport = LedgerCheck & { kills: number; retries: number; seconds: number }

/**
 * Kills the server again and again while clients restock, each sending the same until it hears that it counts; then reads the
 * ledger. `missing` says why it could not be run here.
 */
export async function killServer(plan: KillPlan): Promise<KillReport | { missing: string }> {
  const postgres = plan.database === 'postgresql' ? await startPostgres({ durable: true }) : null
  if (postgres && 'missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-kill-'))
  try {
    return await killOn(plan, dataDir, postgres)
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function killOn(plan: KillPlan, dataDir: string, postgres: Postgres | null): Promise<KillReport> {
  const begun = performance.now()
  const databaseUrl = postgres ? await freshDatabase(postgres.url) : undefined
  const port = await freePort()
  const start = () => startServer({ port, dataDir, databaseUrl })
  let server = start()
  await server.ready

  const random = randomFrom('kill', plan.seed)
  const clients = Array.from({ length: plan.clients }, (_, index) =>
    createClient(`http://127.0.0.1:${port}`, `10.0.0.${index + 1}`, randomFrom('client', plan.seed, index)),
  )
  const [first] = clients
  if (!first) throw new Error('nobody is there to restock')
  const { companyId } = await first.me()
  const before = await first.points()
  const restocks = makeRestocks(random, before, plan.restocks, Date.now())

  const working = Promise.all(
    clients.map((client, index) =>
      workThrough(
        client,
        restocks.filter((_, number) => number % clients.length === index),
        randomFrom('work', plan.seed, index),
      ),
    ),
  )
  const [kills] = await Promise.all([
    killBetween(random, plan.times, restocks, working, async () => {
      server = await killAndRestart(server, start, random)
    }),
    working,
  ])
  await server.stop()

  const opened = databaseUrl ? await openPostgres(databaseUrl, 2) : await openEmbedded(dataDir)
  if ('wrong' in opened) throw new Error(opened.wrong)
  const check = await checkLedger(opened.database.owner, companyId, restocks, before)
  await opened.database.close()
  const retries = clients.reduce((sum, client) => sum + client.retries(), 0)
  return { ...check, kills, retries, seconds: (performance.now() - begun) / 1000 }
}

/** A client's day: plain calls and pushes in turn, and now and then something once more that has been heard long ago. */
async function workThrough(client: Client, own: Restock[], random: Random): Promise<void> {
  for (let done = 0; done < own.length; ) {
    const size = random.chance(0.5) ? 1 : random.between(2, 25)
    const some = own.slice(done, done + size)
    const [only] = some
    if (some.length === 1 && only) await client.restock(only)
    else await client.push(some)
    done += some.length
    if (random.chance(0.1)) await client.restock(random.pick(own.slice(0, done)))
  }
}

/** Kills each time that so many more have been acknowledged; the moment within a request is as the machine has it. */
async function killBetween(
  random: Random,
  times: number,
  restocks: readonly Restock[],
  working: Promise<unknown>,
  kill: () => Promise<void>,
): Promise<number> {
  const marks = Array.from({ length: times }, () => random.between(0, Math.floor(restocks.length * 0.95))).toSorted((a, b) => a - b)
  let isOver = false
  void working.finally(() => {
    isOver = true
  })
  let kills = 0
  for (const mark of marks) {
    while (!isOver && restocks.filter(({ isAcknowledged }) => isAcknowledged).length < mark) await pause(5)
    if (isOver) return kills
    await pause(random.between(0, 40))
    await kill()
    kills++
  }
  return kills
}

async function killAndRestart(server: ServerProcess, start: () => ServerProcess, random: Random): Promise<ServerProcess> {
  await server.kill()
  // Sometimes the next one dies as well, while it starts.
  if (random.chance(0.2)) {
    const next = start()
    await Promise.race([next.ready, pause(random.between(0, 2_500))])
    await next.kill()
  }
  const next = start()
  await next.ready
  return next
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export const isWhole = ({ lost, twice, operations, unfolded, wrong }: LedgerCheck) =>
  [lost, twice, operations, unfolded, wrong].every((found) => found.length === 0)
