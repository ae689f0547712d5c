import { growth } from '../dex/counter.ts'
import { areDifferent, identityOf } from '../dex/identity.ts'
import { BOARDS, type Board } from '../dex/machine.ts'
import type { Reading } from '../dex/reading.ts'
import type { SelectionSince } from '../dex/selection-since.ts'
import type { Selection } from '../dex/selections.ts'
import { HOUR, type Moment } from '../time.ts'
import { fallenKinds, type OtherCounters, otherCounters } from './audit-counters.ts'
import type { AuditReason } from './audit-doubts.ts'
import type { AuditBase, Pace } from './audit-state.ts'

/** Required history before the usual pace of a machine is used. */
const [MIN_READS, MIN_HOURS, MIN_PIECES] = [3, 72, 30]

/** Allows a busy month, and a first day after a holiday. */
const [FASTER, BESIDES] = [4, 100]

/** Share of common values below which two read-outs do not describe the same machine. */
const ALIKE = 0.5

/** Minimum number of differences. A single one may be a new product or a misread digit. */
const SEVERAL = 2

const SERIALS = ['serial', 'board', 'asset'] as const

/**
 * Reasons to doubt that a read-out belongs to this machine if no number identifies it. A number in both read-outs is decisive (see
 * `identityReasons`); without one, the parts in the machine, its products, its prices, all other counters and its usual pace have to match.
 */
export function likenessReasons(
  base: AuditBase,
  reading: Reading,
  { since, at, pieces }: { since: readonly SelectionSince[]; at: Moment; pieces: number },
): AuditReason[] {
  const was = base.reading
  if (isNumbered(was, reading)) return []
  const parts = partsOf(was.boards, reading.boards)
  if (parts.some(({ before, now }) => before === now)) return []
  return [
    ...parts.slice(0, 1).map((part) => ({ code: 'AUDIT_OTHER_PARTS' as const, ...part })),
    ...productReasons(was, reading, since),
    ...counterReasons(base, reading),
    ...usualPaceReasons(base, at, pieces),
  ]
}

/** Neither of the read-outs contains a serial, board or asset number. */
const areUnnumbered = (...readings: readonly Reading[]) =>
  readings.every((reading) => SERIALS.every((field) => identityOf(reading)[field] === null))

/** The other counters after one more read-out, each from the last one that contains it. Stored under the same condition as the pace. */
export const othersAfter = (base: AuditBase | null, reading: Reading): OtherCounters | undefined =>
  areUnnumbered(...(base ? [base.reading] : []), reading) ? { ...base?.others, ...otherCounters(reading) } : undefined

/** The pace after one more read-out. Stored only for a machine whose read-outs contain no serial, board or asset number. */
export function paceAfter(base: AuditBase, reading: Reading, at: Moment, pieces: number): Pace | undefined {
  if (!areUnnumbered(base.reading, reading)) return undefined
  const { reads, pieces: sold, hours } = base.pace ?? { reads: 0, pieces: 0, hours: 0 }
  return { reads: reads + 1, pieces: sold + pieces, hours: hours + Math.max(0, at - base.at) / HOUR }
}

/** Whether both contain a number of the same kind. */
function isNumbered(previous: Reading, current: Reading): boolean {
  const [was, is] = [identityOf(previous), identityOf(current)]
  return SERIALS.some((field) => was[field] !== null && is[field] !== null)
}

type Part = { before: string; now: string }

/** Serial numbers of coin changer, bill validator and card readers that both contain. */
function partsOf(was: readonly Board[], is: readonly Board[]): Part[] {
  const serialIn = (boards: readonly Board[], kind: Board['kind']) => {
    const serial = boards.find((board) => board.kind === kind)?.serial ?? ''
    return /^[0 -]*$/.test(serial) ? null : serial
  }
  return BOARDS.flatMap((kind) => {
    const [before, now] = [serialIn(was, kind), serialIn(is, kind)]
    return before && now ? [{ before, now }] : []
  })
}

function productReasons(previous: Reading, current: Reading, since: readonly SelectionSince[]): AuditReason[] {
  const isOwn = ({ paidBy, price, name, isPseudo }: Selection) => !isPseudo && (paidBy !== null || price !== null || name !== null)
  const [was, is] = [previous.selections.filter(isOwn), current.selections.filter(isOwn)]
  const known = new Map(was.map((selection) => [selection.number, selection]))
  const both = is.flatMap((now) => {
    const before = known.get(now.number)
    return before ? [{ before, now }] : []
  })
  const isOther =
    (current.integrity.isWhole && areOtherNumbers(was, is, both.length)) || areOtherProducts(both) || isOtherMoney(both, since)
  return isOther ? [{ code: 'AUDIT_OTHER_PRODUCTS', before: was.length, now: both.filter(isSameProduct).length }] : []
}

