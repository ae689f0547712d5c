import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'
import { cachedByFeed, type ReadCached } from '../../sync/cached-by-feed.ts'

/** Empty slots or canisters of a machine, of all its `places`, each since its last movement. */
export type Empty = { machine: MachineId; empty: number; places: number; since: Moment[] }
export type EmptyPlaces = ReadonlyMap<MachineId, Empty>
export type ReadEmpty = ReadCached<EmptyPlaces>

/** Machines in service with empty places. */
export const emptyPlacesByFeed = (): ReadEmpty =>
  cachedByFeed<Map<MachineId, Empty>>({
    read: readEmpty,
    reread: async (db, company, changed) => {
      const read = await readEmpty(db, company, changed)
      return (machines) => {
        for (const machine of changed) machines.delete(machine)
        for (const [machine, row] of read) machines.set(machine, row)
      }
    },
  })

async function readEmpty(db: Db, company: CompanyId, machines?: readonly MachineId[]): Promise<Map<MachineId, Empty>> {
  const rows = await rowsOf<Empty>(db, emptyPlaces(company, machines))
  return new Map(rows.map((row) => [row.machine, row]))
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
