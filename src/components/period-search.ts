import * as v from 'valibot'
import { addDays, type Day, startOfDay } from '#domain/calendar.ts'
import { PERIODS, type Span, spanOf } from '#domain/sales/periods.ts'
import type { Moment } from '#domain/time.ts'

/** What stands in the address may be anybody's: what cannot be read is left out. */
export const said = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

/** The earliest day that may be asked about. */
export const EARLIEST_DAY = '2018-02-01'

const OneDay = v.pipe(v.string(), v.isoDate(), v.minValue(EARLIEST_DAY))

/** Of when something is listed, as it stands in an address: a period, one's own days, or any time. */
export const PERIOD_IN_ADDRESS = { period: said(v.picklist(PERIODS)), from: said(OneDay), until: said(OneDay) }
export type PeriodSearch = { period?: (typeof PERIODS)[number] | undefined; from?: string | undefined; until?: string | undefined }

/** What an address means; null is any time. Of one's own days the last is meant as well. */
export function spanMeant({ period, from, until }: PeriodSearch, now: Moment, timeZone: string): Span | null {
  if (from && until && until >= from)
    return { from: startOfDay(dayOf(from), timeZone), until: startOfDay(addDays(dayOf(until), 1), timeZone) }
  return period ? spanOf(period, now, timeZone) : null
}

function dayOf(text: string): Day {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return { year, month, day }
}
