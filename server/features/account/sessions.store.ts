import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { CompanyId, UserId } from '#domain/ids.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { type Audited, audit } from '../../audit-log/audit-log.store.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { refreshTokens, sessions } from '../../db/schema/account.ts'
import { HAS_ACCESS, HOME, hashToken } from '../../http/authenticate.ts'
import { ACCESS_LIFETIME, checkRefreshToken, newToken, REFRESH_IDLE, SESSION_LIFETIME, type TokenState } from './tokens.ts'

/** The tokens themselves exist only here; the database stores hashes. */
export type Issued = { access: string; accessExpiresAt: Moment; refresh: string; refreshExpiresAt: Moment }

type SessionKey = { companyId: CompanyId; id: string }
type Continued = { issued: Issued } | { ended: 'unknown' | 'revoked' | 'disabled' | 'expired' } | { stolen: SessionKey }

export async function openSession(
  db: Db,
  user: { companyId: CompanyId; id: UserId },
  userAgent: string | null,
  now: Moment,
): Promise<Issued> {
  const issued = issue(now, now)
  const key = { companyId: user.companyId, id: randomUUID() }
  await db.insert(sessions).values({
    ...key,
    userId: user.id,
    accessHash: hashToken(issued.access),
    accessExpiresAt: issued.accessExpiresAt,
    createdAt: now,
    lastUsedAt: now,
    userAgent,
  })
  await insertRefreshToken(db, key, issued, null, now)
  await auditSession(db, key, user.id, 'signed-in', now, { userAgent })
  return issued
}

/** Continues a session with its refresh token, or returns why not. A token that only a thief can have ends the session here. */
export async function continueSession(db: Db, refresh: string, now: Moment): Promise<Continued> {
  const hash = hashToken(refresh)
  const [token] = await db.select().from(refreshTokens).where(eq(refreshTokens.hash, hash))
  if (!token) return { ended: 'unknown' }
  const key = { companyId: token.companyId, id: token.sessionId }
  // Serializes refreshes of a session. The token is read after the lock, because the previous refresh may have changed it.
  const [session] = await db.select().from(sessions).where(isSession(key)).for('update')
  if (!session || session.revokedAt !== null) return { ended: 'revoked' }
  const tokenState = await tokenStateOf(db, key.companyId, hash)
  if (!tokenState) return { ended: 'unknown' }
  const verdict = checkRefreshToken(tokenState, now)
  if (verdict === 'expired') return { ended: 'expired' }
  if (verdict === 'stolen') {
    await revoke(db, key, 'session-stolen', now)
    return { stolen: key }
  }
  const [user] = await rowsOf<{ enabled: boolean }>(
    db,
    sql`select ${HAS_ACCESS} as enabled from users u ${HOME} where u.company_id = ${key.companyId} and u.id = ${session.userId}`,
  )
  if (!user?.enabled) return { ended: 'disabled' }

  const issued = issue(session.createdAt, now)
  if (verdict.successorOf === hash) {
    const isThisToken = and(eq(refreshTokens.companyId, key.companyId), eq(refreshTokens.hash, hash))
    await db.update(refreshTokens).set({ usedAt: now }).where(isThisToken)
  }
  await insertRefreshToken(db, key, issued, verdict.successorOf, now)
  await db
    .update(sessions)
    .set({
      previousAccessHash: session.accessHash,
      previousAccessExpiresAt: session.accessExpiresAt,
      accessHash: hashToken(issued.access),
      accessExpiresAt: issued.accessExpiresAt,
      lastUsedAt: now,
    })
    .where(isSession(key))
  return { issued }
}

/** Ends the session of any of its tokens, including used and expired ones. An unknown token has no effect. */
export async function endSessionOf(db: Db, token: string, now: Moment): Promise<void> {
  const hash = hashToken(token)
  const [byAccess] = await db
    .select({ companyId: sessions.companyId, id: sessions.id })
    .from(sessions)
    .where(or(eq(sessions.accessHash, hash), eq(sessions.previousAccessHash, hash)))
  const [byRefresh] = await db
    .select({ companyId: refreshTokens.companyId, id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hash))
  const key = byAccess ?? byRefresh
  if (key) await revoke(db, key, 'signed-out', now)
}

/** Deletes sessions that cannot be continued. Runs as a job and not at sign-in, because a wrong clock must not end sessions. */
export const purgeExpiredSessions = (db: Db, now: Moment) => db.delete(sessions).where(lt(sessions.createdAt, now - SESSION_LIFETIME))

/** Ends every session of a user except this one, or all with null. Returns their number. */
export async function endSessionsOf(
  db: Db,
  { companyId, userId }: { companyId: CompanyId; userId: UserId },
  { except }: { except: string | null },
  now: Moment,
): Promise<number> {
  const open = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.companyId, companyId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  const others = open.filter(({ id }) => id !== except)
  for (const { id } of others) await revoke(db, { companyId, id }, 'signed-out', now)
  return others.length
}

