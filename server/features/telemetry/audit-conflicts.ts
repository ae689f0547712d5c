import { sql } from 'drizzle-orm'
import { identityKey } from '#domain/dex/identity.ts'
import type { Reading } from '#domain/dex/reading.ts'
import type { OperationId } from '#domain/ids.ts'
import type { AuditReason } from '#domain/sales/audit-doubts.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { lastIdentities } from './audits.store.ts'
import type { ReadOutContext } from './message-source.ts'

/**
 * Reasons to doubt that a reading belongs to this machine, beyond its counters:
 * - another machine in service has read-outs with the same identity and this one has none, or
 * - this machine has a single read-out with this identity, which may be the wrong one, while a read-out with another identity is held
 *   for a manager.
 */
export async function conflictReasons(
  db: Db,
  { company, machine }: ReadOutContext,
  { id, reading }: { id: OperationId; reading: Reading },
): Promise<AuditReason[]> {
  const identity = identityKey(reading)
  if (!identity) return []
  const [found] = await rowsOf<{ booked: number; isConfirmed: boolean; elsewhere: string | null; waiting: string | null }>(
    db,
    sql`with own as (
        select r.confirmed_at from audit_readings r
        where r.company_id = ${company} and r.machine_id = ${machine} and r.status = 'BOOKED' and r.identity = ${identity} and r.id <> ${id}::uuid
        limit 2)
      select (select count(*) from own)::int as booked, exists (select from own where confirmed_at is not null) as "isConfirmed",
        case when not exists (select from own) then (
          select min(m.name) from (${lastIdentities(company, [identity])}) l
          join machines m on m.company_id = ${company} and m.id = l.machine_id
          where l.machine_id <> ${machine} and l.identity = ${identity} and m.deactivated_at is null) end as elsewhere,
        (select h.identity from audit_readings h
          where h.company_id = ${company} and h.machine_id = ${machine} and h.status = 'HELD' and h.identity <> ${identity} and not exists (
            select from audit_readings r where r.company_id = ${company} and r.machine_id <> ${machine} and r.status = 'BOOKED'
              and r.identity = h.identity)
          order by h.read_at desc limit 1) as waiting`,
  )
  const idOf = (key: string) => key.slice(2)
  if (found?.booked === 0 && found.elsewhere !== null)
    return [{ code: 'AUDIT_KNOWN_ELSEWHERE', before: found.elsewhere, now: idOf(identity) }]
  if (found?.booked === 1 && !found.isConfirmed && found.waiting !== null)
    return [{ code: 'AUDIT_OTHER_MACHINE', before: idOf(found.waiting), now: idOf(identity) }]
  return []
}
