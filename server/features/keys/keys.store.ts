import { sql } from 'drizzle-orm'
import type { ApiKey } from '#contract/keys.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { personName } from '../../db/sql-fragments.ts'

type Row = Omit<ApiKey, 'createdAt' | 'lastUsedAt'> & { createdAt: Moment; lastUsedAt: Moment | null }

/** The active keys, the latest first. */
export async function findKeys(db: Db, company: CompanyId): Promise<ApiKey[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`select k.id::float8 as id, k.name, k.hint, k.scopes, ${personName('u')} as "createdBy",
        (extract(epoch from k.created_at) * 1000)::float8 as "createdAt", (extract(epoch from k.last_used_at) * 1000)::float8 as "lastUsedAt"
      from api_keys k join users u on u.company_id = k.company_id and u.id = k.user_id
      where k.company_id = ${company} and k.revoked_at is null order by k.id desc`,
  )
  return rows.map(({ createdAt, lastUsedAt, ...key }) => ({
    ...key,
    createdAt: toIso(createdAt),
    lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
  }))
}

type NewKey = { name: string; keyHash: string; hint: string; scopes: readonly string[]; user: UserId; at: Moment }

export async function insertKey(db: Db, company: CompanyId, { name, keyHash, hint, scopes, user, at }: NewKey): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`insert into api_keys (company_id, name, key_hash, hint, scopes, user_id, created_at)
      values (${company}, ${name}, ${keyHash}, ${hint}, ${`{${scopes.join(',')}}`}::text[], ${user}, ${toIso(at)}) returning id::float8 as id`,
  )
  if (!row) throw new Error('the insert of an API key returned no row')
  return row.id
}

/** Revokes a key and returns its name; null if no active key has this id. */
export async function endKey(db: Db, company: CompanyId, id: number, at: Moment): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(
    db,
    sql`update api_keys k set revoked_at = ${toIso(at)}::timestamptz
      where k.company_id = ${company} and k.id = ${id} and k.revoked_at is null returning k.name`,
  )
  return row?.name ?? null
}
