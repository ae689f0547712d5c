import type { Reading } from '../eva-dts/reading.ts'
import type { SelectionSince } from '../eva-dts/selection-since.ts'
import { type SinceLast, sinceLast } from '../eva-dts/since-last.ts'
import { decimalsOf } from '../money.ts'
import type { VendMethod } from './transaction.ts'
import { bookedAs, plainSelection } from './vend.ts'

/** What is known already to have been sold between two readings, added up: vends that a device told one by one. */
export type Told = { selection: string; type: string; count: number; amount: number }

/** Sales of one selection paid one way, `count` pieces for `amount` minor units in all. */
export type CountedSales = { selection: string; method: string; count: number; amount: number }

/** What somebody should know of what a reading brought. Only codes: whoever shows them has the words. */
export type AuditWarning =
  /** Counters of another machine or board: they say nothing of what was sold, and later readings are compared with this one. */
  | 'AUDIT_OTHER_MACHINE'
  | 'AUDIT_OTHER_BOARD'
  /** A counter fell, so that what it counted since is not known. */
  | 'AUDIT_COUNTER_FELL'
  /** The machine counts in another currency: pieces enter, and no money. */
  | 'AUDIT_OTHER_CURRENCY'
  /** More than any machine sells: nothing enters. */
  | 'AUDIT_TOO_MUCH_SOLD'

/** What enters by one reading. `first` and `other` set the base for the next one, and bring no sales. */
export type Audited = { kind: SinceLast['kind']; sales: CountedSales[]; warnings: AuditWarning[] }

export type AuditGround = {
  /** The company's currency. */
  currency: string
  /** As what vends are booked on the machine. */
  mapping: ReadonlyMap<string, string>
}

/** A machine that sells a piece each minute does so for a month. */
export const MOST_SOLD = 50_000

/** What no counter tells the means of payment of. */
const UNTOLD_METHOD = 'UNKNOWN'

/** What a device may call a means of payment, too. */
const WORD = /^[A-Z][A-Z0-9_]{0,39}$/

/** The selection of a machine that only counts all of them together. */
const ALL = ''

const METHOD_OF: Readonly<Record<string, VendMethod>> = { CA: 'CASH', DA: 'CASHLESS_1', DB: 'CASHLESS_2', TA: 'TOKEN' }
const TOTALS_OF = { CASH: 'cash', CASHLESS_1: 'cashless1', CASHLESS_2: 'cashless2', TOKEN: 'tokens' } as const

/**
 * The sales between two neighbouring readings of a machine, beyond those that are known already. It follows from the two readings and
 * from what was told between them alone, so that it is the same whatever came first.
 */
export function auditedSales(previous: Reading | null, current: Reading, told: readonly Told[], ground: AuditGround): Audited {
  const since = sinceLast(previous, current)
  if (since.kind === 'first') return { kind: 'first', sales: [], warnings: [] }
  if (since.kind === 'other')
    return { kind: 'other', sales: [], warnings: [since.why === 'OTHER_MACHINE' ? 'AUDIT_OTHER_MACHINE' : 'AUDIT_OTHER_BOARD'] }
  const isOwnMoney = current.scale.currency === ground.currency && current.scale.digits === decimalsOf(ground.currency)
  const warnings: AuditWarning[] = [
    ...(since.warnings.some(({ code }) => code === 'FALLEN') ? (['AUDIT_COUNTER_FELL'] as const) : []),
    ...(isOwnMoney ? [] : (['AUDIT_OTHER_CURRENCY'] as const)),
  ]
  const counted = countedSales(since, current).map((sales) => (isOwnMoney ? sales : { ...sales, amount: 0 }))
  if (counted.reduce((sum, { count }) => sum + count, 0) > MOST_SOLD)
    return { kind: 'since', sales: [], warnings: [...warnings, 'AUDIT_TOO_MUCH_SOLD'] }
  return { kind: 'since', sales: beyond(counted, told, ground.mapping), warnings }
}

type Since = Extract<SinceLast, { kind: 'since' }>

/** What the counters say was sold, however it became known. */
function countedSales(since: Since, current: Reading): CountedSales[] {
  const parts = (since.selections.length > 0 ? since.selections : [allTogether(since)]).filter(
    ({ isPseudo, value }) => !isPseudo || (value ?? 0) > 0,
  )
  const priceOf = new Map(current.selections.map(({ number, price }) => [number, price ?? 0]))
  const shares = parts.map((part) => shareOf(part, priceOf.get(part.number) ?? 0))
  const left = quotas(since, shares)
  let open = shares.reduce((sum, { rest }) => sum + rest.count, 0)
  return shares.flatMap(({ selection, paid, rest, unpaid }) => {
    const methods = rest.count > 0 ? spread(rest.count, left, open) : []
    open -= rest.count
    const told = [...paid, ...methods.map(([method, count], index) => ({ method, count, amount: portion(methods, index, rest) }))]
    return merged(selection, [...told, { method: 'FREE', count: unpaid, amount: 0 }])
  })
}

/** One line for each means. */
function merged(selection: string, sales: readonly Omit<CountedSales, 'selection'>[]): CountedSales[] {
  const byMethod = new Map<string, CountedSales>()
  for (const { method, count, amount } of sales) {
    const before = byMethod.get(method) ?? { selection, method, count: 0, amount: 0 }
    if (count > 0) byMethod.set(method, { ...before, count: before.count + count, amount: before.amount + amount })
  }
  return [...byMethod.values()]
}

