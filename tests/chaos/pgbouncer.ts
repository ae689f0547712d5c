import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pgbouncer, startPgbouncer } from '../support/pgbouncer.ts'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { type Fault, type Plan, pause, type Report, restockUnder, strikeBetween } from './under-faults.ts'

/**
 * Lets clients restock through pgbouncer in transaction mode, whose four connections twenty clients share, while pgbouncer and PostgreSQL
 * are disturbed. `missing` gives the reason if it cannot run here.
 */
export async function disturbPooler(plan: Plan): Promise<Report | { missing: string }> {
  const postgres = await startPostgres({ durable: true })
  if ('missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-pgbouncer-'))
  const pooler = await startPgbouncer(postgres.url)
  try {
    if ('missing' in pooler) return pooler
    const databaseDirectUrl = await freshDatabase(postgres.url)
    const place = { dataDir, databaseUrl: pooler.through(databaseDirectUrl), databaseDirectUrl }
    return await restockUnder(plan, place, disturbances(pooler, postgres, plan.times))
  } finally {
    if ('stop' in pooler) await pooler.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const disturbances =
  (pooler: Pgbouncer, postgres: Postgres, times: number): Fault =>
  (around) => {
    const { random } = around
    const kinds = [
      async () => {
        await pooler.kill()
        await pause(random.between(0, 500))
        await pooler.start()
      },
      () => postgres.restart('fast', random.between(0, 500)),
      () => postgres.cutConnections(),
      async () => {
        await pooler.command('PAUSE')
        await pause(random.between(0, 1_000))
        await pooler.command('RESUME')
      },
      () => postgres.restart('immediate', random.between(0, 500)),
      () => pooler.command('RECONNECT'),
    ]
    let next = 0
    // In turn, so that few disturbances cover each kind.
    return strikeBetween(around, times, async () => kinds[next++ % kinds.length]?.())
  }
