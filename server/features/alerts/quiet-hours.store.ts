import { sql } from 'drizzle-orm'
import type { QuietHours } from '#contract/alerts.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import type { Principal } from '../../http/request-context.ts'
import { wakeJobs } from '../../jobs/jobs.store.ts'

type Own = Pick<Principal, 'companyId' | 'userId'>

export async function quietHoursOf(db: Db, { companyId, userId }: Own): Promise<QuietHours | null> {
  const [row] = await rowsOf<QuietHours>(
    db,
    sql`select q.from_minute as from, q.to_minute as to, q.days, q.urgent_too as "urgentToo" from quiet_hours q
      where q.company_id = ${companyId} and q.user_id = ${userId}`,
  )
  return row ?? null
}

/** The company's time zone, and the number of alerts that wait for the end of the user's quiet hours, each once for all channels. */
export async function heldOf(db: Db, { companyId, userId }: Own): Promise<{ timezone: string; waiting: number }> {
  const [row] = await rowsOf<{ timezone: string; waiting: number }>(
    db,
    sql`select c.timezone, (select count(distinct (m.at, m.activity, m.machine_id, m.details))::int from alert_messages m
          where m.company_id = c.id and m.user_id = ${userId} and m.state = 'WAITING' and m.held_until is not null) as waiting
      from companies c where c.id = ${companyId}`,
  )
  if (!row) throw new Error('the company of the user was not found')
  return row
}

export async function writeQuietHours(db: Db, { companyId, userId }: Own, hours: QuietHours | null, now: Moment): Promise<void> {
  if (hours === null) await db.execute(sql`delete from quiet_hours q where q.company_id = ${companyId} and q.user_id = ${userId}`)
  else
    await db.execute(sql`
      insert into quiet_hours (company_id, user_id, from_minute, to_minute, days, urgent_too)
      values (${companyId}, ${userId}, ${hours.from}, ${hours.to}, ${arrayOf(hours.days)}::int[], ${hours.urgentToo})
      on conflict (company_id, user_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute,
        days = excluded.days, urgent_too = excluded.urgent_too`)
  // Messages that wait are checked against the new hours.
  await db.execute(sql`
    update alert_messages m set next_try_at = ${toIso(now)}::timestamptz
    where m.company_id = ${companyId} and m.user_id = ${userId} and m.state = 'WAITING' and m.held_until is not null`)
  await wakeJobs(db)
}
