import type { Grown } from '../dex/compare.ts'
import type { Reading } from '../dex/reading.ts'
import type { Totals } from '../dex/totals.ts'
import type { Moment } from '../time.ts'
import type { OtherCounters } from './audit-counters.ts'

/** What was sold from read-out to read-out, and in how many hours: how fast a machine sells that does not say which one it is. */
export type Pace = { reads: number; pieces: number; hours: number }

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
  /** Vends that the last complete read-out had in its total and in no selection: a counter that was misread has them later. */
  carried?: number
  /** How many read-outs in a row were damaged. */
  damaged?: number
  /** How fast the machine sells. Only kept if its read-outs contain no serial, board or asset number. */
  pace?: Pace
  /** Counters beside those of sales. Only kept if its read-outs contain no serial, board or asset number. */
  others?: OtherCounters
}
