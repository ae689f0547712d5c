import { sql } from 'drizzle-orm'
import { DAY, toIso } from '#domain/time.ts'
import { companyIds } from '../audit/audit.store.ts'
import type { Job } from './job.ts'

/** As long as a device keeps its journal. */
const KEPT = 30 * DAY

/** Refused operations, company by company: the index of each finds its own. */
export const forgettingRefused: Job = {
  name: 'forget-refused',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    for (const company of await database.asHouse(companyIds))
      await database.asCompany(company, (db) =>
        db.execute(
          sql`delete from operations where company_id = ${company} and status = 'rejected' and received_at < ${toIso(now() - KEPT)}::timestamptz`,
        ),
      )
    return 'well'
  },
}
