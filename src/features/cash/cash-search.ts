import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { SALES_SIZES } from '#app/ui/page-sizes.ts'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import { PERIODS, type Span, spanOf } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const IsoDay = v.pipe(v.string(), v.isoDate())

export const CashSearch = v.object({
  period: searchParam(v.picklist(PERIODS)),
  /** First and last day. */
  from: searchParam(IsoDay),
  to: searchParam(IsoDay),
  group: searchParam(id),
  machine: searchParam(id),
  /** Counts from 1. */
  page: searchParam(id),
  size: searchParam(v.picklist(SALES_SIZES)),
})
export type CashSearch = v.InferOutput<typeof CashSearch>

/** The span of a URL: its days, else its period, else the last 30 days. */
export function spanIn({ period = 'LAST_30_DAYS', from, to }: CashSearch, now: Moment, timeZone: string): Span {
  if (!from || !to || to < from) return spanOf(period, now, timeZone)
  return { from: startOfDay(dayIn(from), timeZone), until: startOfDay(addDays(dayIn(to), 1), timeZone) }
}

function dayIn(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}
