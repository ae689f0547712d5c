import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from './jobs.store.ts'

/** Work of the house that nobody asks for. It runs in one process at a time, however many share a database. */
export type Job = {
  name: string
  everyMs: number
  /**
   * What it does follows from the date and cannot be taken back, such as to delete what is old. It is not done in the first run after a
   * gap: that may be a clock that has jumped, and is a late server otherwise, for which the next run is early enough.
   */
  steady?: true
  run(ctx: AppContext): Promise<Outcome>
}
