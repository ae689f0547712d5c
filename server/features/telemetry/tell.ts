import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../database/database.ts'
import type { LiveNews } from '../../live/live.store.ts'
import { type Change, publish } from '../../sync/feed.ts'

/** What of a machine is otherwise now: how it stands, or also what lies in it. */
export type News = { machine: MachineId; stock: boolean }

/** Tells devices and open screens what machines reported; belongs at the end of a transaction, as `publish` does. */
export const tell = (db: Db, company: CompanyId, news: readonly News[], at: Moment): Promise<void> =>
  publish(
    db,
    company,
    news.flatMap(({ machine, stock }): Change[] => [
      ...(stock ? [{ kind: 'inventory' as const, id: machine }] : []),
      { kind: 'machine', id: machine },
    ]),
    at,
    news.map(
      ({ machine, stock }): LiveNews => ({
        activity: stock ? 'MACHINE_SOLD' : 'MACHINE_REPORTED',
        at,
        machineId: machine,
        changed: stock ? ['machines', 'stock', 'sales', 'cash', 'alerts'] : ['machines', 'alerts', 'devices'],
      }),
    ),
  )
