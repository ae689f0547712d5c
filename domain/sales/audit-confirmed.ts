import type { Grown } from '../dex/compare.ts'
import { sum } from '../dex/counter.ts'
import type { Reading } from '../dex/reading.ts'
import type { SelectionSince } from '../dex/selection-since.ts'
import type { Selection } from '../dex/selections.ts'
import type { SinceLast } from '../dex/since-last.ts'
import { TOTALS, type Totals } from '../dex/totals.ts'
import type { CountedSales, Open } from './audit-state.ts'
import { TOTALS_OF } from './means-of-payment.ts'

type Growths = Record<keyof Totals, Grown>
type Since = Extract<SinceLast, { kind: 'since' }>

export type Confirmed = {
  /** Selections whose vends are booked. */
  booked: SelectionSince[]
  /** Lists that the machine's totals do not confirm. */
  left: SelectionSince[]
  /** The machine's own list exceeds its total. */
  exceeds: boolean
  /** The total is confirmed, but no list of selections. */
  areTotalsAlone: boolean
  isFreeConfirmed: boolean
  isTestConfirmed: boolean
}

const plus = (a: number | null, b: number | null | undefined) => (a === null ? null : a + (b ?? 0))

/** Growth of the totals, including what earlier cut read-outs left open. */
export const withOpen = (totals: Growths, open: Open): Growths =>
  Object.fromEntries(
    TOTALS.map((name) => [
      name,
      { count: plus(totals[name].count, open[name]?.count), value: plus(totals[name].value, open[name]?.value) },
    ]),
  ) as unknown as Growths

const MEANS = ['cash', 'cashless1', 'cashless2', 'tokens'] as const

/**
 * The number of paid vends in the machine's totals: VA1, or else its means of payment if none of those reported before is missing. Null if
 * there is no total, or it never counted any.
 */
export function paidTotal(totals: Growths, { totals: was }: Reading, { totals: is }: Reading): number | null {
  if (is.paid.count.init !== null && (is.paid.count.init > 0 || (was.paid.count.init ?? 0) > 0)) return totals.paid.count
  const hasTotals = MEANS.some((name) => (is[name].count.init ?? 0) > 0)
  const isMissing = MEANS.some((name) => (was[name].count.init ?? 0) > 0 && is[name].count.init === null)
  return hasTotals && !isMissing ? sum(MEANS.map((name) => totals[name].count)) : null
}

/** Whether the machine reports a total of paid vends. */
export const reportsTotals = ({ totals }: Reading): boolean => REPORTED_TOTALS.some((name) => (totals[name].count.init ?? 0) > 0)

const REPORTED_TOTALS = ['paid', 'cash', 'cashless1', 'cashless2', 'tokens'] as const

export const countedSelections = ({ selections }: Reading): number =>
  selections.filter(({ paidBy }) => paidBy === 'selection' || paidBy === 'payments').length

/** Whether a reported total of paid vends has decreased. */
export const hasFallen = ({ totals: was }: Reading, { totals: is }: Reading): boolean =>
  REPORTED_TOTALS.some((name) => is[name].count.init !== null && (is[name].count.init ?? 0) < (was[name].count.init ?? 0))

/** What the machine reported before: a total of its vends, counters of its selections, and vends that were only in its total. */
type Expected = { isTotalExpected: boolean; isListExpected: boolean; carried: number }

/** How far a list of vends is trusted. */
type Trust = 'own' | 'own-new' | 'listed' | 'outside'

/**
 * Selects the lists of vends that the machine's totals confirm. Its own counters of selections (PA2, PA7) count up to the total. The old
 * price lists (LA1), and selections without PA1, count only if they complete the total exactly, because makers keep private lists in the
 * same form. If the machine reports no total, only its own counters are used.
 */