/** A machine that tells its totals alone. */
function allTogether({ totals }: Since): SelectionSince {
  const payments = Object.entries(METHOD_OF).map(([means, method]) => ({ means, ...totals[TOTALS_OF[method as keyof typeof TOTALS_OF]] }))
  const known = payments.filter(({ count }) => count !== null)
  const sum = (of: readonly (number | null)[]) => (of.length > 0 ? of.reduce<number>((all, one) => all + (one ?? 0), 0) : null)
  return {
    number: ALL,
    kind: 'known',
    isPseudo: false,
    count: totals.paid.count ?? sum(known.map(({ count }) => count)),
    value: totals.paid.value ?? sum(known.map(({ value }) => value)),
    payments: known.length > 0 ? known : null,
    free: totals.free.count,
    test: totals.test.count,
    dispensed: null,
  }
}

type Share = {
  selection: string
  paid: Omit<CountedSales, 'selection'>[]
  /** Paid, and the selection does not tell how. */
  rest: { count: number; amount: number }
  unpaid: number
}

/** What a selection itself tells of how its vends were paid. Test vends leave the machine as free ones do. */
function shareOf({ number, count, value, payments, free, test }: SelectionSince, price: number): Share {
  const all = count ?? 0
  const amount = value ?? all * price
  const told = payments?.filter((one) => one.count !== 0) ?? []
  const sum = told.reduce((total, one) => total + (one.count ?? Number.POSITIVE_INFINITY), 0)
  const isTold = sum <= all
  const paid = isTold
    ? told.map((one) => ({
        method: METHOD_OF[one.means] ?? (WORD.test(one.means) ? one.means : UNTOLD_METHOD),
        count: one.count ?? 0,
        amount: one.value ?? (all > 0 ? Math.round((amount * (one.count ?? 0)) / all) : 0),
      }))
    : []
  const rest = {
    count: isTold ? all - sum : all,
    amount: isTold ? Math.max(0, amount - paid.reduce((total, one) => total + one.amount, 0)) : amount,
  }
  return { selection: number, paid, rest: rest.count > 0 ? rest : { count: 0, amount: 0 }, unpaid: (free ?? 0) + (test ?? 0) }
}

/** How many pieces the machine's totals leave for each means of payment, beyond those that selections tell of themselves. */
function quotas({ totals }: Since, shares: readonly Share[]): Map<string, number> {
  return new Map(
    Object.entries(TOTALS_OF).map(([method, name]) => {
      const { count, value } = totals[name]
      const used = shares.flatMap(({ paid }) => paid).reduce((sum, one) => sum + (one.method === method ? one.count : 0), 0)
      // Value without a count: it took money, and nobody says for how many.
      return [method, count === null ? ((value ?? 0) > 0 ? Number.POSITIVE_INFINITY : 0) : Math.max(0, count - used)]
    }),
  )
}

/** Takes pieces out of what is left of each means, by their shares; what none of them has is of unknown means. `open`: all that are still to be told. */
function spread(count: number, left: Map<string, number>, open: number): [string, number][] {
  const taken = new Map<string, number>()
  let missing = count
  const take = (method: string, pieces: number) => {
    const quota = left.get(method) ?? 0
    const number = Math.min(pieces, quota, missing)
    if (number <= 0) return
    taken.set(method, (taken.get(method) ?? 0) + number)
    left.set(method, quota - number)
    missing -= number
  }
  const finite = [...left].filter(([, quota]) => Number.isFinite(quota))
  for (const [method, quota] of finite) take(method, Math.floor((count * quota) / Math.max(open, 1)))
  for (const [method] of finite.toSorted((a, b) => (left.get(b[0]) ?? 0) - (left.get(a[0]) ?? 0))) {
    const rest = [...left.values()].reduce((sum, quota) => sum + quota, 0)
    // Fewer pieces than there are means for: the fullest first. More: whatever there is.
    take(method, rest >= missing ? Math.ceil((missing * (left.get(method) ?? 0)) / Math.max(rest, 1)) : missing)
  }
  for (const [method] of left) take(method, missing)
  if (missing > 0) taken.set(UNTOLD_METHOD, missing)
  return [...taken]
}

/** What falls on one of several parts of an amount, so that all of them add up to it. */
function portion(parts: readonly [string, number][], index: number, { count, amount }: { count: number; amount: number }): number {
  const before = parts.slice(0, index).reduce((sum, [, pieces]) => sum + pieces, 0)
  const upTo = (pieces: number) => Math.round((amount * pieces) / count)
  return upTo(before + (parts[index]?.[1] ?? 0)) - upTo(before)
}

/** Leaves what is not known yet. Of each selection all told vends are taken off, those booked the same way first. */
function beyond(counted: readonly CountedSales[], told: readonly Told[], mapping: AuditGround['mapping']): CountedSales[] {
  const isOfAll = counted.some(({ selection }) => selection === ALL)
  const known = new Map<string, Map<string, Pieces>>()
  for (const { selection, type, count, amount } of told) {
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
  // A vend that was booked otherwise than the counters say is a vend all the same.
  return ofSameType
    .map((sales) => [...(known.get(plainSelection(sales.selection))?.values() ?? [])].reduce(without, sales))
    .filter(({ count }) => count > 0)
}

type Pieces = { count: number; amount: number }

/** One piece of some sales, the `nth` of them. Their amounts add up to that of the sales. */
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
