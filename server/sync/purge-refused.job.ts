import { sql } from 'drizzle-orm'
import { DAY, toIso } from '#domain/time.ts'
import { companyIds } from '../audit-log/audit-log.store.ts'
import { eachCompany } from '../jobs/each-company.ts'
import type { Job } from '../jobs/run-jobs.ts'

/** The same period as the journal of a device. */
const REFUSED_RETENTION = 30 * DAY

/** Deletes refused operations, per company because of their index. */
export const purgeRefusedJob: Job = {
  name: 'forget-refused',
  everyMs: DAY,
  steady: true,
  run: async (ctx) =>
    eachCompany(ctx, await ctx.database.asSystem(companyIds), (company) =>
      ctx.database.withTenant(company, (db) =>
        db.execute(
          sql`delete from operations where company_id = ${company} and status = 'rejected' and received_at < ${toIso(ctx.now() - REFUSED_RETENTION)}::timestamptz`,
        ),
      ),
    ),
}
