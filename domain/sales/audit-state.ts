import type { Grown } from '../dex/compare.ts'
import type { Reading } from '../dex/reading.ts'
import type { Totals } from '../dex/totals.ts'
import type { Moment } from '../time.ts'
import type { OtherCounters } from './audit-counters.ts'

/** Sales and hours between read-outs: how fast a machine without numbers sells. */
export type Pace = { reads: number; pieces: number; hours: number }

/** Vends of the machine's totals that no booked selection covers yet. */
export type Open = Partial<Record<keyof Totals, Grown>>

/**
 * What the next read-out of a machine is compared with: of each counter, the value in the last accepted read-out that contains it. A cut
 * read-out updates only what it contains.
 */
export type AuditBase = {
  /** When the last accepted read-out was made. */
  at: Moment
  /** Counters and identity, each from the last read-out that contains it. */
  reading: Reading
  /** Selections whose counters are older than `at`, with their times. */
  older: Record<string, Moment>
  open: Open
  /** Vends that the last complete read-out had in its total and in no selection; a misread counter may contain them later. */
  carried?: number
  /** Number of consecutive damaged read-outs. */
  damaged?: number
  /** How fast the machine sells. Stored only if its read-outs contain no serial, board or asset number. */
  pace?: Pace
  /** Counters other than sales. Stored only if its read-outs contain no serial, board or asset number. */
  others?: OtherCounters
}

/** Sales of one selection paid one way: `count` pieces for `amount` minor units in total. */
export type CountedSales = { selection: string; method: string; count: number; amount: number }

/** The `nth` piece of some sales. The amounts of all pieces add up to that of the sales. */
export type AuditedPiece = { selection: string; method: string; nth: number; amount: number }

export const piecesOf = (sales: readonly CountedSales[]): AuditedPiece[] =>
  sales.flatMap(({ selection, method, count, amount }) =>
    Array.from({ length: count }, (_, nth) => ({
      selection,
      method,
      nth,
      amount: Math.floor(amount / count) + (nth < amount % count ? 1 : 0),
    })),
  )
