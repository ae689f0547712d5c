import { sql } from 'drizzle-orm'
import type { MachineUptime } from '#contract/machine-reports.ts'
import type { CompanyId } from '#domain/ids.ts'
import type { Span } from '#domain/sales/periods.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { type Meant, machinesIn } from './machines-meant.ts'
import { sumOutages } from './outages.store.ts'

/** Outage time of each machine, the longest first; unwatched machines last. */
export async function findUptime(db: Db, company: CompanyId, meant: Meant, span: Span, now: Moment): Promise<MachineUptime[]> {
  const from = sql`${toIso(span.from)}::timestamptz`
  const until = sql`${toIso(span.until)}::timestamptz`
  const machines = await rowsOf<MachineUptime['machine']>(
    db,
    sql`select m.id::float8 as id, m.name, m.type from (${machinesIn(company, meant, { from, until })}) m order by m.name, m.id`,
  )
  const sums = new Map((await sumOutages(db, company, span, now)).map((sum) => [sum.machine, sum]))
  const rows = machines.map((machine): MachineUptime => {
    const { watched = null, out = 0, stopped = 0, silent = 0, outages = 0 } = sums.get(machine.id) ?? {}
    const lengths = { secondsInOutage: out, secondsStopped: stopped, secondsNotConnected: silent }
    return { machine, secondsWatched: watched, ...lengths, numberOfOutages: outages }
  })
  return rows.toSorted(
    (a, b) => Number(a.secondsWatched === null) - Number(b.secondsWatched === null) || b.secondsInOutage - a.secondsInOutage,
  )
}
