import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { MachineState } from '#domain/machines/machine.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { EventInput } from '../../events/event-input.ts'
import { type Change, publish } from '../../sync/feed.ts'

/** Something that happened at a machine. */
export type Happened = Pick<EventInput, 'activity' | 'at' | 'by' | 'money' | 'details'>

/** What of a machine is otherwise now: how it stands, or also what lies in it; and what happened there that is kept. */
export type News = { machine: MachineId; stock: boolean; happened?: readonly Happened[] }

/** What devices fetch anew of it, and what open screens are told. */
export const newsOf = ({ machine, stock, happened = [] }: News, at: Moment): { changes: Change[]; news: EventInput[] } => ({
  changes: [...(stock ? [{ kind: 'inventory' as const, id: machine }] : []), { kind: 'machine', id: machine }],
  news: [
    {
      activity: stock ? 'MACHINE_SOLD' : 'MACHINE_REPORTED',
      at,
      machineId: machine,
      changed: stock ? ['machines', 'stock', 'sales', 'cash', 'alerts'] : ['machines', 'alerts', 'devices'],
    },
    ...happened.map((event): EventInput => ({ ...event, machineId: machine, changed: [] })),
  ],
})

/** Tells devices and open screens what machines reported; belongs at the end of a transaction, as `publish` does. */
export const tell = (db: Db, company: CompanyId, all: readonly News[], at: Moment): Promise<void> => {
  const told = all.map((one) => newsOf(one, at))
  return publish(
    db,
    company,
    told.flatMap(({ changes }) => changes),
    at,
    told.flatMap(({ news }) => news),
  )
}

/** A machine that fell silent, or is heard again. Whoever takes its device out says so themselves. */
export const silenceOf = (was: MachineState | null, is: MachineState, at: Moment): Happened[] => {
  if (was === null || was === 'NONE' || is === 'NONE') return []
  if (is === 'NOT_CONNECTED') return [{ activity: 'DEVICE_DISCONNECTED', at }]
  return was === 'NOT_CONNECTED' ? [{ activity: 'DEVICE_CONNECTED', at }] : []
}
