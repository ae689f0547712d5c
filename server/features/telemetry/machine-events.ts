import type { CompanyId, MachineId } from '#domain/ids.ts'
import type { MachineState } from '#domain/machines/machine.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { EventInput } from '../../events/event-input.ts'
import { type Change, publish } from '../../sync/feed.ts'

/** Something that happened at a machine. */
export type Happened = Pick<EventInput, 'activity' | 'at' | 'by' | 'money' | 'details'>

/** Changes of a machine: its status, with `stock` also its stock, and events for the activity log. */
export type MachineChange = { machine: MachineId; stock: boolean; happened?: readonly Happened[] }

/** Changes for the feed and events for open screens. */
export const machineChange = (
  { machine, stock, happened = [] }: MachineChange,
  at: Moment,
): { changes: Change[]; events: EventInput[] } => ({
  changes: [...(stock ? [{ kind: 'inventory' as const, id: machine }] : []), { kind: 'machine', id: machine }],
  events: [
    {
      activity: stock ? 'MACHINE_SOLD' : 'MACHINE_REPORTED',
      at,
      machineId: machine,
      changed: stock ? ['machines', 'stock', 'sales', 'cash', 'alerts'] : ['machines', 'alerts', 'devices'],
    },
    ...happened.map((event): EventInput => ({ ...event, machineId: machine, changed: [] })),
  ],
})

/** Publishes machine changes to devices and open screens. Call at the end of a transaction, like `publish`. */
export const publishMachineEvents = (db: Db, company: CompanyId, all: readonly MachineChange[], at: Moment): Promise<void> => {
  const published = all.map((one) => machineChange(one, at))
  return publish(
    db,
    company,
    published.flatMap(({ changes }) => changes),
    at,
    published.flatMap(({ events }) => events),
  )
}

/** Events of a machine that went offline or came back. Disconnecting a device publishes its own event. */
export const connectionEvents = (was: MachineState | null, is: MachineState, at: Moment): Happened[] => {
  if (was === null || was === 'NONE' || is === 'NONE') return []
  if (is === 'NOT_CONNECTED') return [{ activity: 'DEVICE_DISCONNECTED', at }]
  return was === 'NOT_CONNECTED' ? [{ activity: 'DEVICE_CONNECTED', at }] : []
}
