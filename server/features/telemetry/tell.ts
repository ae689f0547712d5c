import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../database/database.ts'
import type { LiveNews } from '../../live/live.store.ts'
import { type Change, publish } from '../../sync/feed.ts'

/** What of a machine is otherwise now: how it stands, or also what lies in it. */
export type News = { machine: MachineId; stock: boolean }

/** What devices fetch anew of it, and what open screens are told. */
export const newsOf = ({ machine, stock }: News, at: Moment): { changes: Change[]; news: LiveNews } => ({
  changes: [...(stock ? [{ kind: 'inventory' as const, id: machine }] : []), { kind: 'machine', id: machine }],
  news: {
    activity: stock ? 'MACHINE_SOLD' : 'MACHINE_REPORTED',
    at,
    machineId: machine,
    changed: stock ? ['machines', 'stock', 'sales', 'cash', 'alerts'] : ['machines', 'alerts', 'devices'],
  },
})

/** Tells devices and open screens what machines reported; belongs at the end of a transaction, as `publish` does. */
export const tell = (db: Db, company: CompanyId, all: readonly News[], at: Moment): Promise<void> => {
  const told = all.map((one) => newsOf(one, at))
  return publish(
    db,
    company,
    told.flatMap(({ changes }) => changes),
    at,
    told.map(({ news }) => news),
  )
}
