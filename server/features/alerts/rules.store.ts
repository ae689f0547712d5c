import { sql } from 'drizzle-orm'
import type { Alert } from '#contract/alerts.ts'
import type { AlertChannel, AlertEvent } from '#domain/alerts/alert.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName } from '../../db/sql-fragments.ts'
import { hasLiveDevice } from './subscriptions.store.ts'

export type Rule = { event: AlertEvent; channel: AlertChannel; user: UserId }

type Row = Omit<Alert, 'last'> & { state: string | null; at: Moment | null }

/** The rules of a company by user, each with the status of its last message. */
export async function rulesOf(db: Db, company: CompanyId, only?: Rule): Promise<Alert[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select r.event, r.channel, r.user_id as "recipientId", ${personName('u')} as recipient, u.phone_number as "phoneNumber", u.email,
        ${hasLiveDevice(sql`r.company_id`, sql`r.user_id`)} as "isPushSupported", l.state, floor(extract(epoch from l.at) * 1000)::float8 as at
      from alert_rules r
        join users u on u.company_id = r.company_id and u.id = r.user_id
        left join lateral (
          select m.state, coalesce(m.ended_at, m.asked_at) as at from alert_messages m
          where m.company_id = r.company_id and m.user_id = r.user_id and m.channel = r.channel and r.event in ('ANY_EVENT', m.event)
          order by m.asked_at desc, m.id limit 1) l on true
      where r.company_id = ${company}
        and ${only ? sql`r.event = ${only.event} and r.channel = ${only.channel} and r.user_id = ${only.user}` : sql`true`}
      order by lower(${personName('u')}), r.user_id, r.created_at, r.event, r.channel`,
  )
  return rows.map(({ state, at, ...rule }) => ({ ...rule, last: state === null || at === null ? null : { at: toIso(at), state } }))
}

/** Returns whether the rule is new. */
export async function insertRule(db: Db, company: CompanyId, { event, channel, user }: Rule, at: Moment): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into alert_rules (company_id, user_id, event, channel, created_at) values (${company}, ${user}, ${event}, ${channel}, ${toIso(at)})
      on conflict do nothing returning user_id`,
  )
  return rows.length > 0
}

/** Returns whether the rule existed. */
export async function removeRule(db: Db, company: CompanyId, { event, channel, user }: Rule): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`delete from alert_rules r where r.company_id = ${company} and r.user_id = ${user}::bigint and r.event = ${event} and r.channel = ${channel}
      returning r.user_id`,
  )
  return rows.length > 0
}

/** The channels by which a user can be reached. */
export async function waysTo(db: Db, company: CompanyId, user: UserId): Promise<{ email: string | null; phone: string | null }> {
  const [row] = await rowsOf<{ email: string | null; phone: string | null }>(
    db,
    sql`select nullif(trim(u.email), '') as email, nullif(trim(u.phone_number), '') as phone from users u
      where u.company_id = ${company} and u.id = ${user}`,
  )
  return row ?? { email: null, phone: null }
}
