import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { type Plan, type Report, restockUnder, strikeBetween } from './under-faults.ts'

/** `longestGapSeconds`: the longest time after the end of a server until a restock was acknowledged again, promotion included. */
type FailoverReport = Report & { longestGapSeconds: number }

/**
 * Kills or freezes the PostgreSQL server in use while clients restock, promotes its synchronous standby, and makes a new standby on the place of the old
 * server, as a cluster manager does. `missing` gives the reason if it cannot run here.
 */
export async function failOver(plan: Plan): Promise<FailoverReport | { missing: string }> {
  const first = await startPostgres({ durable: true })
  if ('missing' in first) return first
  let primary: Postgres = first
  let standby = await standbyOf(primary)
  const dataDir = await mkdtemp(join(tmpdir(), 'roundsman-failover-'))
  const gaps: number[] = []
  let strikes = 0
  try {
    const databaseUrl = `${severalHosts(await freshDatabase(primary.url), standby)}?target_session_attrs=read-write`
    const report = await restockUnder(plan, { dataDir, databaseUrl }, (around) => {
      const acknowledged = () => around.restocks.filter(({ isAcknowledged }) => isAcknowledged).length
      return strikeBetween(around, plan.times, async () => {
        const begun = performance.now()
        // In turn: connections that end, and connections that never get a response.
        if (strikes++ % 2 === 0) await primary.kill()
        else primary.freeze()
        // Responses that were under way at the kill arrive during the promotion.
        const [before] = await Promise.all([pause(50).then(acknowledged), standby.promote()])
        // The last restock waits for the last fault.
        if (before < plan.restocks - 1) {
          while (acknowledged() === before) await pause(5)
          gaps.push((performance.now() - begun) / 1000)
        }
        const port = portOf(primary)
        await primary.kill()
        await primary.stop()
        primary = standby
        standby = await standbyOf(primary, port)
      })
    })
    return { ...report, longestGapSeconds: Math.max(...gaps) }
  } finally {
    await primary.stop()
    await standby.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function standbyOf(primary: Postgres, port?: number): Promise<Postgres> {
  const standby = await startPostgres({ durable: true, standbyOf: primary.url, port })
  if ('missing' in standby) throw new Error(standby.missing)
  await primary.awaitStandby()
  return standby
}

const portOf = ({ url }: Postgres) => Number(new URL(url).port)

function severalHosts(url: string, other: Postgres): string {
  const { host } = new URL(url)
  return url.replace(host, `${host},${new URL(other.url).host}`)
}
