import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Alert } from '#contract/alerts.ts'
import type { AlertAudience, AlertChannel, AlertEvent } from '#domain/alerts/alert.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { alertAudiences, alertRules } from '../../db/schema/alerts.ts'
import { personName } from '../../db/sql-fragments.ts'
import { hasLiveDevice } from './subscriptions.store.ts'

export type Recipient = { user: UserId } | { audience: AlertAudience }
export type Rule = { event: AlertEvent; channel: AlertChannel; to: Recipient }

type Row = Omit<Alert, 'last'> & { state: string | null; at: Moment | null }

/** The rules of a company: those of audiences, then by user, each with the status of its last message. */
export async function rulesOf(db: Db, company: CompanyId, only?: Rule): Promise<Alert[]> {
  const isWanted = (user: SQL, audience: SQL) =>
    only
      ? sql`r.event = ${only.event} and r.channel = ${only.channel} and ${
          'user' in only.to ? sql`${user} = ${only.to.user}` : sql`${audience} = ${only.to.audience}`
        }`
      : sql`true`
  const rows = await rowsOf<Row>(
    db,
    sql`select x.event, x.channel, x."recipientId", x.recipient, x.audience, x."phoneNumber", x.email, x."isPushSupported", x.state, x.at from (
        select r.event, r.channel, r.user_id as "recipientId", ${personName('u')} as recipient, null as audience, u.phone_number as "phoneNumber",
          u.email, ${hasLiveDevice(sql`r.company_id`, sql`r.user_id`)} as "isPushSupported", l.state,
          floor(extract(epoch from l.at) * 1000)::float8 as at, r.created_at
        from alert_rules r
          join users u on u.company_id = r.company_id and u.id = r.user_id
          left join lateral (
            select m.state, coalesce(m.ended_at, m.asked_at) as at from alert_messages m
            where m.company_id = r.company_id and m.user_id = r.user_id and m.channel = r.channel and r.event in ('ANY_EVENT', m.event)
            order by m.asked_at desc, m.id limit 1) l on true
        where r.company_id = ${company} and ${isWanted(sql`r.user_id`, sql`null`)}
        union all
        select r.event, r.channel, null, null, r.audience, null, null, false, null, null, r.created_at
        from alert_audiences r where r.company_id = ${company} and ${isWanted(sql`null`, sql`r.audience`)}) x
      order by x.audience nulls last, lower(x.recipient), x."recipientId", x.created_at, x.event, x.channel`,
  )
  return rows.map(({ state, at, ...rule }) => ({ ...rule, last: state === null || at === null ? null : { at: toIso(at), state } }))
}

/** Returns whether the rule is new. */
export async function insertRule(db: Db, companyId: CompanyId, { event, channel, to }: Rule, createdAt: Moment): Promise<boolean> {
  const rule = { companyId, event, channel, createdAt }
  const insert =
    'user' in to
      ? db.insert(alertRules).values({ ...rule, userId: to.user })
      : db.insert(alertAudiences).values({ ...rule, audience: to.audience })
  return (await insert.onConflictDoNothing().returning()).length > 0
}

/** Returns whether the rule existed. */
export async function removeRule(db: Db, company: CompanyId, { event, channel, to }: Rule): Promise<boolean> {
  const isRule = (table: typeof alertRules | typeof alertAudiences, isTo: SQL) =>
    and(eq(table.companyId, company), isTo, eq(table.event, event), eq(table.channel, channel))
  const removal =
    'user' in to
      ? db.delete(alertRules).where(isRule(alertRules, sql`${alertRules.userId} = ${to.user}::bigint`))
      : db.delete(alertAudiences).where(isRule(alertAudiences, eq(alertAudiences.audience, to.audience)))
  return (await removal.returning()).length > 0
}

/** The channels by which an enabled user of the company can be reached; null if there is none. */
export async function waysTo(
  db: Db,
  company: CompanyId,
  user: UserId,
): Promise<{ email: string | null; phone: string | null; isManager: boolean } | null> {
  const [row] = await rowsOf<{ email: string | null; phone: string | null; isManager: boolean }>(
    db,
    sql`select nullif(trim(u.email), '') as email, nullif(trim(u.phone_number), '') as phone, u.company_role = 'ROLE_MANAGER' as "isManager"
      from users u where u.company_id = ${company} and u.id = ${user}::bigint and u.enabled`,
  )
  return row ?? null
}
