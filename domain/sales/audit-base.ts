import type { Cash } from '../eva-dts/cash.ts'
import type { Grown } from '../eva-dts/compare.ts'
import type { Counter, Sales } from '../eva-dts/counter.ts'
import { BOARDS, type Machine } from '../eva-dts/machine.ts'
import type { Reading } from '../eva-dts/reading.ts'
import type { Selection } from '../eva-dts/selections.ts'
import { TOTALS, type Totals } from '../eva-dts/totals.ts'
import type { Moment } from '../time.ts'

/** Vends of the machine's totals that are in no booked selection yet. */
export type Open = Partial<Record<keyof Totals, Grown>>

/**
 * What the next read-out of a machine is compared with: of each counter, the value in the last accepted read-out that contains it. A
 * read-out that was cut moves on only what it contains.
 */
export type AuditBase = {
  /** When the last accepted read-out was made. */
  at: Moment
  /** Counters and identity, each from the last read-out that tells it. */
  reading: Reading
  /** Selections whose counters are older than `at`, and from when they are. */
  older: Record<string, Moment>
  open: Open
}

/** Which selections a read-out moves on: all that it has, or these. */
export type Accepted = 'all' | ReadonlySet<string>

export const isComplete = (before: AuditBase | null, reading: Reading): boolean => {
  const there = new Set(reading.selections.map(({ number }) => number))
  return reading.integrity.isWhole && (before?.reading.selections ?? []).every(({ number }) => there.has(number))
}

/** The base after a read-out; `open` is what its selections leave of the totals. */
export function baseAfter(before: AuditBase | null, reading: Reading, at: Moment, accepted: Accepted = 'all', open: Open = {}): AuditBase {
  const isAccepted = (number: string) => accepted === 'all' || accepted.has(number)
  const moved = reading.selections.filter(({ number }) => isAccepted(number))
  if (!before) return { at, reading: slim({ ...reading, selections: moved }), older: {}, open }
  const now = new Map(moved.map((selection) => [selection.number, selection]))
  const kept = before.reading.selections.map((was) => {
    const is = now.get(was.number)
    return is ? (reading.integrity.isWhole ? is : mergedSelection(was, is)) : was
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
      integrity: { ...reading.integrity, isWhole: reading.integrity.isWhole || before.reading.integrity.isWhole },
    }),
    older,
    open,
  }
}

const counter = (was: Counter, is: Counter): Counter => (is.init === null ? was : is)

const mergedSales = (was: Sales, is: Sales): Sales => ({ count: counter(was.count, is.count), value: counter(was.value, is.value) })

function mergedMachine(was: Machine, is: Machine): Machine {
  const names = Object.keys(was) as (keyof Machine)[]
  return Object.fromEntries(names.map((name) => [name, is[name] ?? was[name]])) as Machine
}

/** In a cut read-out the last selection may lack blocks. */
function mergedSelection(was: Selection, is: Selection): Selection {
  const keyOf = ({ means, list }: Selection['payments'][number]) => `${means}*${list}`
  const payments = new Map([...was.payments, ...is.payments].map((payment) => [keyOf(payment), payment]))
  return {
    ...is,
    paid: is.paidBy ? is.paid : was.paid,
    paidBy: is.paidBy ?? was.paidBy,
    free: mergedSales(was.free, is.free),
    test: mergedSales(was.test, is.test),
    payments: [...payments.values()],
  }
}

const CASH = ['in', 'toBox', 'toTubes', 'bills', 'toRecycler', 'dispensed', 'dispensedByHand', 'overpaid', 'filledByHand'] as const

const mergedCash = (was: Cash, is: Cash): Cash => ({
  ...is,
  ...(Object.fromEntries(CASH.map((name) => [name, counter(was[name], is[name])])) as Pick<Cash, (typeof CASH)[number]>),
})

/** Only what the next read-out is compared with. */
const slim = (reading: Reading): Reading => ({
  ...reading,
  cash: { ...reading.cash, tubes: [], coins: [], bankNotes: [] },
  events: { log: [], counted: [], powerCuts: { init: null, reset: null }, soldOut: [] },
  temperatures: [],
  warnings: [],
})
