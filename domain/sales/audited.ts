import type { Grown } from '../dex/compare.ts'
import type { Reading } from '../dex/reading.ts'
import type { SelectionSince } from '../dex/selection-since.ts'
import { type SinceLast, sinceLast } from '../dex/since-last.ts'
import type { Totals } from '../dex/totals.ts'
import { decimalsOf } from '../money.ts'
import type { Moment } from '../time.ts'
import { baseAfter, isComplete, isDamaged } from './audit-base.ts'
import {
  acceptedOf,
  type Confirmed,
  confirmed,
  countedSelections,
  hasFallen,
  lostOf,
  openAfter,
  paidTotal,
  reportsTotals,
  withOpen,
} from './audit-confirmed.ts'
import { type AuditReason, identityReasons, isIdentityMissing, missingReasons, paceReasons } from './audit-doubts.ts'
import { likenessReasons, othersAfter, paceAfter } from './audit-likeness.ts'
import type { AuditBase, CountedSales } from './audit-state.ts'
import { type MeansMethod, paidByMeans, type Share, TOTALS_OF } from './means-of-payment.ts'
import { bookedAs, plainSelection } from './vend.ts'

/** Sales between two readings that a device already reported one by one, added up. */
export type ReportedVends = { selection: string; type: string; count: number; amount: number }

/** Notes about a reading that need no decision. */
export type AuditWarning =
  /** It was cut: only what it contains is compared, now and later. */
  | 'AUDIT_CUT'
  /** It was changed after the machine wrote it: nothing is booked, and the next one is compared with the one before it. */
  | 'AUDIT_DAMAGED'
  /** Lists of vends that the machine's own totals do not confirm: shown, not booked. */
  | 'AUDIT_UNCONFIRMED'
  /** The machine's total has more vends than its selections. */
  | 'AUDIT_UNLISTED'
  /** The machine counts in another currency: pieces are booked without money. */
  | 'AUDIT_OTHER_CURRENCY'
  /** More than any machine sells: nothing is booked. */
  | 'AUDIT_TOO_MUCH_SOLD'

/** The machine's own figures since the base, to compare with what is booked. */
export type AuditFigures = {
  totals: Record<keyof Totals, Grown>
  /** Vends in the machine's own totals; null if it reports none. */
  paid: number | null
  /** Vends of those that are in no booked selection. */
  unlisted: number
  /** Counters of lists that are not booked. */
  unconfirmed: { selection: string; count: number }[]
  cash: Since['cash']
  /** All sales of the period, including those reported one by one. */
  counted: CountedSales[]
}

/** What one reading adds. `first` and `other` set the base for the next one and add no sales. */
export type Audited = {
  kind: SinceLast['kind']
  sales: CountedSales[]
  warnings: AuditWarning[]
  /** Why a manager must confirm it first: see `audit-doubts`. */
  reasons: AuditReason[]
  /** The base for the next reading once this one is accepted. */
  next: AuditBase
  figures: AuditFigures | null
}

export type AuditGround = {
  /** The company's currency. */
  currency: string
  /** How vends are booked on the machine. */
  mapping: ReadonlyMap<string, string>
}

/** One piece per minute for a month. */
const MAX_SOLD = 50_000

/** Means of payment if no counter reports one. */
const UNKNOWN_METHOD = 'UNKNOWN'

/** Format of a means of payment, also in device reports. */
const WORD = /^[A-Z][A-Z0-9_]{0,39}$/

/** The selection of a machine that only has a common total. */
const ALL = ''

const METHOD_OF: Readonly<Record<string, MeansMethod>> = { CA: 'CASH', DA: 'CASHLESS_1', DB: 'CASHLESS_2', TA: 'TOKEN' }

/**
 * The sales of a reading beyond its base and beyond those that are already known. They depend only on the earlier readings and the vends
 * reported in between, so the order of arrival does not matter. The known vends of each selection are those since its own counters were
 * last read.
 */
