import { shareOf } from '#app/data/machine-fill.ts'
import { kindOf, type StateKind } from '#domain/machines/machine.ts'
import { type FleetMachine, isOffline } from './fleet-machine.ts'

export const COLUMNS = ['state', 'name', 'alerts', 'lastRefill', 'stock', 'sold', 'turnover', 'cash', 'signal'] as const
export type Column = (typeof COLUMNS)[number]

/** A column, with a minus for descending order. */
export const SORTS = COLUMNS.flatMap((column) => [column, `-${column}`] as const)
export type Sort = (typeof SORTS)[number]

const URGENCY: Record<StateKind, number> = { stopped: 0, offline: 1, warning: 2, running: 3 }

/** The value that a column sorts by; null if the table shows none. */
const VALUES: Record<Exclude<Column, 'name'>, (machine: FleetMachine) => number | string | null | undefined> = {
  state: ({ state }) => URGENCY[kindOf(state)],
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
  const value = VALUES[(isDescending ? sort.slice(1) : sort) as keyof typeof VALUES]
  return machines.toSorted((one, other) => {
    const [a, b] = [value(one) ?? null, value(other) ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return a === b ? 0 : a < b === isDescending ? 1 : -1
  })
}

/** The initial order of a column: numbers descending, others ascending. */
export const firstSort = (column: Column): Sort => (['state', 'name', 'lastRefill', 'stock'].includes(column) ? column : `-${column}`)

export const columnOf = (sort: Sort): Column => sort.replace('-', '') as Column

/** The order after a press on a header: the initial order of its column, then the reverse. */
export function nextSort(column: Column, sort: Sort): Sort {
  const first = firstSort(column)
  return sort !== first ? first : first === column ? `-${column}` : column
}
