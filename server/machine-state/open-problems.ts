import { type SQL, sql } from 'drizzle-orm'
import { DAY, type Moment, toIso } from '#domain/time.ts'

/** An older report that is still open is no news. */
const NEW_FOR = 30 * DAY

/** Whether an issue `i` is a reason for its machine to need action. */
export const isOpenProblem = (now: Moment): SQL => sql`i.status = 'OPEN' and i.created_at > ${toIso(now - NEW_FOR)}::timestamptz`
