import { queryOptions } from '@tanstack/react-query'
import type { Collection } from '#contract/collections.ts'
import type { Machine } from '#contract/machines.ts'
import { unpackInventory } from '#contract/sync.ts'
import { NO_SALES, NO_SALES_FOR } from '#domain/alerts/watch.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { kindOf } from '#domain/machines/machine.ts'
import { fold, hasWords, MACHINE_SEARCH_FIELDS } from '#domain/search.ts'
import { type FilledPlace, filledOf, fillOfPlaces } from '#domain/stock/fill.ts'
import { DAY, fromIso, type Moment } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { machineWith } from '#offline/projection.ts'
import type { Ahead } from './ahead.ts'
import { byName } from './by-name.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { discard, record } from './outbox.ts'
import { atOneMoment, pendingOperations, shownStock } from './own-work.ts'

/** The user's machines by name, including their pending operations. */
export const machineList = () =>
  queryOptions({
    queryKey: ['machines'],
    // Small, and used by many screens.
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: live(async (): Promise<Machine[]> => {
      const { db } = getSession()
      const { machines, own, worked } = await atOneMoment(db, ['machines', 'inventory'], async () => {
        const [machines, own] = await Promise.all([db.machines.toArray(), pendingOperations(db)])
        const worked = await db.inventory.bulkGet([...new Set(own.entries.map(({ machineId }) => machineId))])
        return { machines, own, worked }
      })
      const stock = new Map(
        worked.flatMap((record) => (record ? [[record.machineId, shownStock(unpackInventory(record), own).stocks] as const] : [])),
      )
      return machines
        .map((machine) => {
          const stocks = stock.get(machine.id)
          if (!stocks) return machine
          const places = stocks.map(({ balance, maxQuantity }) => ({ currentQuantity: toWhole(balance), maxQuantity }))
          return { ...machineWith(machine, own.entries, own.offset, own.journal), ...filledBy(machine.type, places) }
        })
        .toSorted(byName)
    }),
  })

export const machine = (machineId: MachineId) =>
  queryOptions({
    queryKey: ['machine', machineId],
    queryFn: live(async (): Promise<Machine | null> => {
      const { db } = getSession()
      const [known, { entries, offset, journal }] = await atOneMoment(db, ['machines'], () =>
        Promise.all([db.machines.get(machineId), pendingOperations(db, machineId)]),
      )
      return known ? machineWith(known, entries, offset, journal) : null
    }),
  })

/** Updates the note of a machine; works without a network. */
export const writeNote = (machineId: MachineId, note: string, opId?: OperationId): Promise<Enqueued> =>
  record({ call: 'writeNote', machineId, body: { note } }, opId)

/** Takes back a note that was just written: it is not sent at all, or the previous one is written again. */
export async function undoNote(machineId: MachineId, operation: OperationId, before: string): Promise<boolean> {
  return (await discard(operation)) || 'kept' in (await writeNote(machineId, before))
}

/** Records that the cash box was emptied now, with what is known of its bag; works without a network. */
export const withdrawCash = (machineId: MachineId, collection: Collection | null, opId?: OperationId): Promise<Enqueued> =>
  record({ call: 'withdrawCash', machineId, body: collection }, opId)

/** Resolves a sticker from local data. */
export const machineWithToken = async (token: string): Promise<Machine | null> =>
  (await getSession().db.machines.where('token').equals(token).first()) ?? null

/** The machines that need a visit, ordered by the loss until tomorrow without a visit today. */
export function worstFirst(machines: readonly Machine[], ahead: ReadonlyMap<MachineId, Ahead>): Machine[] {
  const loss = lossOf(ahead)
  return machines
    .filter((machine) => needsVisit(machine) || (ahead.get(machine.id)?.runsEmpty ?? 0) > 0)
    .toSorted((a, b) => loss(b) - loss(a) || urgencyOf(b) - urgencyOf(a) || a.id - b.id)
}

/** The number of days a machine that should sell has sold nothing; null if it sells. The server monitors this and raises an alert. */
export function daysWithoutSales({ alerts }: Pick<Machine, 'alerts'>, now: Moment): number | null {
  const alert = alerts?.find(({ code }) => code === NO_SALES)
  return alert ? Math.floor((now - fromIso(alert.created) + NO_SALES_FOR) / DAY) : null
}

/** The machine cannot sell, whatever its stock is. */
const isStill = (machine: Machine) => kindOf(machine.state) === 'stopped' || daysWithoutSales(machine, Date.now()) !== null

/** The loss of machines with unknown rates: their empty slots lose as much as the average slot of the others. */
function lossOf(ahead: ReadonlyMap<MachineId, Ahead>): (machine: Machine) => number {
  const known = [...ahead.values()].filter(({ loss }) => loss !== null)
  const places = known.reduce((sum, one) => sum + one.places, 0)
  const ordinary = places > 0 ? known.reduce((sum, { all }) => sum + all, 0) / places : 1
  return (machine) => {
    const own = ahead.get(machine.id)
    const idle = isStill(machine) ? Math.max(own?.places ?? 0, 1) : machine.emptyPlaces
    return own?.loss ?? idle * ordinary
  }
}

const needsVisit = (machine: Machine) => isStill(machine) || machine.emptyPlaces > 0 || fillPercent(machine) < 50

const fillPercent = (machine: Machine) => (shareOf(machine) ?? 1) * 100

const urgencyOf = (machine: Machine) => (isStill(machine) ? 1000 : 0) + machine.emptyPlaces * 20 + (100 - fillPercent(machine))

/** Whether a machine matches a search, with the same fields and folding as on the server. */
export const matches = (machine: Machine, query: string): boolean => {
  return query === '' || hasWords(textOf(machine), query)
}

/** The searchable text of a machine changes rarely and is needed at every keystroke. */
function textOf(machine: Machine): string {
  const known = texts.get(machine)
  if (known !== undefined) return known
  const text = fold(MACHINE_SEARCH_FIELDS.map((field) => machine[field] ?? '').join(' '))
  texts.set(machine, text)
  return text
}

const texts = new WeakMap<Machine, string>()

/** Stock level of a machine, 0 to 1; null if no slot or canister has a maximum. Older stored data contains only the sums. */
export const shareOf = ({ currentQuantity, maxQuantity, fillShare }: Pick<Machine, 'currentQuantity' | 'maxQuantity' | 'fillShare'>) =>
  fillShare === undefined ? (maxQuantity > 0 ? filledOf(currentQuantity, maxQuantity) / maxQuantity : null) : fillShare

/** The figures of a machine computed from its slots or canisters on this device. */
export function filledBy(type: Machine['type'], places: readonly FilledPlace[]) {
  const { filled, share, capacity, emptyPlaces } = fillOfPlaces(type, places)
  const currentQuantity = places.reduce((sum, place) => sum + place.currentQuantity, 0)
  return { currentQuantity, maxQuantity: capacity, filledQuantity: filled, fillShare: share, emptyPlaces }
}