export function confirmed(
  since: Since,
  reading: Reading,
  totals: Growths,
  paid: number | null,
  { isTotalExpected, isListExpected, carried }: Expected,
): Confirmed {
  const details = new Map(reading.selections.map((selection) => [selection.number, selection]))
  const isIn = ({ number }: SelectionSince) => {
    const selection = details.get(number)
    return !selection || isListed(selection)
  }
  const hasList = since.selections.some(isIn)
  const trustOf = (selection: SelectionSince): Trust => {
    if (hasList && !isIn(selection)) return 'outside'
    if (details.get(selection.number)?.paidBy === 'price-lists') return 'listed'
    return selection.kind === 'new' ? 'own-new' : 'own'
  }
  const groups: Record<Trust, SelectionSince[]> = { own: [], 'own-new': [], listed: [], outside: [] }
  for (const selection of since.selections)
    if (!selection.isPseudo || (selection.value ?? 0) > 0) groups[trustOf(selection)].push(selection)

  const all = (names: readonly Trust[]) => names.flatMap((name) => groups[name])
  const own = countOf(groups.own)
  const exceeds = paid !== null && own > paid + carried && !isWithinAll(groups.own, totals, paid)
  let trusted: Trust[] = ['own']
  if (paid === null || own + countOf(groups['own-new']) <= paid) trusted.push('own-new')
  if (paid !== null && !exceeds) {
    const missing = paid - countOf(all(trusted))
    const exact = ([['listed'], ['outside'], ['listed', 'outside']] as const).find((names) => countOf(all(names)) === missing)
    if (exact && missing > 0) trusted = [...trusted, ...exact]
  }
  const booked = all(trusted)
  const left = all((['own', 'own-new', 'listed', 'outside'] as const).filter((name) => !trusted.includes(name)))
  const hasOwn = groups.own.length + groups['own-new'].length > 0
  const areTotalsAlone =
    reading.integrity.isWhole && !hasOwn && !isListExpected && booked.length === 0 && (paid !== null || !isTotalExpected)
  const within = (name: 'free' | 'test') => {
    const reported = totals[name].count
    return reported === null || (sum(booked.map((one) => one[name])) ?? 0) <= reported
  }
  return { booked, left, exceeds, areTotalsAlone, isFreeConfirmed: within('free'), isTestConfirmed: within('test') }
}

/** Whether the machine lists the selection (PA1) rather than only counting it. */
const isListed = ({ price, name, capacity }: Selection): boolean => price !== null || name !== null || capacity !== null

const countOf = (selections: readonly SelectionSince[]): number => selections.reduce((total, { count }) => total + (count ?? 0), 0)

/** Some makers count a free vend of a selection as paid. */
function isWithinAll(own: readonly SelectionSince[], totals: Growths, paid: number): boolean {
  const [free, test] = [totals.free.count, totals.test.count]
  if (free === null && test === null) return false
  const given = own.reduce((total, one) => total + (one.free ?? 0) + (one.test ?? 0), 0)
  return countOf(own) + given <= paid + (free ?? 0) + (test ?? 0)
}

/** Selections whose counters changed form or whose own line is missing, so that their sales are not booked. */
export function lostOf({ selections }: Since, { selections: before }: Reading, { left }: Confirmed): Set<string> {
  const own = new Set(before.flatMap((was) => (was.paidBy !== 'price-lists' && isListed(was) ? [was.number] : [])))
  return new Set(
    [...selections.filter(({ isLost }) => isLost), ...left.filter(({ number }) => own.has(number))].map(({ number }) => number),
  )
}

/** Selections that become part of the next base. */
export const acceptedOf = (reading: Reading, lists: Confirmed, { isCut, lost }: { isCut: boolean; lost: ReadonlySet<string> }) =>
  new Set((isCut ? lists.booked : reading.selections).map(({ number }) => number).filter((number) => !lost.has(number)))

/** The remainder of the machine's totals for selections that this read-out does not contain. */
export function openAfter(before: Open, totals: Record<keyof Totals, Grown>, sales: readonly CountedSales[], lists: Confirmed): Open {
  const of = (methods: readonly string[]) => {
    const some = sales.filter(({ method }) => methods.includes(method))
    return { count: some.reduce((all, { count }) => all + count, 0), value: some.reduce((all, { amount }) => all + amount, 0) }
  }
  const paid = sales.filter(({ method }) => method !== 'FREE').map(({ method }) => method)
  const booked: Partial<Record<keyof Totals, { count: number; value: number }>> = {
    paid: of(paid),
    ...Object.fromEntries(Object.entries(TOTALS_OF).map(([method, name]) => [name, of([method])])),
    free: { count: lists.isFreeConfirmed ? (sum(lists.booked.map(({ free }) => free)) ?? 0) : 0, value: 0 },
    test: { count: lists.isTestConfirmed ? (sum(lists.booked.map(({ test }) => test)) ?? 0) : 0, value: 0 },
  }
  return Object.fromEntries(
    TOTALS.flatMap((name) => {
      const taken = booked[name]
      if (!taken) return []
      const left = (what: 'count' | 'value') => (totals[name][what] ?? before[name]?.[what] ?? 0) - taken[what]
      return [[name, { count: left('count'), value: left('value') }]]
    }),
  )
}
