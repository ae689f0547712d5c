import { type SQL, sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { companyIds } from '../audit-log/audit-log.store.ts'
import { FILES_KEPT } from '../files/ordered-files.store.ts'
import type { Job } from './run-jobs.ts'

/** Long enough to answer whether a mail was sent. */
const SENT_KEPT = 90 * DAY
/** The debugger shows the latest lines, and a device may write thousands a day. */
const LOGS_KEPT = 30 * DAY
/** Long enough for managers to see that an invitation was not used. */
const INVITATIONS_KEPT = 30 * DAY
/** The mail of one week must not be sent twice, even if the clock jumps. */
const WEEKS_KEPT = 400 * DAY

const statements = (company: CompanyId, now: Moment): SQL[] => {
  const before = (kept: number) => sql`${toIso(now - kept)}::timestamptz`
  return [
    sql`delete from mails where company_id = ${company} and sent_at < ${before(SENT_KEPT)}`,
    // Undeliverable requests are abandoned within about a day.
    sql`delete from mails where company_id = ${company} and sent_at is null and asked_at < ${before(SENT_KEPT)}`,
    sql`delete from ordered_files where company_id = ${company} and ended_at < ${before(FILES_KEPT)}`,
    sql`delete from device_logs where company_id = ${company} and at < ${before(LOGS_KEPT)}`,
    sql`delete from invitations where company_id = ${company} and expires_at < ${before(INVITATIONS_KEPT)}`,
    sql`delete from weekly_mails where company_id = ${company} and asked_at < ${before(WEEKS_KEPT)}`,
  ]
}

/** Deletes old records of sent mails and logs, per company. */
export const purgeSentJob: Job = {
  name: 'forget-sent',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    for (const company of await database.asSystem(companyIds))
      for (const statement of statements(company, now())) await database.withTenant(company, (db) => db.execute(statement))
    return 'well'
  },
}
