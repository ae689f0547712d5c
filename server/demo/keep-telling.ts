import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { MINUTE, SECOND, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../database/database.ts'
import { keepStates } from '../features/telemetry/outages.store.ts'
import type { Job } from '../jobs/run-jobs.ts'
import { publish } from '../sync/feed.ts'

/**
 * Nobody stands behind the demo's devices: those that were not silent go on being heard, and do what they are asked. One that has claimed
 * a key speaks for itself.
 */
export const keepDemoTelling: Job = {
  name: 'demo',
  everyMs: MINUTE - 10 * SECOND,
  run: async ({ database, now }) => {
    const companies = await database.asHouse((db) =>
      rowsOf<{ id: CompanyId }>(db, sql`select id from companies where demo = 1 order by id`),
    )
    for (const { id } of companies) await database.asCompany(id, (db) => tellAll(db, id, now()))
    return 'well'
  },
}

async function tellAll(db: Db, company: CompanyId, at: number): Promise<void> {
  const when = toIso(at)
  const isMute = sql`key_hash is null`
  const hasMute = sql`exists (select from devices d where d.company_id = s.company_id and d.machine_id = s.machine_id and d.${isMute})`
  await db.execute(sql`
    update machine_status s set heard_at = ${when} from machines m
    where s.company_id = ${company} and m.company_id = s.company_id and m.id = s.machine_id and m.state not in ('NONE', 'NOT_CONNECTED') and ${hasMute}`)
  await db.execute(sql`
    update device_commands set taken_at = ${when}, ended_at = ${when}, outcome = 'done' where company_id = ${company} and ended_at is null
      and device_id in (select id from devices where company_id = ${company} and ${isMute})`)
  const restarted = await rowsOf<{ id: number }>(
    db,
    sql`with said as (
        update machine_status s set reported_state = 'RUNNING', reported_at = ${when}, reported_cause = null, restart_asked_at = null
        where company_id = ${company} and restart_asked_at is not null and ${hasMute} returning machine_id)
      update machines m set state = 'RUNNING' from said where m.company_id = ${company} and m.id = said.machine_id returning m.id::float8 as id`,
  )
  for (const { id } of restarted) await keepStates(db, company, id, [{ at, id: randomUUID(), state: 'RUNNING', cause: null }])
  await publish(
    db,
    company,
    restarted.map(({ id }) => ({ kind: 'machine' as const, id })),
    at,
  )
}