/** Ends one session of a user. Returns false if it does not exist or has ended. */
export async function endOwnSession(
  db: Db,
  { companyId, userId }: { companyId: CompanyId; userId: UserId },
  id: string,
  now: Moment,
): Promise<boolean> {
  const [own] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isSession({ companyId, id }), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  if (own) await revoke(db, { companyId, id }, 'signed-out', now)
  return own !== undefined
}

/**
 * Moves a session and its tokens to the user's identity in another company, so that unanswered requests can be retried with them. Returns
 * false if it has ended meanwhile.
 */
export async function moveSession(db: Db, from: SessionKey, to: { companyId: CompanyId; userId: UserId }): Promise<boolean> {
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(isSession(from), isNull(sessions.revokedAt)))
    .for('update')
  if (!session) return false
  const tokens = await db
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.companyId, from.companyId), eq(refreshTokens.sessionId, from.id)))
  // Deletes its tokens as well.
  await db.delete(sessions).where(isSession(from))
  await db.insert(sessions).values({ ...session, companyId: to.companyId, userId: to.userId })
  if (tokens.length > 0) await db.insert(refreshTokens).values(tokens.map((token) => ({ ...token, companyId: to.companyId })))
  return true
}

/** Ends every session of a user's seats in other companies. Runs as the system. */
export const endSeatSessions = (db: Db, { companyId, userId }: { companyId: CompanyId; userId: UserId }, now: Moment) =>
  db.execute(sql`
    update sessions s set revoked_at = ${toIso(now)}::timestamptz from users u
    where u.home_company_id = ${companyId} and u.home_user_id = ${userId}
      and s.company_id = u.company_id and s.user_id = u.id and s.revoked_at is null`)

/** The active sessions of a user, latest used first. */
export async function sessionsOf(
  db: Db,
  { companyId, userId }: { companyId: CompanyId; userId: UserId },
  now: Moment,
): Promise<{ id: string; userAgent: string | null; createdAt: Moment; lastUsedAt: Moment }[]> {
  return db
    .select({ id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.companyId, companyId),
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.createdAt, now - SESSION_LIFETIME),
        gt(sessions.lastUsedAt, now - REFRESH_IDLE),
      ),
    )
    .orderBy(desc(sessions.lastUsedAt), sessions.id)
}

const isSession = (key: SessionKey) => and(eq(sessions.companyId, key.companyId), eq(sessions.id, key.id))

async function revoke(db: Db, key: SessionKey, action: 'session-stolen' | 'signed-out', now: Moment): Promise<void> {
  const [ended] = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(isSession(key), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  if (ended) await auditSession(db, key, ended.userId, action, now)
}

const auditSession = (db: Db, { companyId, id }: SessionKey, userId: UserId, action: Audited['action'], at: Moment, after?: unknown) =>
  audit(db, companyId, { userId, at }, [{ action, of: { kind: 'session', id }, after }])

function issue(sessionBegan: Moment, now: Moment): Issued {
  const end = sessionBegan + SESSION_LIFETIME
  return {
    access: newToken(),
    accessExpiresAt: Math.min(now + ACCESS_LIFETIME, end),
    refresh: newToken(),
    refreshExpiresAt: Math.min(now + REFRESH_IDLE, end),
  }
}

async function insertRefreshToken(db: Db, { companyId, id }: SessionKey, issued: Issued, parentHash: string | null, now: Moment) {
  const hash = hashToken(issued.refresh)
  await db.insert(refreshTokens).values({ companyId, hash, sessionId: id, parentHash, createdAt: now, expiresAt: issued.refreshExpiresAt })
}

async function tokenStateOf(db: Db, companyId: CompanyId, hash: string): Promise<TokenState | undefined> {
  const [row] = await rowsOf<TokenState>(
    db,
    sql`select t.hash,
        (extract(epoch from t.used_at) * 1000)::float8 as "usedAt",
        (extract(epoch from t.expires_at) * 1000)::float8 as "expiresAt",
        exists (select from refresh_tokens s
          where s.company_id = t.company_id and s.parent_hash = t.parent_hash and s.used_at is not null and s.hash <> t.hash) as "siblingUsed",
        child.hash as "usedChild",
        exists (select from refresh_tokens g
          where g.company_id = t.company_id and g.parent_hash = child.hash and g.used_at is not null) as "usedGrandchild"
      from refresh_tokens t
      left join refresh_tokens child on child.company_id = t.company_id and child.parent_hash = t.hash and child.used_at is not null
      where t.company_id = ${companyId} and t.hash = ${hash}`,
  )
  return row
}
