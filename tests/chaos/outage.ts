import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { type Fault, type Plan, type Report, restockUnder, strikeBetween } from './under-faults.ts'

/**
 * Makes PostgreSQL unavailable repeatedly while clients restock: stops and starts it, crashes it, cuts its connections, pauses it. The
 * server is not restarted and must reconnect. `missing` gives the reason if it cannot run here.
 */
export async function stopDatabase(plan: Plan): Promise<Report | { missing: string }> {
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-outage-'))
  try {
    return await restockUnder(plan, { dataDir, databaseUrl: await freshDatabase(postgres.url) }, outages(postgres, plan.times))
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const outages =
  (postgres: Postgres, times: number): Fault =>
  (around) => {
    const { random } = around
    const kinds = [
      () => postgres.restart('fast', random.between(0, 1_500)),
      () => postgres.cutConnections(),
      () => postgres.pause(2_000),
      () => postgres.restart('immediate', random.between(0, 500)),
    ]
    let next = 0
    // In turn, so that few outages cover each kind.
    return strikeBetween(around, times, async () => kinds[next++ % kinds.length]?.())
  }
