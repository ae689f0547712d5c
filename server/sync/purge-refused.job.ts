import { sql } from 'drizzle-orm'
import { DAY, toIso } from '#domain/time.ts'
import { companyIds } from '../audit-log/audit-log.store.ts'
import type { Job } from '../jobs/run-jobs.ts'

/** The same period as the journal of a device. */
const REFUSED_RETENTION = 30 * DAY

/** Deletes refused operations, per company because of their index. */
export const purgeRefusedJob: Job = {
  name: 'forget-refused',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    for (const company of await database.asSystem(companyIds))
      await database.withTenant(company, (db) =>
        db.execute(
          sql`delete from operations where company_id = ${company} and status = 'rejected' and received_at < ${toIso(now() - REFUSED_RETENTION)}::timestamptz`,
        ),
      )
    return 'well'
  },
}
