import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { metresBetween } from '#domain/machines/distance.ts'
import type { TimedVisit } from '#domain/rounds/learn-minutes.ts'
import { VISIT_CALLS } from '#domain/rounds/round.ts'
import { minutesFor, USUAL_DETOUR } from '#domain/rounds/travel.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { type Db, rowsOf } from '../../../db/client.ts'
import { millis } from '../../../db/sql-fragments.ts'

/** The latest visits of the last weeks, of all people together. */
const [LATEST, DAYS] = [400, 60]

/** `ends`: the last work at the machine. `pieces`: put in; null at machines without slots. */
type EndedVisit = { user: UserId; machine: MachineId; ends: Moment; lat: number | null; lng: number | null; pieces: number | null }

/** Visits by person and time. */
export async function endedVisits(db: Db, company: CompanyId, now: Moment): Promise<EndedVisit[]> {
  const rows = await rowsOf<EndedVisit>(
    db,
    sql`with visits as (
        select o.visit_id, o.user_id, o.machine_id, max(o.effective_at) as ends, array_agg(o.id) as ids from operations o
        where o.company_id = ${company} and o.visit_id is not null and o.machine_id is not null and o.status = 'applied'
          and o.call = any(${`{${VISIT_CALLS.join(',')}}`}::text[]) and o.effective_at >= ${toIso(now - DAYS * DAY)}::timestamptz
          and o.effective_at <= ${toIso(now)}::timestamptz
        group by 1, 2, 3 order by ends desc limit ${LATEST}),
      added as (
        select v.visit_id, v.machine_id, sum(s.quantity) as milli from visits v
        join movements s on s.company_id = ${company} and s.operation_id = any(v.ids) and s.cause = 'RESTOCK' and not s.voided
        join stock_points p on p.company_id = s.company_id and p.id = s.stock_point_id and p.machine_id = v.machine_id and p.kind = 'SLOT'
        group by 1, 2)
      select v.user_id as user, v.machine_id::float8 as machine, ${millis(sql`v.ends`)} as ends, m.lat, m.lng,
        case when m.type = 'COFFEE' then null else coalesce(a.milli, 0)::float8 end as pieces
      from visits v join machines m on m.company_id = ${company} and m.id = v.machine_id
      left join added a on a.visit_id = v.visit_id and a.machine_id = v.machine_id
      order by v.user_id, v.ends`,
  )
  return rows.map((row) => ({ ...row, pieces: row.pieces === null ? null : toWhole(row.pieces) }))
}

/** Later visits belong to another part of the day. */
const NEXT_WITHIN = 3 * HOUR

/**
 * Minutes at the machines: the time since the end of the person's visit before, without the way between. Recorded work alone does not tell
 * them, because it is often recorded once, at the end.
 */
export const timedVisits = (visits: readonly EndedVisit[]): TimedVisit[] =>
  visits.flatMap((visit, index): TimedVisit[] => {
    const before = visits[index - 1]
    if (before?.user !== visit.user || visit.pieces === null || visit.ends - before.ends > NEXT_WITHIN) return []
    if (before.machine === visit.machine || before.lat === null || before.lng === null || visit.lat === null || visit.lng === null)
      return []
    const metres = metresBetween({ lat: before.lat, lng: before.lng }, { lat: visit.lat, lng: visit.lng })
    return [{ minutes: (visit.ends - before.ends) / MINUTE - minutesFor(USUAL_DETOUR * metres), pieces: visit.pieces }]
  })
