import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Machine } from '#contract/machines.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import type { MachineId } from '#domain/ids.ts'
import { metresBetween } from '#domain/machines/distance.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { ahead } from './ahead.ts'
import { getSession } from './device.ts'
import { machineList, worstFirst } from './machines.ts'
import { undoneBy } from './outbox-view.ts'

/** `metres`: the distance from the current machine; null if one of the two has no position. */
export type NextMachine = { machine: Machine; metres: number | null }

type Located = Pick<Machine, 'lat' | 'lng'>

/** The nearest of the machines that need a visit; among machines without a position the one that loses most. */
export function nearest(from: Located | undefined, needing: readonly Machine[]): NextMachine | null {
  let next: NextMachine | null = null
  for (const machine of needing) {
    const metres = from ? metresOf(from, machine) : null
    if (!next || (metres !== null && (next.metres === null || metres < next.metres))) next = { machine, metres }
  }
  return next
}

const metresOf = (a: Located, b: Located): number | null =>
  a.lat === null || a.lng === null || b.lat === null || b.lng === null
    ? null
    : metresBetween({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng })

/** Where to go after this machine: without those that this user has filled or counted today, whatever is still short there. */
export const nextMachine = (client: QueryClient, from: MachineId) =>
  queryOptions({
    queryKey: ['nextMachine', from],
    // Computed again whenever it is shown, because it depends on what was recorded since.
    gcTime: 0,
    queryFn: async (): Promise<NextMachine | null> => {
      const [machines, outlook, visited] = await Promise.all([client.fetchQuery(machineList()), client.fetchQuery(ahead()), visitedToday()])
      const here = machines.find(({ id }) => id === from)
      const needing = worstFirst(machines, outlook)
      return nearest(
        here,
        needing.filter((machine) => machine.id !== from && !visited.has(machine.id) && isShort(machine)),
      )
    },
  })

/** A stopped machine needs a visit as well, but nothing can be put into a full one. */
const isShort = ({ emptyPlaces, filledQuantity, currentQuantity, maxQuantity }: Machine) =>
  emptyPlaces > 0 || (filledQuantity ?? currentQuantity) < maxQuantity

const VISITS = ['restockSlots', 'restockProducts', 'changeInventory', 'changeCoffeeInventory']

async function visitedToday(): Promise<ReadonlySet<MachineId>> {
  const { db, account } = getSession()
  const today = isoDay(dayOf(Date.now(), account.timezone))
  const isToday = (at: Moment) => isoDay(dayOf(at, account.timezone)) === today
  const [waiting, ended] = await Promise.all([
    db.outbox.toArray(),
    db.journal
      .where('endedAt')
      .above(Date.now() - 2 * DAY)
      .toArray(),
  ])
  const own = [...waiting, ...ended.filter(({ state }) => state === 'processed')]
  const undone = new Set(own.flatMap(({ call, body }) => (call === 'voidOperation' ? [undoneBy(body)] : [])))
  return new Set(
    own.flatMap(({ call, opId, machineId, rawAt }) => (VISITS.includes(call) && isToday(rawAt) && !undone.has(opId) ? [machineId] : [])),
  )
}
