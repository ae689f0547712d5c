import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { DeviceType } from '#domain/machines/device.ts'
import { MINUTE, type Moment, toIso } from '#domain/time.ts'
import { createLoader } from '../batching.ts'
import { rowsOf } from '../db/client.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { AppContext, Device, Principal } from './request-context.ts'

// Fragments about a user `u`, who may be a seat of the user `h` of another company. Run them as the system, which can read both.

export const HOME = sql`left join users h on h.company_id = u.home_company_id and h.id = u.home_user_id`

/** The role of a user and their current authorities, which a seat takes from its home company. */
export const ROLES = sql`array_prepend(u.company_role, coalesce(h.authorities, u.authorities))`

/** Whether a user has any access. A seat is valid while its owner has the right to be in that company. */
export const HAS_ACCESS = sql`(u.enabled and (u.home_company_id is null or coalesce(h.enabled and (
  'ROLE_SUPER_ADMIN' = any(h.authorities)
  or (h.company_role = 'ROLE_MANAGER' and exists (select from companies b where b.id = u.company_id
    and (b.sample_of_id = h.company_id or (b.head_office_id = h.company_id and 'ROLE_HQ_MANAGER' = any(h.authorities)))))), false)))`

/** The prefix by which people and secret scanners recognize an API key. */
export const KEY_PREFIX = 'rk_'

/** The stored form of a token or key. A plain hash is enough because they are long and random. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Authenticates a request by its access token. Rights are read for each request and never stored in the token. */
export async function authenticate(ctx: AppContext, request: FastifyRequest): Promise<Principal | Refusal> {
  const [, token] = /^Bearer +([\w-]{20,200})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) return refuse('UNAUTHORIZED')
  // An access token is random, so one of 262,144 begins like a key.
  const holder = token.startsWith(KEY_PREFIX) ? await keyHolder(ctx, token) : null
  return holder ?? (await personOf(ctx, token)) ?? refuse('UNAUTHORIZED')
}

/** Precision of the stored time at which a key was last used. */
const USED_WITHIN = MINUTE

/**
 * The creator of an API key, limited to manager rights and to the key's scopes. Keys of users who are disabled or no longer managers are
 * invalid.
 */
async function keyHolder(ctx: AppContext, token: string): Promise<Principal | null> {
  const hash = hashToken(token)
  const now = ctx.now()
  const [row] = await ctx.database.querySystem<Omit<Principal, 'key'> & { keyId: number; scopes: string[]; isFresh: boolean }>(
    sql`select u.company_id as "companyId", u.id as "userId", '' as "sessionId", u.company_role as "companyRole", u.enabled, c.currency,
        array[u.company_role] as roles, k.id::float8 as "keyId", k.scopes,
        coalesce(k.last_used_at > ${toIso(now - USED_WITHIN)}::timestamptz, false) as "isFresh"
      from api_keys k join users u on u.company_id = k.company_id and u.id = k.user_id join companies c on c.id = u.company_id
      where k.key_hash = ${hash} and k.revoked_at is null and u.enabled and u.company_role = 'ROLE_MANAGER'`,
  )
  if (!row) return null
  const { keyId, scopes, isFresh, ...principal } = row
  if (!isFresh)
    await ctx.database.asSystem((db) =>
      db.execute(
        sql`update api_keys k set last_used_at = ${toIso(now)}::timestamptz where k.company_id = ${principal.companyId} and k.id = ${keyId}`,
      ),
    )
  return { ...principal, key: { id: keyId, scopes } }
}

type TokenHolder = Principal & { login: string; expiresAt: Moment }

const holders = new WeakMap<AppContext, (hash: string) => Promise<TokenHolder | undefined>>()

/** The user of a valid access token. A disabled user is reported as such, because the operations that they push are stored for review. */
export async function personOf(ctx: AppContext, token: string): Promise<TokenHolder | null> {
  const find = holders.get(ctx) ?? createLoader((hashes) => holdersOf(ctx, hashes))
  holders.set(ctx, find)
  return (await find(hashToken(token))) ?? null
}

async function holdersOf(ctx: AppContext, hashes: readonly string[]): Promise<ReadonlyMap<string, TokenHolder>> {
  const now = toIso(ctx.now())
  const rows = await ctx.database.querySystem<TokenHolder & { hash: string }>(
    sql`select a.hash, u.company_id as "companyId", u.id as "userId", s.id as "sessionId", u.company_role as "companyRole", ${HAS_ACCESS} as enabled, u.login, c.currency,
        ${ROLES} as roles,
        (extract(epoch from case when s.access_hash = a.hash then s.access_expires_at else s.previous_access_expires_at end) * 1000)::float8 as "expiresAt"
      from unnest(${`{${hashes.join(',')}}`}::text[]) as a(hash)
      join sessions s on s.revoked_at is null and ((s.access_hash = a.hash and s.access_expires_at > ${now}::timestamptz)
        or (s.previous_access_hash = a.hash and s.previous_access_expires_at > ${now}::timestamptz))
      join users u on u.company_id = s.company_id and u.id = s.user_id join companies c on c.id = u.company_id ${HOME}`,
  )
  return new Map(rows.map(({ hash, ...holder }) => [hash, holder]))
}

type Known = { companyId: number; deviceId: number; imei: string; type: DeviceType; isColleague: boolean }

/**
 * Authenticates a device by its key, from which the company follows. A device acts for itself only: the number of another device of the same
 * company returns UNAUTHORIZED, any other number NOT_FOUND.
 */
export async function deviceOf({ database }: Pick<AppContext, 'database'>, key: string, imei: string): Promise<Device | Refusal> {
  const [known] = await database.asSystem((db) =>
    rowsOf<Known>(
      db,
      sql`select d.company_id as "companyId", d.id::float8 as "deviceId", d.imei, d.type,
          exists (select from devices o where o.company_id = d.company_id and o.imei = ${imei}) as "isColleague"
        from devices d where d.key_hash = ${hashToken(key)} and d.claimed_at is not null`,
    ),
  )
  if (!known) return refuse('UNAUTHORIZED')
  const { isColleague, ...device } = known
  if (device.imei === imei) return device
  return isColleague ? refuse('UNAUTHORIZED') : refuse('NOT_FOUND')
}

/** The key in a request's header, or null. */
export const keyIn = (authorization: string | undefined): string | null =>
  /^Bearer +([\w-]{20,200})$/i.exec(authorization ?? '')?.[1] ?? null
