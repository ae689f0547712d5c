import { sql } from 'drizzle-orm'
import type { SavedView, ViewList } from '#contract/views.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'

type Who = { companyId: CompanyId; userId: UserId }

const VIEW = sql`v.id::text as id, v.list, v.name, v.search, v.columns, to_jsonb(v.column_order) as "columnOrder", v.is_compact as "isCompact",
  (extract(epoch from v.saved_at) * 1000)::float8 as "savedAt"`

const shown = ({ savedAt, ...view }: Omit<SavedView, 'savedAt'> & { savedAt: Moment }): SavedView => ({ ...view, savedAt: toIso(savedAt) })

/** The views of a user by name. */
export const viewsOf = async (db: Db, { companyId, userId }: Who, list: ViewList): Promise<SavedView[]> =>
  (
    await rowsOf<Omit<SavedView, 'savedAt'> & { savedAt: Moment }>(
      db,
      sql`select ${VIEW} from saved_views v where v.company_id = ${companyId} and v.user_id = ${userId} and v.list = ${list} order by v.name`,
    )
  ).map(shown)

/** Locks the user, so that two devices that save at the same time do not exceed the limit. */
export const lockViews = (db: Db, { companyId, userId }: Who) =>
  db.execute(sql`select from users u where u.company_id = ${companyId} and u.id = ${userId} for no key update`)

type Written = Omit<SavedView, 'savedAt'>

/** Saves or replaces a view. The saved time moves forward with every change, because devices compare it. */
export async function writeView(db: Db, { companyId, userId }: Who, view: Written, now: Moment): Promise<SavedView> {
  const { id, list, name, search, columns, columnOrder, isCompact } = view
  const [row] = await rowsOf<Written & { savedAt: Moment }>(
    db,
    sql`insert into saved_views as v (company_id, user_id, id, list, name, search, columns, column_order, is_compact, saved_at)
      values (${companyId}, ${userId}, ${id}::uuid, ${list}, ${name}, ${JSON.stringify(search)}::jsonb, ${JSON.stringify(columns)}::jsonb,
        array(select jsonb_array_elements_text(${JSON.stringify(columnOrder)}::jsonb)), ${isCompact}, ${toIso(now)}::timestamptz)
      on conflict (company_id, user_id, id) do update set list = excluded.list, name = excluded.name, search = excluded.search,
        columns = excluded.columns, column_order = excluded.column_order, is_compact = excluded.is_compact,
        saved_at = greatest(excluded.saved_at, v.saved_at + interval '1 ms')
      returning ${VIEW}`,
  )
  if (!row) throw new Error('the write of a view returned no row')
  return shown(row)
}

export const removeView = (db: Db, { companyId, userId }: Who, id: string) =>
  db.execute(sql`delete from saved_views v where v.company_id = ${companyId} and v.user_id = ${userId} and v.id = ${id}::uuid`)
