import { and, eq, isNull, lt } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { companyIds } from '../audit-log/audit-log.store.ts'
import type { Db } from '../db/client.ts'
import { invitations, weeklyMails } from '../db/schema/account.ts'
import { orderedFiles } from '../db/schema/files.ts'
import { mails } from '../db/schema/mail.ts'
import { deviceLogs } from '../db/schema/telemetry.ts'
import { FILE_RETENTION } from '../files/ordered-files.store.ts'
import { eachCompany } from './each-company.ts'
import type { Job } from './run-jobs.ts'

/** Long enough to answer whether a mail was sent. */
const SENT_RETENTION = 90 * DAY
/** The debugger shows the latest lines, and a device may write thousands a day. */
const LOG_RETENTION = 30 * DAY
/** Long enough for managers to see that an invitation was not used. */
const INVITATION_RETENTION = 30 * DAY
/** The mail of one week must not be sent twice, even if the clock jumps. */
const WEEK_RETENTION = 400 * DAY

const deletions = (company: CompanyId, now: Moment): ((db: Db) => Promise<unknown>)[] => [
  (db) => db.delete(mails).where(and(eq(mails.companyId, company), lt(mails.sentAt, now - SENT_RETENTION))),
  // Undeliverable mails are abandoned after about five days.
  (db) => db.delete(mails).where(and(eq(mails.companyId, company), isNull(mails.sentAt), lt(mails.askedAt, now - SENT_RETENTION))),
  (db) => db.delete(orderedFiles).where(and(eq(orderedFiles.companyId, company), lt(orderedFiles.endedAt, now - FILE_RETENTION))),
  (db) => db.delete(deviceLogs).where(and(eq(deviceLogs.companyId, company), lt(deviceLogs.at, now - LOG_RETENTION))),
  (db) => db.delete(invitations).where(and(eq(invitations.companyId, company), lt(invitations.expiresAt, now - INVITATION_RETENTION))),
  (db) => db.delete(weeklyMails).where(and(eq(weeklyMails.companyId, company), lt(weeklyMails.askedAt, now - WEEK_RETENTION))),
]

/** Deletes old records of sent mails and logs, per company. */
export const purgeSentJob: Job = {
  name: 'forget-sent',
  everyMs: DAY,
  steady: true,
  run: async (ctx) =>
    eachCompany(ctx, await ctx.database.asSystem(companyIds), async (company) => {
      for (const deletion of deletions(company, ctx.now())) await ctx.database.withTenant(company, deletion)
    }),
}
