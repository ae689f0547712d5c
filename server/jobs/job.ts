import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from './jobs.store.ts'

/** Background work of the server. It runs in one process at a time, regardless of how many share a database. */
export type Job = {
  name: string
  everyMs: number
  /**
   * The work depends on the date and is irreversible, such as the deletion of old records. It is skipped in the first run after a gap,
   * because the clock may have jumped. If the server was only stopped for long, the next run is early enough.
   */
  steady?: true
  run(ctx: AppContext): Promise<Outcome>
}
