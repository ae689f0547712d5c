import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { SALES_SIZES } from '#app/ui/page-sizes.ts'
import { momentAt } from '#domain/calendar.ts'
import { PERIODS, type Span, spanOf } from '#domain/sales/periods.ts'
import { SHOWN_TYPES } from '#domain/sales/transaction.ts'
import type { Moment } from '#domain/time.ts'

/** Wall clock time to the hour or minute: 2026-03-01T14:00. */
const WallTime = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/))

/** The periods in this list. */
export const OFFERED = PERIODS.slice(0, 7)

export const SalesSearch = v.object({
  period: searchParam(v.picklist(PERIODS)),
  from: searchParam(WallTime),
  until: searchParam(WallTime),
  group: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1))),
  type: searchParam(v.picklist(SHOWN_TYPES)),
  product: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Counts from 1. */
  page: searchParam(v.pipe(v.number(), v.integer(), v.minValue(1))),
  size: searchParam(v.picklist(SALES_SIZES)),
  /** The time at which the first page was loaded. */
  asOf: searchParam(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
export type SalesSearch = v.InferOutput<typeof SalesSearch>

/** The span of a URL: its own start and end, else its period, else today. */
export function spanIn({ period = 'TODAY', from, until }: SalesSearch, now: Moment, timeZone: string): Span {
  const own = from && until ? { from: atWall(from, timeZone), until: atWall(until, timeZone) } : null
  return own && own.until >= own.from ? own : spanOf(period, now, timeZone)
}

const atWall = (time: string, timeZone: string) => momentAt(Date.parse(`${time}:00.000Z`), timeZone)

/** The earliest selectable time. */
export const EARLIEST = '2018-02-01T00:00'

/**
 * The two fields of a custom span: a valid query, or why not. `shown`: the span of the address. Links, such as that of an import, may lead to
 * minutes, which are no mistake of the user.
 */
export function ownSpan(
  { from, until }: { from: string; until: string },
  shown: { from: string; until: string },
  latest: string,
): 'incomplete' | 'backwards' | 'outside' | 'minutes' | 'good' {
  if (!from || !until) return 'incomplete'
  // Spans start and end on the hour. Browsers allow minutes to be typed, whatever the field's step.
  const isShown = from === shown.from && until === shown.until
  if (!isShown && ![from, until].every((time) => /T\d{2}:00(:00)?$/.test(time))) return 'minutes'
  if (until < from) return 'backwards'
  return from < EARLIEST || until > latest ? 'outside' : 'good'
}
