import { and, eq, isNotNull } from 'drizzle-orm'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { announcements, users } from '../../db/schema/account.ts'
import { companies } from '../../db/schema/company.ts'

/** Returns false if the announcement was already sent or another process is sending it. */
export async function claimAnnouncement(db: Db, day: string, now: Moment): Promise<boolean> {
  const taken = await db.insert(announcements).values({ day, toldAt: now }).onConflictDoNothing().returning()
  return taken.length > 0
}

/** Users of all companies who subscribed to announcements and can receive mail. */
export async function announcementRecipients(db: Db) {
  const { email, firstName } = users
  const rows = await db
    .select({ company: companies.id, locale: companies.locale, email, firstName })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(and(users.systemUpdates, users.enabled, isNotNull(users.email)))
    .orderBy(companies.id, users.id)
  return rows.flatMap((row) => (row.email === null ? [] : [{ ...row, email: row.email }]))
}