export function auditedSales(
  base: AuditBase | null,
  reading: Reading,
  at: Moment,
  vends: readonly ReportedVends[],
  ground: AuditGround,
): Audited {
  const isCut = !reading.integrity.isWhole
  const cut: AuditWarning[] = isCut ? ['AUDIT_CUT'] : []
  const others = othersAfter(base, reading)
  if (!base) return { kind: 'first', sales: [], warnings: cut, reasons: [], next: baseAfter(null, reading, at, { others }), figures: null }
  const reasons = identityReasons(base.reading, reading)
  const since = sinceLast(base.reading, reading)
  if (since.kind !== 'since') return { kind: 'other', sales: [], warnings: cut, reasons, next: baseAfter(null, reading, at), figures: null }

  if (reasons.length === 0 && isDamaged(base, reading)) {
    const next = { ...base, damaged: (base.damaged ?? 0) + 1 }
    return { kind: 'since', sales: [], warnings: ['AUDIT_DAMAGED'], reasons: [], next, figures: null }
  }

  const totals = withOpen(since.totals, base.open)
  const paid = paidTotal(totals, base.reading, reading)
  const isTotalLost = paid === null && reportsTotals(base.reading) && !hasFallen(base.reading, reading)
  const lists = confirmed(since, reading, totals, paid, {
    isTotalExpected: reportsTotals(base.reading),
    isListExpected: countedSelections(base.reading) > 0,
    carried: base.carried ?? 0,
  })
  const isSameMoney = !since.warnings.some(({ code }) => code === 'OTHER_MONEY')
  const isUseless = isCut && (isIdentityMissing(base.reading, reading) || !isSameMoney || (paid === null && reportsTotals(base.reading)))
  const figures: AuditFigures = {
    totals,
    paid,
    unlisted: 0,
    unconfirmed: lists.left.flatMap(({ number, count }) => (count ? [{ selection: number, count }] : [])),
    cash: since.cash,
    counted: [],
  }
  if (isUseless) return { kind: 'since', sales: [], warnings: cut, reasons, next: base, figures }

  const isOwnMoney = reading.scale.currency === ground.currency && reading.scale.digits === decimalsOf(ground.currency)
  const all = countedSales(lists, totals, reading)
  const pieces = all.reduce((sum, { method, count }) => sum + (method === 'FREE' ? 0 : count), 0)
  const unlisted = isCut || paid === null ? 0 : Math.max(0, paid - pieces)
  const lost = lostOf(since, base.reading, lists)
  const missing = missingReasons(base.reading, reading, { isTotalLost, lost, isListLost: !isCut && lists.booked.length === 0 })
  const counted = Math.max(pieces, paid ?? 0)
  const doubts = onePerCode([
    ...reasons,
    ...(isIdentityMissing(base.reading, reading)
      ? [{ code: 'AUDIT_NO_IDENTITY' as const, before: identityText(base.reading), now: null }]
      : []),
    ...missing,
    ...paceReasons(base, reading, at, counted),
    ...likenessReasons(base, reading, { since: since.selections, at, pieces: counted }),
    ...(lists.exceeds ? [{ code: 'AUDIT_MORE_THAN_TOTAL' as const, before: paid, now: pieces }] : []),
  ])
  const isWhole = isComplete(base, reading, lost) && !isTotalLost
  const tooMany = all.reduce((sum, { count }) => sum + count, 0) > MAX_SOLD
  const sold = all.map((sales) => (isOwnMoney ? sales : { ...sales, amount: 0 }))
  return {
    kind: 'since',
    sales: tooMany ? [] : beyond(sold, vends, ground.mapping),
    warnings: [
      ...cut,
      ...(figures.unconfirmed.length > 0 ? (['AUDIT_UNCONFIRMED'] as const) : []),
      ...(unlisted > 0 ? (['AUDIT_UNLISTED'] as const) : []),
      ...(isOwnMoney ? [] : (['AUDIT_OTHER_CURRENCY'] as const)),
      ...(tooMany ? (['AUDIT_TOO_MUCH_SOLD'] as const) : []),
    ],
    reasons: doubts,
    next: baseAfter(base, reading, at, {
      // A doubtful reading that is booked was confirmed as it is.
      accepted: acceptedOf(reading, lists, { isCut, lost: doubts.length > 0 ? new Set() : lost }),
      open: isWhole ? {} : openAfter(base.open, totals, all, lists),
      carried: isWhole ? unlisted : (base.carried ?? 0),
      grown: new Map(since.selections.map((one) => [one.number, one])),
      isNewCount: missing.length > 0,
      pace: paceAfter(base, reading, at, counted),
      others,
    }),
    figures: { ...figures, unlisted, counted: sold },
  }
}

type Since = Extract<SinceLast, { kind: 'since' }>

/** General limits come before limits of what is usual. */
const onePerCode = (reasons: readonly AuditReason[]) =>
  reasons.filter(({ code }, nth) => reasons.findIndex((reason) => reason.code === code) === nth)

const identityText = ({ machine }: Reading) => machine.serial ?? machine.model

/** All sales according to the counters, however they became known. */
function countedSales(lists: Confirmed, totals: Record<keyof Totals, Grown>, reading: Reading): CountedSales[] {
  const parts = lists.areTotalsAlone ? [asOneSelection(totals)] : lists.booked
  const priceOf = new Map(reading.selections.map(({ number, price }) => [number, price ?? 0]))
  const shares = parts.map((part) => shareOf(part, priceOf.get(part.number) ?? 0, lists))
  const byMeans = paidByMeans(shares, totals)
  return shares.flatMap(({ selection, paid, unpaid }, index) =>
    merged(selection, [
      ...paid,
      ...(byMeans[index] ?? []).map(({ method, count, amount }) => ({ method: method ?? UNKNOWN_METHOD, count, amount })),
      { method: 'FREE', count: unpaid, amount: 0 },
    ]),
  )
}

