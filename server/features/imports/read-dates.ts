import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices } from '#contract/imports.ts'
import { calendarOf, isDaySecond, monthsOf, newestOf, orderOf, swappedExample } from '#domain/imports/date-column.ts'
import { type DateHabits, type DateOrder, dateIn } from '#domain/imports/dates.ts'
import { CALENDARS, CONVERTED_DATES, FIRST_DAYS, type ImportDoubt, MONTH_NAMES } from '#domain/imports.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { DAYS_TO_1904 } from '../../files/read-rows.ts'
import type { Seen } from './seen.ts'

/** How the dates of a file are read, and what is doubtful about them. */
type DateReading = {
  order: DateOrder
  habits: DateHabits
  dates: ImportPreview['dates']
  /** Ways to read the dates, each with an example. */
  readings: ImportPreview['readings']
  doubts: { doubt: ImportDoubt; text: string }[]
}

/** Files whose newest sale is older than this are doubted, because their dates may count from another day. */
const OLD = 2 * 366 * DAY

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** null outside of the years 1 to 9999, which a wrong calendar may lead to: ISO 8601 has no other years without a sign. */
const isoOf = (at: number | undefined) => {
  const text = at === undefined ? null : new Date(at).toISOString()
  return text && /^\d{4}-/.test(text) && text >= '0001' ? text : null
}

type Asked = { choices: ImportChoices; now: Moment; isOfSales: boolean; isPlan: boolean }

/** Determines how the dates of a file are read. `isOfSales`: each row is a sale, whose date cannot be old. `isPlan`: its dates are to come. */
export function datesOf(seen: Seen, { choices, now, isOfSales, isPlan }: Asked): DateReading {
  const facts = seen.dates
  const decided = orderOf(facts, { now: isPlan ? now : now + DAY, vendor: seen.understanding.dateOrder, isPlan })
  const order = choices.dateOrder ?? decided.order
  const doubts: DateReading['doubts'] = []
  const readings: ImportPreview['readings'] = []

  const found = calendarOf(facts, order, now)
  const first = facts.first ?? ''
  if (found === 'HIJRI') doubts.push({ doubt: 'HIJRI', text: first })
  const calendar = choices.calendar ?? (found === 'HIJRI' || found === null ? 'GREGORIAN' : found)
  if (calendar !== 'GREGORIAN' || choices.calendar) {
    const options = CALENDARS.map((value) => ({ value, date: isoOf(dateIn(first, order, { calendar: value })?.wall) }))
    // Sales of days to come would be refused.
    const isPossible = (date: string | null) => date !== null && (isPlan || Date.parse(date) < now + DAY)
    const possible = options.filter(({ value, date }) => value === calendar || isPossible(date))
    readings.push({ doubt: 'CALENDAR', text: first, value: calendar, options: possible })
    if (!choices.calendar) doubts.push({ doubt: 'CALENDAR', text: first })
  }

  const months = monthsOf(facts, now, isPlan)
  const isCroatian = choices.months === undefined ? months.isCroatian : choices.months === 'CROATIAN'
  if (months.example !== null && (!months.isSure || choices.months)) {
    const text = months.example
    const dateIf = (croatian: boolean) => isoOf(dateIn(text, order, { isCroatian: croatian })?.wall)
    const options = MONTH_NAMES.map((value) => ({ value, date: dateIf(value === 'CROATIAN') }))
    readings.push({ doubt: 'MONTHS', text, value: isCroatian ? 'CROATIAN' : 'POLISH', options })
    if (!choices.months) doubts.push({ doubt: 'MONTHS', text })
  }

  const newest = newestOf(facts, order)
  if (isOfSales && calendar === 'GREGORIAN' && found !== 'HIJRI' && facts.dates > 0 && newest < now - OLD) {
    const options = FIRST_DAYS.map((value) => ({ value, date: isoOf(value === 'FROM_1904' ? newest + DAYS_TO_1904 : newest) }))
    if (newest + DAYS_TO_1904 > now + DAY) options.pop()
    readings.push({ doubt: 'OLD', text: dayOf(newest), value: choices.firstDay ?? 'AS_WRITTEN', options })
    if (!choices.firstDay) doubts.push({ doubt: 'OLD', text: dayOf(newest) })
  }

  const converted = swappedExample(facts, order)
  const isSwapped = converted !== null && choices.converted !== 'AS_STORED'
  if (converted !== null) {
    const wallIf = (isSwapped: boolean) => dateIn(converted, order, { isSwapped })?.wall
    const text = dayOf(wallIf(false) ?? now)
    const options = CONVERTED_DATES.map((value) => ({ value, date: isoOf(wallIf(value === 'SWAPPED')) }))
    readings.push({ doubt: 'CONVERTED', text, value: isSwapped ? 'SWAPPED' : 'AS_STORED', options })
    if (!choices.converted) doubts.push({ doubt: 'CONVERTED', text })
  }

  const habits = { isDaySecond: isDaySecond(facts), isCroatian, calendar, isFrom1904: choices.firstDay === 'FROM_1904', isSwapped }
  const { example } = decided
  const readAs = (text: string, as: DateOrder) => isoOf(dateIn(text, as, habits)?.wall)
  return {
    order,
    habits,
    readings,
    doubts,
    dates:
      facts.parted === 0
        ? null
        : {
            order,
            isSure: choices.dateOrder !== undefined || decided.by !== 'GUESS',
            isMixed: decided.isMixed,
            example:
              example === null
                ? null
                : {
                    text: example,
                    dayFirst: readAs(example, 'DAY_FIRST'),
                    monthFirst: readAs(example, 'MONTH_FIRST'),
                    yearFirst: facts.shortYears > 0 ? readAs(example, 'YEAR_FIRST') : null,
                  },
          },
  }
}
