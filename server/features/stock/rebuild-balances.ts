import type { CompanyId, StockPointId } from '#domain/ids.ts'
import type { AppContext } from '../../http/request-context.ts'
import { foldedLevels, writeLevels } from '../../ledger/ledger.store.ts'
import { type Change, publish } from '../../sync/feed.ts'
import { lockForRebuild } from './unfolded.store.ts'

/** Recomputes these balances from their ledgers and publishes the changes. */
export const rebuildBalances = (
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  company: CompanyId,
  points: readonly StockPointId[],
) =>
  database.withTenant(company, async (db) => {
    const locked = await lockForRebuild(db, company, points)
    const ids = locked.map(({ id }) => id)
    await writeLevels(db, company, await foldedLevels(db, company, ids))
    const machines = [...new Set(locked.flatMap(({ machineId }) => machineId ?? []))]
    const changes = machines.flatMap((id): Change[] => [
      { kind: 'inventory', id },
      { kind: 'machine', id },
    ])
    await publish(db, company, changes, now())
  })