/** One row per means of payment. */
function merged(selection: string, sales: readonly Omit<CountedSales, 'selection'>[]): CountedSales[] {
  const byMethod = new Map<string, CountedSales>()
  for (const { method, count, amount } of sales) {
    const before = byMethod.get(method) ?? { selection, method, count: 0, amount: 0 }
    if (count > 0) byMethod.set(method, { ...before, count: before.count + count, amount: before.amount + amount })
  }
  return [...byMethod.values()]
}

/** A machine that reports only its totals. */
function asOneSelection(totals: Record<keyof Totals, Grown>): SelectionSince {
  const payments = Object.entries(METHOD_OF).map(([means, method]) => ({ means, ...totals[TOTALS_OF[method]] }))
  const known = payments.filter(({ count }) => count !== null)
  const sum = (of: readonly (number | null)[]) => (of.length > 0 ? of.reduce<number>((all, one) => all + (one ?? 0), 0) : null)
  return {
    number: ALL,
    kind: 'known',
    isPseudo: false,
    isLost: false,
    count: totals.paid.count ?? sum(known.map(({ count }) => count)),
    value: totals.paid.value ?? sum(known.map(({ value }) => value)),
    payments: known.length > 0 ? known : null,
    free: totals.free.count,
    test: totals.test.count,
    dispensed: null,
  }
}

/** How the vends of a selection were paid, as it reports them. Test vends leave the machine like free ones. */
function shareOf(
  { number, count, value, payments, free, test }: SelectionSince,
  price: number,
  { isFreeConfirmed, isTestConfirmed }: Confirmed,
): Share & { unpaid: number } {
  const all = count ?? 0
  const amount = value ?? all * price
  const vends = payments?.filter((one) => one.count !== 0) ?? []
  const sum = vends.reduce((total, one) => total + (one.count ?? Number.POSITIVE_INFINITY), 0)
  const isPlausible = sum <= all
  const paid = isPlausible
    ? vends.map((one) => ({
        method: METHOD_OF[one.means] ?? (WORD.test(one.means) ? one.means : UNKNOWN_METHOD),
        count: one.count ?? 0,
        amount: one.value ?? (all > 0 ? Math.round((amount * (one.count ?? 0)) / all) : 0),
      }))
    : []
  const rest = {
    count: isPlausible ? all - sum : all,
    amount: isPlausible ? Math.max(0, amount - paid.reduce((total, one) => total + one.amount, 0)) : amount,
  }
  return {
    selection: number,
    paid,
    rest: rest.count > 0 ? rest : { count: 0, amount: 0 },
    unpaid: (isFreeConfirmed ? (free ?? 0) : 0) + (isTestConfirmed ? (test ?? 0) : 0),
  }
}

/** Returns the sales that are not yet known. Reported vends of each selection are subtracted, those booked in the same way first. */
function beyond(counted: readonly CountedSales[], vends: readonly ReportedVends[], mapping: AuditGround['mapping']): CountedSales[] {
  const isOfAll = counted.some(({ selection }) => selection === ALL)
  const known = new Map<string, Map<string, Pieces>>()
  for (const { selection, type, count, amount } of vends) {
    const where = isOfAll ? ALL : plainSelection(selection)
    const types = known.get(where) ?? new Map<string, Pieces>()
    const before = types.get(type) ?? { count: 0, amount: 0 }
    known.set(where, types.set(type, { count: before.count + count, amount: before.amount + amount }))
  }
  const without = (sales: CountedSales, from: Pieces | undefined): CountedSales => {
    const pieces = Math.min(sales.count, from?.count ?? 0)
    if (!from || pieces === 0) return sales
    const amount = Math.round((from.amount * pieces) / from.count)
    from.count -= pieces
    from.amount -= amount
    return { ...sales, count: sales.count - pieces, amount: sales.count === pieces ? 0 : Math.max(0, sales.amount - amount) }
  }
  const ofSameType = counted.map((sales) =>
    without(sales, known.get(plainSelection(sales.selection))?.get(bookedAs(sales.method, mapping))),
  )
  // A vend that was booked differently from the counters is still a vend.
  return ofSameType
    .map((sales) => [...(known.get(plainSelection(sales.selection))?.values() ?? [])].reduce(without, sales))
    .filter(({ count }) => count > 0)
}

type Pieces = { count: number; amount: number }
