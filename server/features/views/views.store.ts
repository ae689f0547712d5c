import { and, eq, sql } from 'drizzle-orm'
import type { SavedView, ViewList } from '#contract/views.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { savedViews } from '../../db/schema/views.ts'

type UserKey = { companyId: CompanyId; userId: UserId }

type Row = typeof savedViews.$inferSelect

const ofUser = ({ companyId, userId }: UserKey) => and(eq(savedViews.companyId, companyId), eq(savedViews.userId, userId))

const shown = ({ companyId, userId, savedAt, search, columns, ...view }: Row): SavedView => ({
  ...view,
  search: search as SavedView['search'],
  columns: columns as SavedView['columns'],
  savedAt: toIso(savedAt),
})

/** The views of a user by name. */
export async function viewsOf(db: Db, who: UserKey, list: ViewList): Promise<SavedView[]> {
  const isWanted = and(ofUser(who), eq(savedViews.list, list))
  const rows = await db.select().from(savedViews).where(isWanted).orderBy(savedViews.name)
  return rows.map(shown)
}

/** Locks the user, so that two devices that save at the same time do not exceed the limit. */
export const lockViews = (db: Db, { companyId, userId }: UserKey) =>
  db.execute(sql`select from users u where u.company_id = ${companyId} and u.id = ${userId} for no key update`)

type Written = Omit<SavedView, 'savedAt'>

/** Saves or replaces a view. The saved time moves forward with every change, because devices compare it. */
export async function writeView(db: Db, { companyId, userId }: UserKey, view: Written, now: Moment): Promise<SavedView> {
  const { id, ...changed } = view
  const later = sql`greatest(excluded.saved_at, ${savedViews.savedAt} + interval '1 ms')`
  const [row] = await db
    .insert(savedViews)
    .values({ ...view, companyId, userId, savedAt: now })
    .onConflictDoUpdate({ target: [savedViews.companyId, savedViews.userId, savedViews.id], set: { ...changed, savedAt: later } })
    .returning()
  if (!row) throw new Error('the write of a view returned no row')
  return shown(row)
}

export const removeView = (db: Db, who: UserKey, id: string) => db.delete(savedViews).where(and(ofUser(who), eq(savedViews.id, id)))
