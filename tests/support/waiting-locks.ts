import { sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../../server/db/client.ts'

/**
 * How many statements wait for a lock in this database. `pg_locks` shows the whole cluster, which test processes share, and a row for
 * which a statement waits has no database there, so the processes of this database are selected.
 */
export const waitingLocks = ({ asSystem }: Pick<Database, 'asSystem'>): Promise<number> =>
  asSystem(
    async (db) =>
      (
        await rowsOf(
          db,
          sql`select from pg_locks where not granted and locktype <> 'virtualxid'
            and pid in (select pid from pg_stat_activity where datname = current_database())`,
        )
      ).length,
  )
