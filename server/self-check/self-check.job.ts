import type { CompanyId, StockPointId } from '#domain/ids.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import { archivedOf } from '../archive/archive.store.ts'
import { ArchiveDamaged, archivePath, readArchive } from '../archive/archive-file.ts'
import { companyIds, firstBreak } from '../audit-log/audit-log.store.ts'
import type { Database } from '../db/client.ts'
import type { AppContext } from '../http/request-context.ts'
import { endJob, type LateJob, lateJobs } from '../jobs/jobs.store.ts'
import type { Job } from '../jobs/run-jobs.ts'
import { compareStore, removeOrphans, type StoreDifferences } from '../photo-store/photo-objects.ts'
import { LATELY, rebuildAggregates, type StaleAggregate, staleAggregates } from './aggregates.store.ts'
import { type BalanceMismatch, balanceMismatches, rebuildBalances, type Slice } from './balances.store.ts'

/** Small enough not to delay concurrent requests. */
const SLICE = 500

/**
 * `late`: overdue jobs. `stale`: cash, daily totals and credit that do not match their source. `broken`: companies whose audit trail was
 * tampered with, and the first changed entry. `photos`: how the photo store differs from the photos; null without one. `archives`: why
 * archive files cannot be read.
 */
export type SelfCheck = {
  checked: number
  mismatches: BalanceMismatch[]
  stale: StaleAggregate[]
  broken: { company: CompanyId; entry: number }[]
  late: LateJob[]
  photos: StoreDifferences | null
  archives: string[]
}

type CheckContext = Pick<AppContext, 'database' | 'now' | 'photoStore'> & { settings: Pick<AppContext['settings'], 'dataDir'> }

/**
 * Compares every balance with the sum of its ledger, in batches; cash, credit and daily totals (since a given time) with their source; and
 * verifies every audit trail. It changes nothing.
 */
export async function selfCheck(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  since: Moment | null = null,
): Promise<Omit<SelfCheck, 'photos' | 'archives'>> {
  const mismatches: BalanceMismatch[] = []
  let checked = 0
  for (let after: { company: CompanyId; point: StockPointId } | null = { company: 0, point: 0 }; after; ) {
    const slice: Slice = await database.asSystem(balanceMismatches(after, SLICE))
    mismatches.push(...slice.mismatches)
    checked += slice.checked
    after = slice.last
  }
  const stale: StaleAggregate[] = []
  for (const company of await database.asSystem(companyIds)) {
    stale.push(...(await database.withTenant(company, (db) => staleAggregates(db, company, since), { snapshot: true })))
  }
  const late = await database.asSystem((db) => lateJobs(db, now()))
  return { checked, mismatches, stale, broken: await brokenTrails(database), late }
}

async function brokenTrails(database: AppContext['database']): Promise<SelfCheck['broken']> {
  const broken: SelfCheck['broken'] = []
  for (const company of await database.asSystem(companyIds)) {
    const entry = await database.withTenant(company, (db) => firstBreak(db, company))
    if (entry !== null) broken.push({ company, entry })
  }
  return broken
}

/** The same on demand, the photo store and the archive files; with `rebuild`, wrong balances and aggregates are rebuilt, and objects without a photo deleted. */
export async function selfCheckNow(ctx: CheckContext, { rebuild }: { rebuild: boolean }): Promise<SelfCheck> {
  const archives = await damagedArchives(ctx.database, ctx.settings.dataDir)
  const found = { ...(await selfCheck(ctx)), photos: await compareStore(ctx), archives }
  if (rebuild) await rebuildFrom(ctx, found)
  const isWell = found.broken.length + archives.length === 0 && (rebuild || found.mismatches.length + found.stale.length === 0)
  const outcome = isWell ? 'well' : 'trouble'
  await ctx.database.asSystem((db) => endJob(db, selfCheckJob.name, ctx.now(), outcome))
  return found
}

async function rebuildFrom(ctx: CheckContext, found: SelfCheck): Promise<void> {
  if (ctx.photoStore && found.photos && 'orphans' in found.photos) await removeOrphans(ctx.photoStore, found.photos.orphans)
  for (const one of found.stale) await ctx.database.withTenant(one.company, (db) => rebuildAggregates(db, one))
  for (const company of new Set(found.mismatches.map((one) => one.company))) {
    await rebuildBalances(
      ctx,
      company,
      found.mismatches.filter((one) => one.company === company).map(({ point }) => point),
    )
  }
}

export const selfCheckJob: Job = {
  name: 'self-check',
  everyMs: HOUR,
  run: async (ctx) => {
    const { mismatches, stale, broken, late } = await selfCheck(ctx, ctx.now() - LATELY)
    for (const one of mismatches)
      ctx.log.error(one, 'a balance does not equal the sum of its ledger; npm run self-check -- --rebuild corrects it')
    for (const one of stale)
      ctx.log.error(one, 'cash, daily totals or credit do not match their source; npm run self-check -- --rebuild corrects them')
    for (const one of broken) ctx.log.error(one, 'an audit log was changed outside of the server')
    for (const one of late) ctx.log.warn(one, 'a job is late: it missed two runs, or the clock has jumped')
    return mismatches.length + stale.length + broken.length > 0 ? 'trouble' : 'well'
  },
}

/** Once a day, because it lists the whole photo store. */
export const checkPhotosJob: Job = {
  name: 'check-photos',
  everyMs: DAY,
  run: async (ctx) => {
    const found = await compareStore(ctx)
    if (!found) return 'well'
    if ('failure' in found) {
      ctx.log.error(found.failure)
      return 'trouble'
    }
    for (const one of found.missing) ctx.log.error(one, 'a photo is missing in the photo store')
    if (found.orphans.length > 0)
      ctx.log.warn(
        { count: found.orphans.length },
        'objects in the photo store belong to no photo; npm run self-check -- --rebuild deletes them',
      )
    return found.missing.length > 0 ? 'trouble' : 'well'
  },
}

/** The reasons why archive files cannot be read back. */
async function damagedArchives(database: Database, dataDir: string): Promise<string[]> {
  const reasons: string[] = []
  for (const company of await database.asSystem(companyIds))
    for (const file of await database.withTenant(company, (db) => archivedOf(db, company)))
      try {
        for await (const _rows of readArchive(archivePath(dataDir, file), file, file.digest));
      } catch (error) {
        if (!(error instanceof ArchiveDamaged)) throw error
        reasons.push(error.message)
      }
  return reasons
}
