import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ApiKey } from '#contract/keys.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { users } from '../../db/schema/account.ts'
import { apiKeys } from '../../db/schema/keys.ts'
import { personName } from '../../db/sql-fragments.ts'

/** The active keys, the latest first. */
export async function findKeys(db: Db, company: CompanyId): Promise<ApiKey[]> {
  const { id, name, hint, scopes, createdAt, lastUsedAt } = apiKeys
  const rows = await db
    .select({ id, name, hint, scopes, createdAt, lastUsedAt, createdBy: personName('users').mapWith(String) })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.companyId, apiKeys.companyId), eq(users.id, apiKeys.userId)))
    .where(and(eq(apiKeys.companyId, company), isNull(apiKeys.revokedAt)))
    .orderBy(desc(apiKeys.id))
  return rows.map((row) => ({
    ...row,
    createdAt: toIso(row.createdAt),
    lastUsedAt: row.lastUsedAt === null ? null : toIso(row.lastUsedAt),
  }))
}

type NewKey = { name: string; keyHash: string; hint: string; scopes: readonly string[]; userId: UserId; createdAt: Moment }

export async function insertKey(db: Db, companyId: CompanyId, { scopes, ...key }: NewKey): Promise<number> {
  const [row] = await db
    .insert(apiKeys)
    .values({ companyId, scopes: [...scopes], ...key })
    .returning({ id: apiKeys.id })
  if (!row) throw new Error('the insert of an API key returned no row')
  return row.id
}

/** Revokes a key and returns its name; null if no active key has this id. */
export async function endKey(db: Db, company: CompanyId, id: number, at: Moment): Promise<string | null> {
  const [row] = await db
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.companyId, company), eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name })
  return row?.name ?? null
}
