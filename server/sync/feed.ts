import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { FeedKind } from '../db/schema/sync.ts'
import type { EventInput } from '../events/event-input.ts'
import { liveEventsOf, publishEventsSql } from '../events/events.store.ts'

export type Change = { kind: FeedKind; id: number; userId?: number; removed?: boolean }

/**
 * Publishes changes to every device of the company. Must be the last statement of its transaction: it locks the counter row until the
 * commit, so that the numbers follow the commit order and no cursor can skip one.
 */
export async function publish(
  db: Db,
  company: CompanyId,
  changes: readonly Change[],
  at: number,
  events: readonly EventInput[] = [],
): Promise<void> {
  if (changes.length + events.length > 0) await db.execute(sql`with ${advanceFeedSql(company, changes, at, events)} select from next`)
}

/** Work of a person at a machine: the published round of that person and time shows it. */
type Worked = { user: UserId; at: Moment }

const roundsOf = (company: CompanyId, worked: readonly Worked[]): SQL => sql`
  select 'round', r.id, r.user_id, false
  from jsonb_to_recordset(${JSON.stringify(worked.map(({ user, at }) => ({ user, at: toIso(at) })))}::jsonb) as w("user" int, at timestamptz)
  join rounds r on r.company_id = ${company} and r.user_id = w."user" and w.at >= r.starts_at and w.at < r.ends_at
  where r.published_at is not null`

/**
 * The same as parts of a larger statement: `next` contains the number, or no row if nothing changed. `events` are for open screens,
 * including those that devices do not store.
 */
export function advanceFeedSql(
  company: CompanyId,
  changes: readonly Change[],
  at: number,
  events: readonly EventInput[] = [],
  worked: readonly Worked[] = [],
): SQL {
  const rows = JSON.stringify(changes.map(({ kind, id, userId = 0, removed = false }) => ({ kind, id, userId, removed })))
  const step = changes.length > 0 ? 1 : 0
  const count = liveEventsOf(events).length
  return sql`next as (
      update companies set feed_seq = feed_seq + ${step}, event_seq = event_seq + ${count}
      where id = ${company} and ${step + count > 0} returning feed_seq, event_seq),
    announced as (
      insert into feed (company_id, kind, entity_id, user_id, seq, removed, changed_at)
      select distinct on (c.kind, c.id, c."userId") ${company}::int, c.kind, c.id, c."userId", next.feed_seq, c.removed, ${toIso(at)}::timestamptz
      from next, (
        select c.* from jsonb_to_recordset(${rows}::jsonb) as c(kind text, id bigint, "userId" int, removed boolean)
        ${worked.length > 0 ? sql`union all ${roundsOf(company, worked)}` : sql``}
      ) c
      on conflict (company_id, kind, entity_id, user_id) do update
        set seq = excluded.seq, removed = excluded.removed, changed_at = excluded.changed_at
    ),
    ${publishEventsSql(company, events, at)}`
}
