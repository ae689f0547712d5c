import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { MAX_NOTIFICATIONS, type Notification } from '#contract/notifications.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { notifications } from '../../db/schema/notifications.ts'
import type { Principal } from '../../http/request-context.ts'

type Row = Omit<Notification, 'created'> & { at: Moment }
type Owner = Pick<Principal, 'companyId' | 'userId'>

const NOTIFICATION = sql`n.id::float8 as id, n.message, n."values", n.type, n.slug, n.seen_at is not null as seen,
  (extract(epoch from n.created_at) * 1000)::float8 as at`

const notificationOf = ({ at, ...row }: Row): Notification => ({ ...row, created: toIso(at) })

const own = ({ companyId, userId }: Owner) => sql`n.company_id = ${companyId} and n.user_id = ${userId}`

/** The latest first. If there are too many, unread ones take precedence. */
export async function notificationsOf(db: Db, principal: Owner): Promise<Notification[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select ${NOTIFICATION} from (
        select * from notifications n where ${own(principal)} order by n.seen_at is not null, n.id desc limit ${MAX_NOTIFICATIONS}) n
      order by n.id desc`,
  )
  return rows.map(notificationOf)
}

/** Marks a notification as read and returns it; null if it does not exist or belongs to another user. */
export async function markSeen(db: Db, principal: Owner, id: number, at: Moment): Promise<Notification | null> {
  const [row] = await rowsOf<Row>(
    db,
    sql`update notifications n set seen_at = coalesce(n.seen_at, ${toIso(at)}::timestamptz) where ${own(principal)} and n.id = ${id} returning ${NOTIFICATION}`,
  )
  return row ? notificationOf(row) : null
}

/** Marks all up to an id as read and returns their number. */
export async function markAllSeen(db: Db, principal: Owner, upTo: number | undefined, at: Moment): Promise<number> {
  const limit = upTo === undefined ? sql`` : sql` and n.id <= ${upTo}`
  const rows = await rowsOf(
    db,
    sql`update notifications n set seen_at = ${toIso(at)}::timestamptz where ${own(principal)} and n.seen_at is null${limit} returning n.id`,
  )
  return rows.length
}

const RETENTION = 90 * DAY

/** Deletes old read notifications; unread ones are retained. */
export const purgeNotifications = (db: Db, now: Moment) =>
  db.delete(notifications).where(and(isNotNull(notifications.seenAt), lt(notifications.createdAt, now - RETENTION)))
