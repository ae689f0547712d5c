import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, openPostgres } from '../../server/database/connect.ts'
import { createClient } from '../chaos/client.ts'
import { checkLedger, type LedgerCheck } from '../chaos/ledger-check.ts'
import { freePort, startServer } from '../chaos/server-process.ts'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { gather } from './crowd.ts'
import { openLine } from './line.ts'
import { closedLoop, openLoop, type Summary, summaryOf } from './pace.ts'

export type LoadPlan = {
  database: 'embedded' | 'postgresql'
  people: number
  machines: number
  /** How long people work at their own pace; the other parts take as long as `partMs` says. */
  heldMs: number
  partMs: number
  seed: number
}

export type LoadReport = {
  /** One person alone, before and after everything else. */
  quiet: Summary
  /** Everybody at their own pace. */
  held: Summary
  /** As much as the server can do. */
  peak: Summary
  /** Four times that. */
  overload: Summary
  quietAgain: Summary
  /** Of the server's process, in MB; null where the system does not tell. */
  memory: { begin: number | null; end: number | null }
  restocks: number
  ledger: LedgerCheck
}

/** How many ask at once, without a pause, where the server shall do as much as it can. */
const AT_THE_PEAK = 16
const OVERLOAD = 4
/** Between two things that one person does: far more than a real one, so that fifty are the load of a few hundred. */
const PAUSE_MS = 2_000

/** `missing` says why it could not be run here. */
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
  const port = await freePort()
  const server = startServer({ port, dataDir, databaseUrl, machines: plan.machines })
  const line = openLine(port)
  try {
    await server.ready
    const clients = Array.from({ length: plan.people }, (_, index) =>
      createClient(`http://127.0.0.1:${port}`, `10.1.0.${index}`, randomFrom('person', plan.seed, index)),
    )
    const [first] = clients
    if (!first) throw new Error('nobody is there')
    const { companyId } = await first.me()
    const before = await first.points()
    const tokens: string[] = []
    for (const client of clients) tokens.push(await client.token())
    const crowd = gather(line, tokens, before, randomFrom('crowd', plan.seed))
    const alone = () => closedLoop(crowd.act, 1, plan.partMs).then((samples) => summaryOf(samples, plan.partMs))

    // Everybody's first fetch is large; it is over before anything is measured.
    await closedLoop(crowd.act, plan.people, plan.partMs, PAUSE_MS / 10)
    const begin = memoryOf(server.pid)
    const quiet = await alone()
    // Devices that report and screens that listen belong beside these people, and end with them.
    const held = summaryOf(await closedLoop(crowd.act, plan.people, plan.heldMs, PAUSE_MS), plan.heldMs)
    const peak = summaryOf(await closedLoop(crowd.act, AT_THE_PEAK, plan.partMs), plan.partMs)
    const overload = summaryOf(await openLoop(crowd.act, OVERLOAD * peak.perSecond, plan.partMs), plan.partMs)
    await crowd.sendRest()
    const quietAgain = await alone()
    await crowd.sendRest()
    const end = memoryOf(server.pid)
    line.hangUp()
    await server.stop()

    const opened = databaseUrl ? await openPostgres(databaseUrl, 6) : await openEmbedded(dataDir)
    if ('wrong' in opened) throw new Error(opened.wrong)
    const ledger = await checkLedger(opened.database.owner, companyId, crowd.restocks, before)
    await opened.database.close()
    return { quiet, held, peak, overload, quietAgain, memory: { begin, end }, restocks: crowd.restocks.length, ledger }
  } finally {
    line.hangUp()
    await server.kill()
  }
}

function memoryOf(pid: number | undefined): number | null {
  const status = `/proc/${pid}/status`
  const [, kB] = existsSync(status) ? (/VmRSS:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? []) : []
  return kB === undefined ? null : Number(kB) / 1000
}
