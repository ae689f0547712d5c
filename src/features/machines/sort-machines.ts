import { shareOf } from '#app/data/machine-fill.ts'
import { kindOf, type StateKind } from '#domain/machines/machine.ts'
import { type FleetMachine, isOffline } from './fleet-machine.ts'

export const COLUMNS = ['state', 'name', 'alerts', 'lastRefill', 'stock', 'sold', 'turnover', 'cash', 'signal'] as const
export type Column = (typeof COLUMNS)[number]

/** A column, with a minus where the order is descending. */
export const SORTS = COLUMNS.flatMap((column) => [column, `-${column}`] as const)
export type Sort = (typeof SORTS)[number]

const URGENCY: Record<StateKind, number> = { stopped: 0, offline: 1, warning: 2, running: 3 }

/** What a column orders by; null where the machine has no value, as the table shows it. */
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

/** Machines in the order of a column. They come by name, which decides between equal ones; those without a value come last. */
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

/** How a column is sorted first: figures from the largest, the others from the least. */
export const firstSort = (column: Column): Sort => (['state', 'name', 'lastRefill', 'stock'].includes(column) ? column : `-${column}`)

export const columnOf = (sort: Sort): Column => sort.replace('-', '') as Column

/** What a press on a head sorts by: the first order of its column, then the other one. */
export function nextSort(column: Column, sort: Sort): Sort {
  const first = firstSort(column)
  return sort !== first ? first : first === column ? `-${column}` : column
}
