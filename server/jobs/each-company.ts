import type { CompanyId } from '#domain/ids.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from './jobs.store.ts'

/**
 * Does the work of a job for one company after another. A failure of one is reported and does not stop the others, because the next run
 * would begin with the same ones. Without a database, all would fail, so the job ends.
 */
export async function eachCompany<T extends CompanyId | { company: CompanyId }>(
  { log, report }: Pick<AppContext, 'log' | 'report'>,
  companies: Iterable<T>,
  work: (company: T) => Promise<unknown>,
): Promise<Outcome> {
  let outcome: Outcome = 'well'
  for (const one of companies) {
    try {
      await work(one)
    } catch (err) {
      if (isDatabaseUnavailable(err)) throw err
      log.error({ err, company: typeof one === 'number' ? one : one.company }, 'a job failed for one company')
      report?.(err, 'job of one company')
      outcome = 'failed'
    }
  }
  return outcome
}
