import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { toIso } from '#domain/time.ts'
import { rowsOf } from '../../server/db/client.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { createClient } from './client.ts'
import { checkLedger, type LedgerCheck } from './ledger-check.ts'
import { makeRestocks } from './restocks.ts'
import { startServer } from './server-process.ts'
import { openAt, type Place } from './under-faults.ts'

type KeysPlan = { seed: number; keys: number; sends: number; database: 'embedded' | 'postgresql' }
type KeysReport = LedgerCheck & {
  /** Number of requests whose restock was acknowledged. */
  acknowledged: number
  /** Operations that the server has as a result. */
  effects: number
  seconds: number
}

/** Fewer than a server allows per address and minute. */
const PER_ADDRESS = 500

/** Sends each of many restocks many times concurrently. `missing` gives the reason if it cannot run here. */
export async function sendTogether(plan: KeysPlan): Promise<KeysReport | { missing: string }> {
  const postgres = plan.database === 'postgresql' ? await startPostgres() : null
  if (postgres && 'missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-keys-'))
  try {
    return await sendOn(plan, { dataDir, databaseUrl: postgres ? await freshDatabase(postgres.url) : undefined })
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function sendOn({ seed, keys, sends }: KeysPlan, place: Place): Promise<KeysReport> {
  const begun = performance.now()
  const port = await takePort()
  const server = startServer({ port, ...place })
  try {
    await server.ready
    const client = createClient(`http://127.0.0.1:${port}`, '10.0.0.1', randomFrom('keys', seed))
    const { companyId } = await client.me()
    const before = await client.points()
    const restocks = makeRestocks(randomFrom('restocks', seed), before, keys, Date.now())
    const since = toIso(Date.now())
    let acknowledged = 0
    for (const [index, restock] of restocks.entries()) {
      const at = (send: number) => {
        const number = Math.floor((index * sends + send) / PER_ADDRESS)
        return client.at(`10.1.${number >> 8}.${number & 255}`)
      }
      await Promise.all(
        Array.from({ length: sends }, async (_, send) => {
          // A phone's push and a plain call carry the same operation.
          await (send % 2 ? at(send).restock(restock) : at(send).push([restock]))
          acknowledged++
        }),
      )
    }
    await server.stop()
    const database = await openAt(place)
    const check = await checkLedger(database.owner, companyId, restocks, before)
    const [received] = await rowsOf<{ effects: number }>(
      database.owner,
      sql`select count(*)::int as effects from operations where company_id = ${companyId} and status = 'applied' and received_at >= ${since}`,
    )
    await database.close()
    return { ...check, acknowledged, effects: received?.effects ?? 0, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await server.kill()
  }
}
