import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import { HOUR, type Moment } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'

/** Empty slots or canisters of a machine, of all its `places`, each since its last movement. */
export type Empty = { machine: MachineId; empty: number; places: number; since: Moment[] }
export type EmptyPlaces = ReadonlyMap<MachineId, Empty>
export type ReadEmpty = (db: Db, company: CompanyId, now: Moment) => Promise<EmptyPlaces>

type Kept = { seq: number; at: Moment; machines: Map<MachineId, Empty> }

/** All machines are read again after this time. */
const FRESH = HOUR
const MOST_COMPANIES = 200

/**
 * Machines in service with empty places. All of them are read once per company and hour. In between only those are read that the feed lists
 * as changed since, because every change of stock, slots or service is published there in its own transaction.
 */
export function emptyPlacesByFeed(): ReadEmpty {
  const known = new Map<CompanyId, Kept>()
  return async (db, company, now) => {
    const kept = known.get(company)
    const { seq, changed } = await changesSince(db, company, kept?.seq ?? null)
    if (!kept || seq < kept.seq || now < kept.at || now >= kept.at + FRESH) {
      const machines = byMachine(await rowsOf<Empty>(db, emptyPlaces(company)))
      known.delete(company)
      const [oldest] = known.keys()
      if (known.size >= MOST_COMPANIES && oldest !== undefined) known.delete(oldest)
      known.set(company, { seq, at: now, machines })
      return machines
    }
    if (changed.length > 0) {
      const read = byMachine(await rowsOf<Empty>(db, emptyPlaces(company, changed)))
      // Another request may have stored a later state in the meantime.
      if (seq > kept.seq) {
        kept.seq = seq
        for (const machine of changed) kept.machines.delete(machine)
        for (const [machine, row] of read) kept.machines.set(machine, row)
      }
    }
    return kept.machines
  }
}

const byMachine = (rows: readonly Empty[]) => new Map(rows.map((row) => [row.machine, row]))

/** The position of the feed, and the machines that it lists as changed after another position, with their stock or slots. */
async function changesSince(db: Db, company: CompanyId, seq: number | null): Promise<{ seq: number; changed: MachineId[] }> {
  const [row] = await rowsOf<{ seq: number; changed: MachineId[] }>(
    db,
    sql`select c.feed_seq::float8 as seq, coalesce((
        select json_agg(distinct f.entity_id) from feed f
        where f.company_id = ${company} and f.seq > ${seq}::bigint and f.kind in ('machine', 'slots', 'inventory')), '[]') as changed
      from companies c where c.id = ${company}`,
  )
  return row ?? { seq: 0, changed: [] }
}

/** Counts slots and canisters as a machine's own page does; of these machines, or of all. */
const emptyPlaces = (company: CompanyId, machines?: readonly MachineId[]): SQL =>
  sql`select p.machine_id::float8 as machine, count(*)::int as places, count(*) filter (where p.balance < 500)::int as empty,
      coalesce(json_agg(${millis(sql`last.at`)}) filter (where last.at is not null), '[]') as since
    from stock_points p join machines m on m.company_id = p.company_id and m.id = p.machine_id and m.deactivated_at is null
    left join lateral (
      select mv.effective_at as at from movements mv where p.balance < 500 and mv.company_id = p.company_id and mv.stock_point_id = p.id
        and not mv.voided order by mv.effective_at desc limit 1) last on true
    where p.company_id = ${company} and p.removed_at is null and p.kind in ('SLOT', 'CANISTER') and p.max_quantity > 0
      ${machines ? sql`and m.id = any(${arrayOf(machines)}::bigint[])` : sql``}
    group by p.machine_id having bool_or(p.balance < 500)`
