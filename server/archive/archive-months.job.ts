import { randomUUID } from 'node:crypto'
import { HISTORY_SOURCES, type HistorySource } from '#domain/history.ts'
import type { CompanyId } from '#domain/ids.ts'
import { HOUR, type Moment, SECOND } from '#domain/time.ts'
import { monthStart } from '../db/partitions/months.ts'
import type { AppContext } from '../http/request-context.ts'
import type { Outcome } from '../jobs/jobs.store.ts'
import type { Job } from '../jobs/run-jobs.ts'
import {
  type ArchivedMonth,
  addArchived,
  limitedHistories,
  oldestMonth,
  removeArchivedRows,
  rowsToArchive,
  setRemoved,
  unremoved,
} from './archive.store.ts'
import { ArchiveDamaged, archivePath, readArchive, writeArchive } from './archive-file.ts'

/** Other jobs wait for this one. */
const AT_A_TIME = 20 * SECOND

type ArchiveContext = Pick<AppContext, 'database' | 'now' | 'settings' | 'log'>

/**
 * Moves rows that are older than a company keeps them to files, one month at a time. The rows of a file are deleted as they are read back
 * from it, in small transactions, so that exactly the rows are deleted that the file contains. Each step can be repeated after a failure.
 */
export async function archiveMonths(ctx: ArchiveContext, forMs = AT_A_TIME): Promise<Outcome> {
  const until = performance.now() + forMs
  let outcome: Outcome = 'well'
  for (const { company, months } of await ctx.database.asSystem(limitedHistories)) {
    try {
      if ((await archiveCompany(ctx, company, monthStart(ctx.now(), -months), until)) === 'later') return outcome
    } catch (error) {
      if (!(error instanceof ArchiveDamaged)) throw error
      ctx.log.error({ company, reason: error.message }, 'rows stay in the database, because their archive file cannot be read')
      outcome = 'trouble'
    }
  }
  return outcome
}

async function archiveCompany(ctx: ArchiveContext, company: CompanyId, before: Moment, until: number): Promise<'done' | 'later'> {
  for (const file of await ctx.database.withTenant(company, (db) => unremoved(db, company))) await removeRows(ctx, file)
  for (const source of HISTORY_SOURCES)
    for (;;) {
      if (performance.now() > until) return 'later'
      const month = await ctx.database.withTenant(company, (db) => oldestMonth(db, company, source, before))
      if (month === null) break
      await removeRows(ctx, await archiveMonth(ctx, company, source, { from: month, until: monthStart(month, 1), before }))
    }
  return 'done'
}

async function archiveMonth(
  { database, settings, now }: ArchiveContext,
  company: CompanyId,
  source: HistorySource,
  span: { from: Moment; until: Moment; before: Moment },
): Promise<ArchivedMonth> {
  const file = { company, id: randomUUID(), source, month: new Date(span.from).toISOString().slice(0, 7) }
  const { id: _, ...about } = file
  return database.withTenant(company, async (db) => {
    const content = await writeArchive(archivePath(settings.dataDir, file), about, rowsToArchive(db, company, source, span))
    await addArchived(db, file, content, now())
    return { ...file, ...content }
  })
}

async function removeRows({ database, settings, now }: ArchiveContext, file: ArchivedMonth): Promise<void> {
  const { company, source } = file
  for await (const rows of readArchive(archivePath(settings.dataDir, file), file, file.digest))
    await database.withTenant(company, (db) => removeArchivedRows(db, company, source, rows))
  await database.withTenant(company, (db) => setRemoved(db, file, now()))
}

export const archiveMonthsJob: Job = { name: 'archive-months', everyMs: HOUR, steady: true, run: (ctx) => archiveMonths(ctx) }
