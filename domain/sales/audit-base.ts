import type { Cash } from '../dex/cash.ts'
import type { Grown } from '../dex/compare.ts'
import type { Counter, Sales } from '../dex/counter.ts'
import type { Integrity } from '../dex/integrity.ts'
import { BOARDS, type Machine } from '../dex/machine.ts'
import type { Reading } from '../dex/reading.ts'
import type { Selection } from '../dex/selections.ts'
import { TOTALS, type Totals } from '../dex/totals.ts'
import type { Moment } from '../time.ts'
import type { OtherCounters } from './audit-counters.ts'
import type { AuditBase, Open, Pace } from './audit-state.ts'

/**
 * What a read-out updates: all of its selections or these; the remainder of the totals; and the growth of those that it counts in another
 * way than the base.
 */
type Moved = {
  accepted?: 'all' | ReadonlySet<string>
  open?: Open
  carried?: number
  grown?: ReadonlyMap<string, Grown>
  /** A manager confirmed that the machine counts this way from now on, so older counters are no longer expected. */
  isNewCount?: boolean
  pace?: Pace | undefined
  others?: OtherCounters | undefined
}

/** The read-out contains every counter of the base. */
export const isComplete = (before: AuditBase | null, reading: Reading, lost: ReadonlySet<string>): boolean => {
  const there = new Set(reading.selections.map(({ number }) => number))
  return reading.integrity.isWhole && (before?.reading.selections ?? []).every(({ number }) => there.has(number) && !lost.has(number))
}

/** After this many, a machine is assumed to have changed how it ends its read-outs. */
const MAX_DAMAGED = 3

/**
 * Earlier read-outs had a correct checksum or number of segments and this one has neither, so something between its first and last line was
 * changed. Machines that never write them correctly are not checked.
 */
export function isDamaged({ reading: { integrity: was }, damaged = 0 }: AuditBase, { integrity: is }: Reading): boolean {
  if (!is.isWhole || damaged + 1 >= MAX_DAMAGED) return false
  return (isSummed(was) && !isSummed(is)) || (isCounted(was) && !isCounted(is))
}

const isSummed = ({ checksum: { state } }: Integrity) => state === 'right' || state === 'swapped'
const isCounted = ({ segments: { told, counted } }: Integrity) => told !== null && told === counted

/** Returns the base after a read-out; `open` is the part of the totals that its selections do not cover. */
export function baseAfter(
  before: AuditBase | null,
  reading: Reading,
  at: Moment,
  { accepted = 'all', open = {}, carried = 0, grown = new Map(), isNewCount = false, pace, others }: Moved = {},
): AuditBase {
  const isAccepted = (number: string) => accepted === 'all' || accepted.has(number)
  const moved = reading.selections.filter(({ number }) => isAccepted(number))
  if (!before) return { at, reading: slim({ ...reading, selections: moved }), older: {}, open, ...(others ? { others } : {}) }
  if (isNewCount) {
    const machine = mergedMachine(before.reading.machine, reading.machine)
    return { at, reading: slim({ ...reading, machine }), older: {}, open: {}, ...(pace ? { pace } : {}), ...(others ? { others } : {}) }
  }
  const now = new Map(moved.map((selection) => [selection.number, selection]))
  const kept = before.reading.selections.map((was) => {
    const is = now.get(was.number)
    return is ? mergedSelection(was, is, grown.get(was.number)) : was
  })
  const known = new Set(kept.map(({ number }) => number))
  const older = Object.fromEntries(
    before.reading.selections.flatMap(({ number }) => (now.has(number) ? [] : [[number, before.older[number] ?? before.at]])),
  )
  return {
    at,
    reading: slim({
      ...reading,
      machine: mergedMachine(before.reading.machine, reading.machine),
      boards: BOARDS.flatMap((kind) => {
        const of = ({ boards }: Reading) => boards.find((board) => board.kind === kind)
        const [was, is] = [of(before.reading), of(reading)]
        return was || is
          ? [
              {
                kind,
                serial: is?.serial ?? was?.serial ?? null,
                model: is?.model ?? was?.model ?? null,
                software: is?.software ?? was?.software ?? null,
              },
            ]
          : []
      }),
      totals: Object.fromEntries(
        TOTALS.map((name) => [name, mergedSales(before.reading.totals[name], reading.totals[name])]),
      ) as unknown as Totals,
      cash: mergedCash(before.reading.cash, reading.cash),
      selections: [...kept, ...moved.filter(({ number }) => !known.has(number))],
      integrity: mergedIntegrity(before.reading.integrity, reading.integrity),
    }),
    older,
    open,
    ...(carried > 0 ? { carried } : {}),
    ...(pace ? { pace } : {}),
    ...(others ? { others } : {}),
  }
}

const counter = (was: Counter, is: Counter): Counter => (is.init === null ? was : is)

const mergedSales = (was: Sales, is: Sales): Sales => ({ count: counter(was.count, is.count), value: counter(was.value, is.value) })

function mergedMachine(was: Machine, is: Machine): Machine {
  const names = Object.keys(was) as (keyof Machine)[]
  return Object.fromEntries(names.map((name) => [name, is[name] ?? was[name]])) as Machine
}

/** How a machine ends its read-outs, from the last one that has an end. */
const mergedIntegrity = (was: Integrity, is: Integrity): Integrity => (is.isWhole ? is : { ...was, isWhole: is.isWhole || was.isWhole })

/** Missing blocks keep their older values. */
function mergedSelection(was: Selection, is: Selection, grown: Grown | undefined): Selection {
  const payments = new Map([...was.payments, ...is.payments].map((payment) => [`${payment.means}*${payment.list}`, payment]))
  const priceLists = new Map([...was.priceLists, ...is.priceLists].map((list) => [list.list, list]))
  const isOtherwise = was.paidBy === 'selection' && is.paidBy !== 'selection' && typeof grown?.count === 'number'
  return {
    ...is,
    name: is.name ?? was.name,
    price: is.price ?? was.price,
    capacity: is.capacity ?? was.capacity,
    paid: isOtherwise ? advanced(was.paid, grown) : is.paidBy ? is.paid : was.paid,
    paidBy: isOtherwise ? was.paidBy : (is.paidBy ?? was.paidBy),
    free: mergedSales(was.free, is.free),
    test: mergedSales(was.test, is.test),
    payments: [...payments.values()],
    priceLists: [...priceLists.values()],
  }
}

/** The counter's expected value after the selection's sales. */
function advanced({ count, value }: Sales, grown: Grown): Sales {
  const by = ({ init, reset }: Counter, more: number | null): Counter => ({ init: init === null ? null : init + (more ?? 0), reset })
  return { count: by(count, grown.count), value: by(value, grown.value) }
}

const CASH = ['in', 'toBox', 'toTubes', 'bills', 'toRecycler', 'dispensed', 'dispensedByHand', 'overpaid', 'filledByHand'] as const

const mergedCash = (was: Cash, is: Cash): Cash => ({
  ...is,
  ...(Object.fromEntries(CASH.map((name) => [name, counter(was[name], is[name])])) as Pick<Cash, (typeof CASH)[number]>),
})

/** Keeps only what the next read-out is compared with. */
const slim = (reading: Reading): Reading => ({
  ...reading,
  cash: { ...reading.cash, tubes: [], coins: [], bankNotes: [] },
  events: { log: [], counted: [], powerCuts: { init: null, reset: null }, soldOut: [] },
  temperatures: [],
  warnings: [],
})
