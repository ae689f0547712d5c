import { growth, sum } from '../dex/counter.ts'
import { areDifferent, identityOf } from '../dex/identity.ts'
import type { Reading } from '../dex/reading.ts'
import { comparableRows } from '../dex/selection-since.ts'
import { HOUR, type Moment } from '../time.ts'
import type { AuditBase } from './audit-state.ts'

/** Why a read-out is not booked until a manager confirms it, with both values. */
export type AuditReason = {
  code: ReasonCode
  before: string | number | null
  now: string | number | null
  selection?: string
  hours?: number
}

export const REASON_CODES = [
  'AUDIT_OTHER_MACHINE',
  'AUDIT_KNOWN_ELSEWHERE',
  'AUDIT_OTHER_BOARD',
  'AUDIT_OTHER_MODEL',
  'AUDIT_OTHER_ASSET',
  'AUDIT_NO_IDENTITY',
  'AUDIT_OTHER_PARTS',
  'AUDIT_OTHER_PRODUCTS',
  'AUDIT_INCOMPLETE',
  'AUDIT_COUNTER_FELL',
  'AUDIT_TOO_FAST',
  'AUDIT_MORE_THAN_TOTAL',
] as const
type ReasonCode = (typeof REASON_CODES)[number]

const FIELDS = [
  ['serial', 'AUDIT_OTHER_MACHINE'],
  ['board', 'AUDIT_OTHER_BOARD'],
  ['model', 'AUDIT_OTHER_MODEL'],
  ['asset', 'AUDIT_OTHER_ASSET'],
] as const

export function identityReasons(previous: Reading, current: Reading): AuditReason[] {
  const [was, is] = [identityOf(previous), identityOf(current)]
  return FIELDS.flatMap(([field, code]) => (areDifferent(was[field], is[field]) ? [{ code, before: was[field], now: is[field] }] : []))
}

/** The machine reported a serial number before, and now reports nothing that matches. */
export function isIdentityMissing(previous: Reading, current: Reading): boolean {
  const [was, is] = [identityOf(previous), identityOf(current)]
  const fields = (['serial', 'board', 'asset'] as const).filter((field) => was[field] !== null)
  return fields.length > 0 && fields.every((field) => is[field] === null)
}

type Missing = { isTotalLost: boolean; lost: ReadonlySet<string>; isListLost: boolean }

/**
 * The machine reported its total or counted selections before, and a seemingly complete read-out has neither. If only some selections are
 * missing, the next read-out covers them.
 */
export function missingReasons(previous: Reading, current: Reading, { isTotalLost, lost, isListLost }: Missing): AuditReason[] {
  const own = previous.selections.filter(({ paidBy }) => paidBy === 'selection' || paidBy === 'payments')
  const there = current.selections.filter(({ number, paidBy }) => paidBy !== null && !lost.has(number))
  const isNothingLeft = isListLost && own.length > 0 && own.every(({ number }) => !there.some((one) => one.number === number))
  if (!isTotalLost && !isNothingLeft) return []
  return [
    { code: 'AUDIT_INCOMPLETE', before: isNothingLeft ? own.length : reportedVends(previous), now: isNothingLeft ? there.length : null },
  ]
}

const reportedVends = ({ totals }: Reading) => totals.paid.count.init ?? sum(PAID.map((name) => totals[name].count.init))

const PAID = ['cash', 'cashless1', 'cashless2', 'tokens'] as const

/** A busy machine: one piece per minute for a day, then half of that, plus a hundred. */
const maxVendsIn = (hours: number): number => Math.floor(100 + 60 * Math.min(hours, 24) + 30 * Math.max(0, hours - 24))

/** More vends than possible in that time, and counters that decreased. */
export function paceReasons(base: AuditBase, reading: Reading, at: Moment, pieces: number): AuditReason[] {
  const there = new Set(reading.selections.map(({ number }) => number))
  const from = Math.min(base.at, ...Object.entries(base.older).flatMap(([number, since]) => (there.has(number) ? [since] : [])))
  const hours = Math.max(0, at - from) / HOUR
  const most = maxVendsIn(hours)
  const fell = fallen(base.reading, reading)
  return [
    ...(fell ? [{ code: 'AUDIT_COUNTER_FELL' as const, ...fell }] : []),
    ...(pieces > most ? [{ code: 'AUDIT_TOO_FAST' as const, before: most, now: pieces, hours: Math.round(hours * 10) / 10 }] : []),
  ]
}

/**
 * A counter of sales that decreased without overflow. Counters overflow one by one: if all non-zero ones are lower than before, they were
 * reset.
 */
function fallen({ totals: was, selections, scale }: Reading, current: Reading): Pick<AuditReason, 'before' | 'now' | 'selection'> | null {
  const known = new Map(current.selections.map((selection) => [selection.number, selection]))
  const own = selections.flatMap((selection) => {
    const now = known.get(selection.number)
    const isCounted = now && !selection.isPseudo && selection.paidBy !== 'price-lists'
    return isCounted ? (comparableRows(selection, now) ?? []).map(([before, is]) => ({ before, is, selection: selection.number })) : []
  })
  const names = ['paid', 'cash', 'cashless1', 'cashless2', 'tokens'] as const
  type Count = { before: number | null; now: number | null; selection?: string }
  const counts = [
    ...names.map((name): Count => ({ before: was[name].count.init, now: current.totals[name].count.init })),
    ...own.map(({ before, is, selection }) => ({ before: before.count.init, now: is.count.init, selection })),
  ].filter(({ before, now }) => before !== null && before > 0 && now !== null)
  const grown = counts.map((counter) => ({ ...counter, how: growth(counter.before, counter.now).how }))
  const broken = grown.find(({ how }) => how === 'fallen')
  if (broken) return { before: broken.before, now: broken.now, ...(broken.selection === undefined ? {} : { selection: broken.selection }) }
  const wrapped = grown.find(({ how }) => how === 'wrapped')
  const isSameMoney = scale.currency === current.scale.currency && scale.unit === current.scale.unit
  const values = isSameMoney
    ? [
        ...names.map((name) => [was[name].value.init, current.totals[name].value.init] as const),
        ...own.map(({ before, is }) => [before.value.init, is.value.init] as const),
      ]
    : []
  const isGoingOn =
    grown.some(({ how }) => how === 'grown') ||
    values.some(([before, now]) => before !== null && before > 0 && now !== null && now >= before)
  return wrapped && !isGoingOn
    ? { before: wrapped.before, now: wrapped.now, ...(wrapped.selection === undefined ? {} : { selection: wrapped.selection }) }
    : null
}
