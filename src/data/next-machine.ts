import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { metresBetween } from '#domain/machines/distance.ts'
import { ahead } from './ahead.ts'
import { machineList, worstFirst } from './machines.ts'
import { operationsToday } from './own-day.ts'
import { ownRounds, stopAfter } from './rounds.ts'

/** `metres`: the distance from the current machine; null if one of the two has no position. */
type NextMachine = { machine: Machine; metres: number | null }

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

/** The distance between two places; null if one has no position. */
export const metresOf = (a: Located, b: Located): number | null =>
  a.lat === null || a.lng === null || b.lat === null || b.lng === null
    ? null
    : metresBetween({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng })

/** Where to go after this machine: the next stop of today's round, else the nearest machine, without those that this user has filled or counted today, whatever is still short there. */
export const nextMachine = (client: QueryClient, from: MachineId) =>
  queryOptions({
    queryKey: ['nextMachine', from],
    // Computed again whenever it is shown, because it depends on what was recorded since.
    gcTime: 0,
    queryFn: async (): Promise<NextMachine | null> => {
      const [machines, outlook, visited, rounds] = await Promise.all([
        client.fetchQuery(machineList()),
        client.fetchQuery(ahead()),
        visitedToday(),
        client.fetchQuery(ownRounds()),
      ])
      const here = machines.find(({ id }) => id === from)
      const stop = stopAfter(rounds, from)
      const machine = machines.find(({ id }) => id === stop?.machineId)
      if (machine) return { machine, metres: here ? metresOf(here, machine) : null }
      const needing = worstFirst(machines, outlook)
      return nearest(
        here,
        needing.filter((machine) => machine.id !== from && !visited.has(machine.id) && isShort(machine)),
      )
    },
  })

/** A stopped machine needs a visit as well, but nothing can be put into a full one. */
export const isShort = ({ emptyPlaces, filledQuantity, currentQuantity, maxQuantity }: Machine) =>
  emptyPlaces > 0 || (filledQuantity ?? currentQuantity) < maxQuantity

export const VISITS = ['restockSlots', 'restockProducts', 'changeInventory', 'changeCoffeeInventory']

const visitedToday = async (): Promise<ReadonlySet<MachineId>> =>
  new Set((await operationsToday()).flatMap(({ call, machineId }) => (VISITS.includes(call) ? [machineId] : [])))
