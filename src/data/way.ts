import { queryOptions } from '@tanstack/react-query'
import type { Machine } from '#contract/machines.ts'
import type { MachineId } from '#domain/ids.ts'
import { live } from './local-query.ts'
import { isShort, nearest, VISITS } from './next-machine.ts'
import { operationsToday } from './own-day.ts'

/** `stops`: the open ones of today's round, in order. `last`: the machine at which the user worked last. */
type Known = { stops: readonly MachineId[]; last: MachineId | null }

/** Each machine of a way needs a comparison with all that remain. */
const LONGEST_WAY = 300

const isLocated = ({ lat, lng }: Machine) => lat !== null && lng !== null

/**
 * Machines in the order of a way: the open stops of a round, then always the nearest machine with shortages. Without a round, the way begins at
 * the machine where the user worked last, or else where most slots are empty. Machines without a position or shortages keep their order
 * after those.
 */
export function inOrderOfWay(machines: readonly Machine[], { stops, last }: Known): Machine[] {
  const ofId = new Map(machines.map((machine) => [machine.id, machine]))
  const way = stops.flatMap((id) => ofId.get(id) ?? [])
  const onWay = new Set<MachineId>(way.map(({ id }) => id))
  let here = way.at(-1) ?? (last === null ? undefined : ofId.get(last))
  const left = new Set(machines.filter((machine) => !onWay.has(machine.id) && isShort(machine) && isLocated(machine)))
  while (left.size > 0 && way.length < LONGEST_WAY) {
    const needing = [...left]
    const next = here ? nearest(here, needing)?.machine : emptiest(needing)
    if (!next) break
    left.delete(next)
    onWay.add(next.id)
    way.push(next)
    here = next
  }
  const others = machines.filter(({ id }) => !onWay.has(id))
  return [...way, ...others.filter(isShort), ...others.filter((machine) => !isShort(machine))]
}

const emptiest = (machines: readonly Machine[]): Machine | undefined => machines.toSorted((a, b) => b.emptyPlaces - a.emptyPlaces)[0]

/** The machine that the user filled or counted last today, by what this device recorded; null if there is none. */
export const lastMachineToday = () =>
  queryOptions({
    queryKey: ['lastMachineToday'],
    queryFn: live(async (): Promise<MachineId | null> => {
      const visits = (await operationsToday()).filter(({ call }) => VISITS.includes(call))
      return visits.toSorted((a, b) => b.rawAt - a.rawAt)[0]?.machineId ?? null
    }),
  })
