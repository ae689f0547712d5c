import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../server/db/client.ts'
import { openEmbedded, openPostgres } from '../../server/db/connect.ts'
import { createClient } from '../chaos/client.ts'
import { checkLedger, type LedgerCheck } from '../chaos/ledger-check.ts'
import { startServer } from '../chaos/server-process.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { gather } from './crowd.ts'
import { openLine } from './line.ts'
import { salesOf, settle } from './neighbourhood.ts'
import { type NeighbourResult, type Neighbours, openNeighbours } from './neighbours.ts'
import { closedLoop, openLoop, type Summary, summaryOf } from './pace.ts'

type LoadPlan = {
  database: 'embedded' | 'postgresql'
  people: number
  machines: number
  /** Open screens, and devices that send a sale per minute, while users work at their own pace. */
  streams: number
  devices: number
  /** How long users work at their own pace; the other parts take `partMs`. */
  heldMs: number
  partMs: number
  seed: number
}

export type LoadReport = {
  /** A single user, before and after everything else. */
  quiet: Summary
  /** All users at their own pace, with open screens and devices. */
  held: Summary
  /** The same, while devices send ten times as much. */
  storm: Summary
  /** As much as the server can do. */
  peak: Summary
  /** Four times that. */
  overload: Summary
  quietAgain: Summary
  /** Of the server's process, in MB; null if the system does not report it. */
  memory: { begin: number | null; end: number | null }
  restocks: number
  ledger: LedgerCheck
  neighbours: {
    /** Device messages while all users worked, and in the storm; `refused` of them were sent again. */
    held: NeighbourResult
    storm: NeighbourResult
    /** All sales sent by devices, and how many the server has. */
    sold: number
    kept: number
    errors: string[]
    streamsLost: number
  }
}

/** Number of concurrent users without a pause, to measure the capacity of the server. */
const AT_THE_PEAK = 16
const OVERLOAD = 4
const STORM = 10
/** Between two actions of a user: much shorter than in reality, so that fifty users produce the load of a few hundred. */
const PAUSE_MS = 2_000

/** `missing` gives the reason if it cannot run here. */
export async function runLoad(plan: LoadPlan): Promise<LoadReport | { missing: string }> {
  const postgres = plan.database === 'postgresql' ? await startPostgres({ durable: true }) : null
  if (postgres && 'missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-load-'))
  try {
    return await loadOn(plan, dataDir, postgres)
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function loadOn(plan: LoadPlan, dataDir: string, postgres: Postgres | null): Promise<LoadReport> {
  const databaseUrl = postgres ? await freshDatabase(postgres.url) : undefined
  const port = await takePort()
  const place = { port, dataDir, databaseUrl, machines: plan.machines }
  const beforehand = startServer(place)
  await beforehand.ready
  await beforehand.stop()
  const settled = await inDatabase(databaseUrl, dataDir, (database) => settle(database, plan))

  const server = startServer(place)
  const line = openLine(port)
  let neighbours: Neighbours | undefined
  try {
    await server.ready
    const theirs = new Set(settled.machines.filter(({ company }) => company === settled.company).map(({ machine }) => machine))
    const client = createClient(`http://127.0.0.1:${port}`, '10.1.0.0', randomFrom('person', plan.seed))
    const before = (await client.points()).filter(({ machineId }) => !theirs.has(machineId))
    const crowd = gather(line, settled.tokens, before, randomFrom('crowd', plan.seed))
    const alone = () => closedLoop(crowd.act, 1, plan.partMs).then((samples) => summaryOf(samples, plan.partMs))
    const atWork = (forMs: number) => closedLoop(crowd.act, plan.people, forMs, PAUSE_MS).then((samples) => summaryOf(samples, forMs))

    // The first fetch of each user is large, so it is done before the measurement.
    await closedLoop(crowd.act, plan.people, plan.partMs, PAUSE_MS / 10)
    const begin = memoryOf(server.pid)
    const quiet = await alone()
    neighbours = openNeighbours(port, settled)
    await neighbours.pace(plan.devices / 60)
    const held = await atWork(plan.heldMs)
    const whileHeld = await neighbours.pace((STORM * plan.devices) / 60)
    const storm = await atWork(plan.partMs)
    const inStorm = await neighbours.pace(0)
    const { sales: sold, errors, streamsLost } = await neighbours.end()
    const peak = summaryOf(await closedLoop(crowd.act, AT_THE_PEAK, plan.partMs), plan.partMs)
    const overload = summaryOf(await openLoop(crowd.act, OVERLOAD * peak.perSecond, plan.partMs), plan.partMs)
    await crowd.sendRest()
    const quietAgain = await alone()
    await crowd.sendRest()
    const end = memoryOf(server.pid)
    line.hangUp()
    await server.stop()

    const [ledger, kept] = await inDatabase(databaseUrl, dataDir, async (database) => [
      await checkLedger(database.owner, settled.company, crowd.restocks, before),
      await salesOf(database, settled.machines),
    ])
    return {
      ...{ quiet, held, storm, peak, overload, quietAgain, memory: { begin, end }, restocks: crowd.restocks.length, ledger },
      neighbours: { held: whileHeld, storm: inStorm, sold, kept, errors, streamsLost },
    }
  } finally {
    neighbours?.kill()
    line.hangUp()
    await server.kill()
  }
}

/** Works in the database directly, while no server runs. */
async function inDatabase<T>(url: string | undefined, dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const opened = url ? await openPostgres(url, 6) : await openEmbedded(dataDir)
  if ('wrong' in opened) throw new Error(opened.wrong)
  try {
    return await work(opened.database)
  } finally {
    await opened.database.close()
  }
}

function memoryOf(pid: number | undefined): number | null {
  const status = `/proc/${pid}/status`
  const [, kB] = existsSync(status) ? (/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? []) : []
  return kB === undefined ? null : Number(kB) / 1000
}
