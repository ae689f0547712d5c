import { sql } from 'drizzle-orm'
import { MINUTE } from '#domain/time.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from '../jobs/jobs.store.ts'
import type { Job } from '../jobs/run-jobs.ts'
import { rowsOf } from './client.ts'

/** Smaller tables are always read sequentially. */
const FEW_PAGES = 8

/**
 * Runs `ANALYZE` on the embedded database, because it has no autovacuum daemon. A plan without statistics may scan a table once per row.
 * Only tables whose size changed by a third since then are analyzed, each in its own transaction.
 */
export async function gatherStatistics({ database }: Pick<AppContext, 'database'>): Promise<Outcome> {
  if (database.kind !== 'embedded') return 'well'
  const due = await database.asOwner((db) =>
    rowsOf<{ name: string }>(
      db,
      sql`select format('%I', relname) as name from (
          select relname, relpages, pg_relation_size(oid) / current_setting('block_size')::int as pages
          from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) t
        where pages > ${FEW_PAGES}::int and abs(pages - relpages) * 3 > relpages order by pages`,
    ),
  )
  for (const { name } of due)
    await database.asOwner(async (db) => {
      await db.execute(sql`set local default_statistics_target = 20`)
      await db.execute(sql.raw(`analyze ${name}`))
    })
  return 'well'
}

export const gatherStatisticsJob: Job = { name: 'gather-statistics', everyMs: 10 * MINUTE, run: gatherStatistics }
