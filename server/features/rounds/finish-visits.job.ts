import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, UserId } from '#domain/ids.ts'
import { VISIT_GAP } from '#domain/rounds/round.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { rowsOf } from '../../db/client.ts'
import { millis } from '../../db/sql-fragments.ts'
import { publishEvents } from '../../events/events.store.ts'
import { eachCompany } from '../../jobs/each-company.ts'
import type { Job } from '../../jobs/run-jobs.ts'

type Finished = { id: string; machineId: MachineId; user: UserId; from: Moment; until: Moment }

/**
 * Sends `visit.finished` for visits without further work, to companies with such a webhook. A visit is found for a day after its last
 * operation arrived, so that a stopped server sends it later; deliveries are kept longer than that, so none is sent twice.
 */
export const finishVisitsJob: Job = {
  name: 'finish-visits',
  everyMs: 5 * MINUTE,
  run: async (ctx) => {
    const { database, now } = ctx
    const at = now()
    const companies = await database.asSystem((db) =>
      rowsOf<{ company: CompanyId }>(
        db,
        sql`select distinct w.company_id as company from webhooks w where w.paused is null and 'visit.finished' = any(w.kinds)`,
      ),
    )
    return eachCompany(ctx, companies, ({ company }) =>
      database.withTenant(company, async (db) => {
        const visits = await rowsOf<Finished>(
          db,
          sql`select v.* from (
              select o.visit_id as id, o.machine_id::float8 as "machineId", o.user_id as user,
                ${millis(sql`min(o.effective_at)`)} as from, ${millis(sql`max(o.effective_at)`)} as until, max(o.received_at) as received
              from operations o
              where o.company_id = ${company} and o.visit_id in (
                select r.visit_id from operations r where r.company_id = ${company} and r.visit_id is not null and r.status = 'applied'
                  and r.received_at > ${toIso(at - DAY)}::timestamptz)
                and o.status = 'applied' and o.machine_id is not null
              group by o.visit_id, o.machine_id, o.user_id) v
            where v.received <= ${toIso(at - VISIT_GAP)}::timestamptz and v.received > ${toIso(at - DAY)}::timestamptz
              and not exists (
                select from webhook_deliveries d where d.company_id = ${company} and d.kind = 'visit.finished' and d.asked_at > v.received
                  and d.facts @> jsonb_build_array(jsonb_build_object('id', v.id)))
            order by v.until, v.id`,
        )
        await publishEvents(
          db,
          company,
          visits.map(({ id, machineId, user, from, until }) => ({
            activity: 'VISIT_FINISHED',
            at: until,
            machineId,
            by: user,
            fact: id,
            changed: [],
            details: { visitFrom: from, serviceman: user },
          })),
          at,
        )
      }),
    )
  },
}
