import { shareOf } from '#app/data/machines.ts'
import { kindOf, type StateKind } from '#domain/machines/machine.ts'
import { type FleetMachine, isOffline } from './fleet-machine.ts'
import { type Column, columnOf, SORTS, type Sort } from './machine-columns.ts'

const URGENCY: Record<StateKind, number> = { stopped: 0, offline: 1, warning: 2, running: 3 }

export const urgencyOf = ({ state }: Pick<FleetMachine, 'state'>): number => URGENCY[kindOf(state)]

/** The value that a column sorts by; none if the table shows none. */
export const sortBy: Record<Column, (machine: FleetMachine) => number | string | null | undefined> = {
  state: urgencyOf,
  name: ({ name }) => name,
  alerts: ({ alerts }) => alerts?.length ?? 0,
  lastRefill: ({ lastRefill }) => lastRefill,
  stock: (machine) => shareOf(machine),
  sold: ({ today }) => today?.soldToday,
  turnover: ({ today }) => today?.turnoverToday,
  cash: (machine) => (isOffline(machine) ? null : machine.today?.cashInMachine),
  signal: (machine) => (isOffline(machine) ? null : machine.signalStrength),
}

/** Sorts machines by a column. The input is sorted by name, which remains the order of equal values; machines without a value come last. */
export function sortMachines(machines: readonly FleetMachine[], sort: Sort | undefined): readonly FleetMachine[] {
  if (sort === undefined || sort === 'name') return machines
  if (sort === '-name') return machines.toReversed()
  const isDescending = sort.startsWith('-')
  const value = sortBy[columnOf(sort)]
  return machines.toSorted((one, other) => {
    const [a, b] = [value(one) ?? null, value(other) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return a === b ? 0 : a < b === isDescending ? 1 : -1
  })
}

/** A column and a direction as in the URL. */
export const sortOf = ({ id, desc }: { id: string; desc: boolean }): Sort => SORTS.find((sort) => sort === (desc ? `-${id}` : id)) ?? 'name'
