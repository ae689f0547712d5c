import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BUILT_COMMANDS } from '../../server/folders.ts'
import { takePort } from '../support/ports.ts'
import { freshDatabase, startPostgres } from '../support/postgres.ts'
import { randomFrom } from '../sync/simulation/random.ts'
import { createClient } from './client.ts'
import { checkLedger, type LedgerCheck } from './ledger-check.ts'
import { makeRestocks, type Restock } from './restocks.ts'
import { ENGINE, environmentOf, startServer } from './server-process.ts'
import { openAt, type Place } from './under-faults.ts'

type BackupPlan = { seed: number; restocks: number; clients: number; database: 'embedded' | 'postgresql' }
type BackupReport = LedgerCheck & {
  acknowledged: number
  /** Acknowledged before the restore, and not in the backup. */
  sentAgain: number
  /** The output of the command, including the time during which others could not write. */
  output: string[]
  /** The longest wait of a client, without a backup and during one. */
  longestQuietMs: number
  longestMeanwhileMs: number
  seconds: number
}

/** Backs up a server while clients restock, restores the backup, and has the clients send everything again. */
export async function backUpUnderLoad(plan: BackupPlan): Promise<BackupReport | { missing: string }> {
  const postgres = plan.database === 'postgresql' ? await startPostgres({ durable: true }) : null
  if (postgres && 'missing' in postgres) return postgres
  const dataDir = await mkdtemp(join(tmpdir(), 'rm-backup-'))
  try {
    return await backUpOn(plan, { dataDir, databaseUrl: postgres ? await freshDatabase(postgres.url) : undefined })
  } finally {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function backUpOn({ seed, restocks: count, clients: people }: BackupPlan, place: Place): Promise<BackupReport> {
  const begun = performance.now()
  const file = join(place.dataDir, 'kept.backup')
  const port = await takePort()
  const server = startServer({ port, ...place })
  try {
    await server.ready
    const client = createClient(`http://127.0.0.1:${port}`, '10.0.0.1', randomFrom('backup', seed))
    const { companyId } = await client.me()
    const before = await client.points()
    const restocks = makeRestocks(randomFrom('restocks', seed), before, count, Date.now())
    const sendAll = (some: readonly Restock[]): Promise<number> => {
      const waits = Array.from({ length: people }, async (_, index) => {
        let longest = 0
        for (const [number, restock] of some.filter((_restock, at) => at % people === index).entries()) {
          const sentAt = performance.now()
          await client.at(`10.${1 + Math.floor(number / 500)}.0.${index + 1}`).restock(restock)
          longest = Math.max(longest, performance.now() - sentAt)
        }
        return longest
      })
      return Promise.all(waits).then((all) => Math.max(...all))
    }

    const third = Math.ceil(count / 3)
    const longestQuietMs = await sendAll(restocks.slice(0, third))
    const [longestMeanwhileMs, output] = await Promise.all([
      sendAll(restocks.slice(third, 2 * third)),
      runCommand('backup', ['--to', file], place),
    ])
    await sendAll(restocks.slice(2 * third))
    const acknowledged = restocks.filter(({ isAcknowledged }) => isAcknowledged).length
    await server.stop()
    await runCommand('restore', ['--from', file, '--confirm'], place)

    const sentAgain = (await checkAt(place, companyId, restocks, before)).lost.length
    const again = startServer({ port, ...place })
    await again.ready
    await sendAll(restocks)
    await again.stop()
    const check = await checkAt(place, companyId, restocks, before)
    return { ...check, acknowledged, sentAgain, output, longestQuietMs, longestMeanwhileMs, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await server.kill()
  }
}

async function checkAt(place: Place, ...[company, restocks, before]: [number, Restock[], Parameters<typeof checkLedger>[3]]) {
  const database = await openAt(place)
  try {
    return await checkLedger(database.owner, company, restocks, before)
  } finally {
    await database.close()
  }
}

async function runCommand(name: string, args: readonly string[], place: Place): Promise<string[]> {
  const command = join(BUILT_COMMANDS, `${name}.js`)
  const { stdout } = await promisify(execFile)(process.execPath, [...ENGINE, command, ...args], { env: environmentOf(place) })
  return stdout.trim().split('\n')
}
