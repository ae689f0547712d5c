import type { CompanyId, StockPointId } from '#domain/ids.ts'
import { HOUR, type Moment } from '#domain/time.ts'
import { companyIds, firstBreak } from '../audit/audit.store.ts'
import { rebuildBalances } from '../features/stock/rebuild-balances.ts'
import { type Slice, type Unfolded, unfoldedIn } from '../features/stock/unfolded.store.ts'
import type { House } from '../http/caller.ts'
import { type Astray, astrayIn, LATELY, rederive } from './derived.store.ts'
import type { Job } from './job.ts'
import { endJob, type LateJob, lateJobs } from './jobs.store.ts'

/** So few at a time that nobody who works meanwhile notices. */
const SLICE = 500

/** `late`: jobs that have not run when they should have. `astray`: cash, days and credit that are not what they are derived from. `broken`: companies whose audit trail somebody laid hands on, and at which of its entries. */
export type SelfCheck = {
  checked: number
  unfolded: Unfolded[]
  astray: Astray[]
  broken: { company: CompanyId; entry: number }[]
  late: LateJob[]
}

/** Compares every balance with the fold of its ledger, a slice after the other, cash, credit and days (since a moment) with theirs, follows every audit trail, and mends nothing. */
export async function selfCheck({ database, now }: Pick<House, 'database' | 'now'>, since: Moment | null = null): Promise<SelfCheck> {
  const unfolded: Unfolded[] = []
  let checked = 0
  for (let after: { company: CompanyId; point: StockPointId } | null = { company: 0, point: 0 }; after; ) {
    const slice: Slice = await database.asHouse(unfoldedIn(after, SLICE))
    unfolded.push(...slice.unfolded)
    checked += slice.checked
    after = slice.last
  }
  const astray: Astray[] = []
  for (const company of await database.asHouse(companyIds)) {
    astray.push(...(await database.asCompany(company, (db) => astrayIn(db, company, since), { snapshot: true })))
  }
  const late = await database.asHouse((db) => lateJobs(db, now()))
  return { checked, unfolded, astray, broken: await brokenTrails(database), late }
}

async function brokenTrails(database: House['database']): Promise<SelfCheck['broken']> {
  const broken: SelfCheck['broken'] = []
  for (const company of await database.asHouse(companyIds)) {
    const entry = await database.asCompany(company, (db) => firstBreak(db, company))
    if (entry !== null) broken.push({ company, entry })
  }
  return broken
}

/** The same on demand; with `rebuild`, every balance that was not the fold is made it again. */
export async function selfCheckNow(house: Pick<House, 'database' | 'now'>, { rebuild }: { rebuild: boolean }): Promise<SelfCheck> {
  const found = await selfCheck(house)
  if (rebuild) await rebuildFrom(house, found)
  const isWell = found.broken.length === 0 && (rebuild || found.unfolded.length + found.astray.length === 0)
  const outcome = isWell ? 'well' : 'trouble'
  await house.database.asHouse((db) => endJob(db, hourlySelfCheck.name, house.now(), outcome))
  return found
}

async function rebuildFrom(house: Pick<House, 'database' | 'now'>, found: SelfCheck): Promise<void> {
  for (const one of found.astray) await house.database.asCompany(one.company, (db) => rederive(db, one))
  for (const company of new Set(found.unfolded.map((one) => one.company))) {
    await rebuildBalances(
      house,
      company,
      found.unfolded.filter((one) => one.company === company).map(({ point }) => point),
    )
  }
}

export const hourlySelfCheck: Job = {
  name: 'self-check',
  everyMs: HOUR,
  run: async (house) => {
    const { unfolded, astray, broken, late } = await selfCheck(house, house.now() - LATELY)
    for (const one of unfolded) house.log.error(one, 'a balance is not the fold of its ledger; npm run self-check -- --rebuild mends it')
    for (const one of astray)
      house.log.error(one, 'cash, days or credit are not what they are derived from; npm run self-check -- --rebuild mends them')
    for (const one of broken) house.log.error(one, 'an audit trail was changed past the server')
    for (const one of late) house.log.warn(one, 'a job is late: it has missed two turns, or the clock has jumped')
    return unfolded.length + astray.length + broken.length > 0 ? 'trouble' : 'well'
  },
}
