import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { QuietHours } from '#contract/alerts.ts'
import type { Moment } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { alertMessages, quietHours } from '../../db/schema/alerts.ts'
import type { Principal } from '../../http/request-context.ts'
import { wakeJobs } from '../../jobs/jobs.store.ts'

type UserKey = Pick<Principal, 'companyId' | 'userId'>

const ofUser = ({ companyId, userId }: UserKey) => and(eq(quietHours.companyId, companyId), eq(quietHours.userId, userId))

export async function quietHoursOf(db: Db, own: UserKey): Promise<QuietHours | null> {
  const { fromMinute: from, toMinute: to, days, urgentToo } = quietHours
  const [row] = await db.select({ from, to, days, urgentToo }).from(quietHours).where(ofUser(own))
  return row ?? null
}

/** The company's time zone, and the number of alerts that wait for the end of the user's quiet hours, each once for all channels. */
export async function waitingAlertsOf(db: Db, { companyId, userId }: UserKey): Promise<{ timezone: string; waiting: number }> {
  const [row] = await rowsOf<{ timezone: string; waiting: number }>(
    db,
    sql`select c.timezone, (select count(distinct (m.at, m.activity, m.machine_id, m.details))::int from alert_messages m
          where m.company_id = c.id and m.user_id = ${userId} and m.state = 'WAITING' and m.held_until is not null) as waiting
      from companies c where c.id = ${companyId}`,
  )
  if (!row) throw new Error('the company of the user was not found')
  return row
}

export async function writeQuietHours(db: Db, own: UserKey, hours: QuietHours | null, now: Moment): Promise<void> {
  const { companyId, userId } = own
  if (hours === null) await db.delete(quietHours).where(ofUser(own))
  else {
    const set = { fromMinute: hours.from, toMinute: hours.to, days: [...hours.days], urgentToo: hours.urgentToo }
    const target = [quietHours.companyId, quietHours.userId]
    await db
      .insert(quietHours)
      .values({ companyId, userId, ...set })
      .onConflictDoUpdate({ target, set })
  }
  // Messages that wait are checked against the new hours.
  const ofThisUser = and(eq(alertMessages.companyId, companyId), eq(alertMessages.userId, userId))
  await db
    .update(alertMessages)
    .set({ nextTryAt: now })
    .where(and(ofThisUser, eq(alertMessages.state, 'WAITING'), isNotNull(alertMessages.heldUntil)))
  await wakeJobs(db)
}
