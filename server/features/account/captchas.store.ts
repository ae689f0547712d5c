import { inArray, lt } from 'drizzle-orm'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { spentCaptchas } from '../../db/schema/account.ts'

/** Returns false if the solution was already used. */
export async function spendCaptcha(db: Db, signature: string, expiresAt: Moment): Promise<boolean> {
  const spent = await db.insert(spentCaptchas).values({ signature, expiresAt }).onConflictDoNothing().returning()
  return spent.length > 0
}

/** Expired solutions are rejected by age and need not be stored. */
export async function purgeSpentCaptchas(db: Db, now: Moment): Promise<void> {
  const { signature, expiresAt } = spentCaptchas
  const old = db.select({ signature }).from(spentCaptchas).where(lt(expiresAt, now)).for('update', { skipLocked: true })
  await db.delete(spentCaptchas).where(inArray(signature, old))
}
