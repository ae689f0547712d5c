import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CompanyId, OperationId, UserId, VanId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { arrayOf, type Db, rowsOf } from '../../db/client.ts'
import type { AppContext } from '../../http/request-context.ts'

export type HandOverRow = { id: OperationId; from: VanId; to: VanId; at: Moment; signed: string }

/** A phone may not know for days that its user drives another van now. */
const MAX_REPORT_DELAY = 7 * DAY

/** Who drove a van at a time, and who did until shortly before, because their phones may not know yet that they no longer do. */
export async function driversAround(db: Db, company: CompanyId, van: VanId, at: Moment, now: Moment): Promise<UserId[]> {
  const rows = await rowsOf<{ user: UserId }>(
    db,
    sql`select distinct d.user_id as "user" from van_drivers d
      where d.company_id = ${company} and d.van_id = ${van}::bigint and d.since <= ${toIso(now)}::timestamptz
        and (d.until is null or d.until > ${toIso(at - MAX_REPORT_DELAY)}::timestamptz)`,
  )
  return rows.map(({ user }) => user)
}

/** These vans by id, locked until the transaction ends, so that operations of one van follow one another. */
export const lockVans = (db: Db, company: CompanyId, ids: readonly VanId[]) =>
  rowsOf<{ id: VanId; name: string }>(
    db,
    sql`select v.id::float8 as id, v.name from vans v where v.company_id = ${company} and v.id = any(${arrayOf(ids)}::bigint[]) order by v.id for update`,
  )

/** The key with which the phone of a driver signs what it gives from a van. */
export const giverKey = (ctx: Pick<AppContext, 'keyFor'>, company: CompanyId, van: VanId, user: UserId): string =>
  createHmac('sha256', ctx.keyFor('hand-overs')).update(`${company}/${van}/${user}`).digest('base64url')

/** False if it has been recorded before. */
export async function insertHandOver(db: Db, company: CompanyId, { id, from, to, at, signed }: HandOverRow): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`insert into hand_overs (company_id, id, from_van_id, to_van_id, effective_at, signed)
      values (${company}, ${id}::uuid, ${from}::bigint, ${to}::bigint, ${toIso(at)}::timestamptz, ${signed})
      on conflict (company_id, id) do nothing returning id`,
  )
  return rows.length > 0
}

export async function storedHandOver(db: Db, company: CompanyId, id: OperationId): Promise<string | null> {
  const [row] = await rowsOf<{ signed: string }>(
    db,
    sql`select h.signed from hand_overs h where h.company_id = ${company} and h.id = ${id}::uuid`,
  )
  return row?.signed ?? null
}
