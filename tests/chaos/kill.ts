import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { type Fault, type Plan, type Report, restockUnder, strikeBetween } from './under-faults.ts'

type KillPlan = Plan & { database: 'embedded' | 'postgresql' }

/** Kills the server repeatedly while clients restock. `missing` gives the reason if it cannot run here. */
export async function killServer(plan: KillPlan): Promise<Report | { missing: string }> {
  const postgres = plan.database === 'postgresql' ? await startPostgres({ durable: true }) : null
  if (postgres && 'missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-kill-'))
  try {
    const databaseUrl = postgres ? await freshDatabase(postgres.url) : undefined
    return await restockUnder(plan, { dataDir, databaseUrl }, killing(plan.times))
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const killing =
  (times: number): Fault =>
  (around) => {
    const { random, server } = around
    return strikeBetween(around, times, async () => {
      await server.kill()
      // Sometimes the next server is killed too, while it starts.
      if (random.chance(0.2)) await server.killWhileStarting(random.between(0, 2_500))
      await server.start()
    })
  }