/** Fewer than half of all selection numbers are in both. */
const areOtherNumbers = (was: readonly Selection[], is: readonly Selection[], both: number) =>
  Math.min(was.length, is.length) >= SEVERAL && both < ALIKE * (was.length + is.length - both)

type Pair = { before: Selection; now: Selection }

const isSameProduct = ({ before, now }: Pair) => !areDifferent(before.name, now.name) && before.price === now.price

/**
 * Most prices differ, and most names too, or some prices rose while others fell: a price rise affects all prices, and a product change
 * affects few.
 */
function areOtherProducts(both: readonly Pair[]): boolean {
  const named = both.filter(({ before, now }) => before.name !== null && now.name !== null)
  const renamed = named.filter(({ before, now }) => before.name !== now.name).length
  const priced = both.filter(({ before, now }) => (before.price ?? 0) > 0 && (now.price ?? 0) > 0)
  const others = priced.filter(({ before, now }) => before.price !== now.price)
  const rose = others.filter(({ before, now }) => (now.price ?? 0) > (before.price ?? 0)).length
  const isMixed = rose >= SEVERAL && others.length - rose >= SEVERAL
  const areRenamed = named.length >= SEVERAL && renamed > ALIKE * named.length
  return others.length >= SEVERAL && others.length > ALIKE * priced.length && (areRenamed || isMixed)
}

/** At most selections, the money per piece is close to neither the old nor the new price. */
function isOtherMoney(both: readonly Pair[], since: readonly SelectionSince[]): boolean {
  const sold = new Map(since.map((one) => [one.number, one]))
  const brought = both.flatMap(({ before, now }) => {
    const one = sold.get(now.number)
    const prices = [before, now].flatMap(({ price, payments }) => [price, ...payments.map((payment) => payment.price)])
    const reported = prices.filter((price): price is number => price !== null && price > 0)
    if (!one?.count || one.count < 5 || one.value === null || reported.length === 0) return []
    const each = one.value / one.count
    return [each > 2 * Math.max(...reported) || each < Math.min(...reported) / 2]
  })
  const odd = brought.filter((isOdd) => isOdd).length
  return odd >= SEVERAL && odd > ALIKE * brought.length
}

const CASH = ['in', 'toBox', 'toTubes', 'bills', 'dispensed', 'overpaid'] as const
const NOT_SOLD = ['free', 'test'] as const

/**
 * Counters other than sales that decreased: one may have been misread, several belong to another machine. Of the finer ones (coins, events,
 * free vends of a selection), those that service resets together count as one.
 */
function counterReasons({ reading: previous, others = {} }: AuditBase, current: Reading): AuditReason[] {
  const counters: (readonly [number | null, number | null])[] = [
    [previous.reads.total, current.reads.total],
    [previous.reads.resets, current.reads.resets],
    ...CASH.map((name) => [previous.cash[name].init, current.cash[name].init] as const),
    ...NOT_SOLD.map((name) => [previous.totals[name].count.init, current.totals[name].count.init] as const),
  ]
  const fallen = counters.flatMap(([before, now]) => (growth(before, now).how === 'fallen' ? [{ before, now }] : []))
  const kinds = fallenKinds(others, otherCounters(current))
  const [first] = fallen.length >= SEVERAL ? fallen : kinds.length >= SEVERAL ? kinds : []
  return first ? [{ code: 'AUDIT_COUNTER_FELL', ...first }] : []
}

function usualPaceReasons({ pace, at: from }: AuditBase, at: Moment, pieces: number): AuditReason[] {
  if (!pace || pace.reads < MIN_READS || pace.hours < MIN_HOURS || pace.pieces < MIN_PIECES) return []
  const hours = Math.max(0, at - from) / HOUR
  const most = Math.floor(BESIDES + (FASTER * pace.pieces * hours) / pace.hours)
  return pieces > most ? [{ code: 'AUDIT_TOO_FAST', before: most, now: pieces, hours: Math.round(hours * 10) / 10 }] : []
}
