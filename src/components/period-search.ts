import * as v from 'valibot'
import { searchParam } from '#app/data/search-param.ts'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import { PERIODS, type Span, spanOf } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'

/** The earliest selectable day. */
export const EARLIEST_DAY = '2018-02-01'

const OneDay = v.pipe(v.string(), v.isoDate(), v.minValue(EARLIEST_DAY))

/** The time filter in a URL: a period, selected days, or any time. */
export const PERIOD_IN_ADDRESS = { period: searchParam(v.picklist(PERIODS)), from: searchParam(OneDay), until: searchParam(OneDay) }
export type PeriodSearch = { period?: (typeof PERIODS)[number] | undefined; from?: string | undefined; until?: string | undefined }

/** The span of a URL; null is any time. The last selected day is included. */
export function spanOfPeriod({ period, from, until }: PeriodSearch, now: Moment, timeZone: string): Span | null {
  if (from && until && until >= from)
    return { from: startOfDay(dayOf(from), timeZone), until: startOfDay(addDays(dayOf(until), 1), timeZone) }
  return period ? spanOf(period, now, timeZone) : null
}

function dayOf(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}
