import { type Calendar, DATE_ORDERS, type DateOrder } from '../imports.ts'
import { calendarOfYears, isShortBuddhist, isShortPersian } from './calendars.ts'
import { type Cell, shown } from './cell.ts'
import { areSwapped, type ConvertedFacts, noConverted, seeConverted } from './converted-dates.ts'
import { dateText } from './date-text.ts'
import { DAY_AND_TIME, dateIn, NAMED_DAY_FIRST, OTHER_HABITS, PARTED, YEAR_FIRST } from './dates.ts'
import { seeMonth } from './months.ts'

type Span = { dates: number; least: number; most: number; back: number; last: number }

/** Observations about the dates of a column, whose order is determined for the column as a whole. */
type DateFacts = {
  dates: number
  others: number
  /** Dates such as 3/4/2026. */
  parted: number
  firstOver12: number
  secondOver12: number
  dotted: number
  /** Dates whose year has two digits. */
  shortYears: number
  /** The same with a month by name. */
  shortNamed: number
  /** Dates in Persian digits, and the least and the most of their first parts. */
  persian: number
  leastFirst: number
  mostFirst: number
  halves: number
  /** The first date. */
  first: string | null
  /** The first ambiguous one. */
  example: string | null
  /** The largest and smallest dates in each order. */
  span: Record<DateOrder, Span>
  /** Dates such as 2026-13-03, and those that cannot be read in this way. */
  daySecond: number
  dayLast: number
  /** Names of months that only Croatian has, that only other languages have, and that mean different months. */
  croatian: number
  notCroatian: number
  shared: number
  sharedExample: string | null
  /** The oldest date that is not parted. */
  oldest: number
  /** The most recent date, with names of months as in most languages and as in Croatian. */
  newest: number
  newestCroatian: number
  /** Dates that contain their time zone. */
  moments: number
  hasTime: boolean
  hasSeconds: boolean
  converted: ConvertedFacts
}

const noSpan = (): Span => ({ dates: 0, least: Infinity, most: -Infinity, back: 0, last: -Infinity })

export const noDates = (): DateFacts => ({
  dates: 0,
  others: 0,
  parted: 0,
  firstOver12: 0,
  secondOver12: 0,
  dotted: 0,
  shortYears: 0,
  shortNamed: 0,
  persian: 0,
  leastFirst: Infinity,
  mostFirst: -Infinity,
  halves: 0,
  first: null,
  example: null,
  span: { DAY_FIRST: noSpan(), MONTH_FIRST: noSpan(), YEAR_FIRST: noSpan() },
  daySecond: 0,
  dayLast: 0,
  croatian: 0,
  notCroatian: 0,
  shared: 0,
  sharedExample: null,
  oldest: Infinity,
  newest: -Infinity,
  newestCroatian: -Infinity,
  moments: 0,
  hasTime: false,
  hasSeconds: false,
  converted: noConverted(),
})

/** What a date with the year first, or with a month by name, shows about the others. */
function seeHabits(facts: DateFacts, text: string, cell: Cell): void {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    if (Number(yearFirst[2]) > 12) facts.daySecond++
    else if (Number(yearFirst[3]) > 12) facts.dayLast++
    return
  }
  const named = NAMED_DAY_FIRST.exec(text)
  if (!named) return
  if (named[3]?.length === 2) facts.shortNamed++
  const month = seeMonth(named[2] ?? '')
  // Of these languages, only Croatian has a point behind the year. November has no 31st.
  if (month === 'croatian' || (month === 'shared' && (/\d{4}\.(?: |$)/.test(text) || !dateIn(text, 'DAY_FIRST')))) facts.croatian++
  else if (month === 'other') facts.notCroatian++
  if (month !== 'shared') return
  facts.shared++
  facts.sharedExample ??= shown(cell)
}

export function seeDate(facts: DateFacts, cell: Cell | undefined): void {
  if (cell === null || cell === undefined || cell === '') return
  // The time of day does not matter here, and the pattern of a day alone is matched faster.
  const text = typeof cell === 'string' ? (DAY_AND_TIME.exec(cell)?.[1] ?? dateText(cell)) : ''
  const parted = text === '' ? null : PARTED.exec(text)
  if (parted) {
    const [first, second] = [Number(parted[1]), Number(parted[3])]
    if (first > 99 || second > 31 || (first > 12 && second > 12)) return void facts.others++
    facts.parted++
    if (first > 12) facts.firstOver12++
    if (/[\u06f0-\u06f9]/.test(shown(cell))) facts.persian++
    facts.leastFirst = Math.min(facts.leastFirst, first)
    facts.mostFirst = Math.max(facts.mostFirst, first)
    if (second > 12) facts.secondOver12++
    if (parted[2] === '.') facts.dotted++
    if (parted[4]?.length === 2) facts.shortYears++
    if (parted[5] ?? parted[10]) facts.halves++
    if (first !== second || parted[4]?.length === 2) facts.example ??= shown(cell)
    facts.first ??= shown(cell)
    for (const order of DATE_ORDERS) {
      const read = dateIn(cell, order)
      if (!read) continue
      const span = facts.span[order]
      span.dates++
      span.least = Math.min(span.least, read.wall)
      span.most = Math.max(span.most, read.wall)
      if (Math.abs(read.wall - span.last) > 27 * DAY && span.last !== -Infinity) span.back++
      span.last = read.wall
    }
  } else if (text !== '') seeHabits(facts, text, cell)
  const read =
    dateIn(cell, 'DAY_FIRST') ??
    (parted ? (dateIn(cell, 'MONTH_FIRST') ?? dateIn(cell, 'YEAR_FIRST')) : dateIn(cell, 'DAY_FIRST', OTHER_HABITS))
  if (!read) return void facts.others++
  seeConverted(facts.converted, cell, read.wall)
  facts.newest = Math.max(facts.newest, read.wall)
  facts.oldest = Math.min(facts.oldest, read.wall)
  facts.first ??= shown(cell)
  if (read.isMoment) facts.moments++
  if (facts.shared > 0) facts.newestCroatian = Math.max(facts.newestCroatian, dateIn(cell, 'DAY_FIRST', { isCroatian: true })?.wall ?? 0)
  facts.dates++
  facts.hasTime ||= read.hasTime && read.wall % DAY !== 0
  facts.hasSeconds ||= read.hasSeconds && read.wall % 60_000 !== 0
}

type MonthsFound = {
  isCroatian: boolean
  /** An example of a month that may also be another one. */
  example: string | null
  isSure: boolean
}

/** Which months the names in a column mean. `isPlan`: its dates are to come. */
export function monthsOf(facts: DateFacts, now: number, isPlan = false): MonthsFound {
  const { croatian, newest, newestCroatian, notCroatian, shared, sharedExample } = facts
  const isFuture = !isPlan && shared > 0 && newest > now + DAY && newestCroatian <= now + DAY
  const isCroatian = shared > 0 && (croatian > 0 || isFuture) && notCroatian === 0
  return { isCroatian, example: sharedExample, isSure: shared === 0 || croatian > 0 !== notCroatian > 0 || isFuture }
}

/** A date of a spreadsheet that was converted with day and month exchanged; null if there is none. */
export function swappedExample({ converted, firstOver12, parted, secondOver12, span }: DateFacts, order: DateOrder): Cell {
  const areUnclear = order === 'YEAR_FIRST' || parted === 0 || (firstOver12 < parted && secondOver12 < parted)
  return areSwapped(converted, { ...span[order], areUnclear }) ? converted.example : null
}

/** Whether a column writes the day between year and month. */
export const isDaySecond = ({ daySecond, dayLast }: DateFacts): boolean => daySecond > 0 && dayLast === 0

/** The calendar of a column by its years; null if they are not recent in any of them. */
export function calendarOf(facts: DateFacts, order: DateOrder, now: number): Calendar | 'HIJRI' | null {
  if (facts.dates === 0) return 'GREGORIAN'
  const { least, most } =
    facts.parted > 0 && Number.isFinite(facts.span[order].most) ? facts.span[order] : { least: facts.oldest, most: facts.newest }
  const year = (at: number) => new Date(at).getUTCFullYear()
  const years = [year(least), year(most), year(now + DAY)] as const
  if (isPersian(facts, now)) return 'PERSIAN'
  const isShort = facts.parted > 0 ? facts.shortYears === facts.parted : facts.shortNamed > 0 && facts.shortNamed === facts.dates
  if (isShort) return isShortBuddhist(...years) ? 'BUDDHIST' : 'GREGORIAN'
  return calendarOfYears(...years)
}

/** The most recent date of a column. */
export const newestOf = ({ newest, parted, span }: DateFacts, order: DateOrder): number => (parted > 0 ? span[order].most : newest)

type Decided = {
  order: DateOrder
  by: 'NO_CHOICE' | 'DATES' | 'FUTURE' | 'VENDOR' | 'GUESS'
  isMixed: boolean
  example: string | null
}

const DAY = 86_400_000
/** Two-digit years are read as first only if the dates are within these years. */
const RECENT = 10 * 366 * DAY

/** The first and the last possible date of a column. */
type Possible = { from: number; until: number }

/** Sales were made, and the visits of a plan are to come. A day more on each side, because the time zone of the file is unknown. */
const possibleDates = (now: number, isPlan: boolean): Possible =>
  isPlan ? { from: now - 2 * DAY, until: now + 368 * DAY } : { from: now - RECENT, until: now + DAY }

/**
 * Determines the order of a whole column. A part above 12 decides; then dates that would be in the future, or in the past of a plan, then the
 * vendor's known format. Otherwise it is a guess, and the user is asked with an example.
 */
export function orderOf(
  facts: DateFacts,
  { now, vendor, isPlan = false }: { now: number; vendor?: DateOrder | undefined; isPlan?: boolean },
): Decided {
  const { parted, firstOver12, secondOver12, dotted, example, span } = facts
  const possible = possibleDates(now, isPlan)
  const decided = (order: DateOrder, by: Decided['by'], isMixed = false): Decided => ({ order, by, isMixed, example })
  if (parted === 0) return decided('DAY_FIRST', 'NO_CHOICE')
  if (isPersian(facts, now, possible)) return decided('YEAR_FIRST', 'DATES')
  const yearFirst = dotted === parted ? null : shortYearFirst(facts, possible)
  if (yearFirst) return decided('YEAR_FIRST', yearFirst)
  if (firstOver12 > 0 && secondOver12 > 0) return decided(firstOver12 >= secondOver12 ? 'DAY_FIRST' : 'MONTH_FIRST', 'GUESS', true)
  const isOneDay = facts.shortYears === parted && dotted < parted && span.DAY_FIRST.most - span.DAY_FIRST.least < DAY
  // A single day, such as 24/03/26, may begin with its year.
  if (firstOver12 > 0) return decided('DAY_FIRST', isOneDay && isPossible(facts, 'YEAR_FIRST', possible) ? 'GUESS' : 'DATES')
  if (secondOver12 > 0) return decided('MONTH_FIRST', 'DATES')
  if (example === null) return decided('DAY_FIRST', 'NO_CHOICE')
  if (dotted === parted) return decided('DAY_FIRST', 'DATES')
  // Sales may be older than any limit.
  const isOutside = (order: DateOrder) => span[order].most > possible.until || (isPlan && span[order].least < possible.from)
  if (isOutside('DAY_FIRST') !== isOutside('MONTH_FIRST')) return decided(isOutside('DAY_FIRST') ? 'MONTH_FIRST' : 'DAY_FIRST', 'FUTURE')
  if (vendor) return decided(vendor, 'VENDOR')
  // Rows are chronological, so the order with fewer jumps of a month is more likely.
  const [day, month] = [span.DAY_FIRST.back, span.MONTH_FIRST.back]
  if (day !== month) return decided(day < month ? 'DAY_FIRST' : 'MONTH_FIRST', 'GUESS')
  // A plan is made for the next weeks rather than for next year.
  if (isPlan) return decided(span.MONTH_FIRST.most < span.DAY_FIRST.most ? 'MONTH_FIRST' : 'DAY_FIRST', 'GUESS')
  return decided(facts.halves > 0 ? 'MONTH_FIRST' : 'DAY_FIRST', 'GUESS')
}

/** Sales are younger than this. */
const YOUNG = 2 * 366 * DAY

/** Whether dates such as 04/12/29 begin with a Persian year: they have Persian digits, or are in the future in the usual orders. */
function isPersian(
  { shortYears, parted, persian, span, leastFirst, mostFirst }: DateFacts,
  now: number,
  { until }: Possible = possibleDates(now, false),
): boolean {
  if (shortYears === 0 || shortYears < parted || !isShortPersian(leastFirst, mostFirst, new Date(now).getUTCFullYear())) return false
  const { DAY_FIRST, MONTH_FIRST, YEAR_FIRST } = span
  return persian === parted || (DAY_FIRST.most > until && MONTH_FIRST.most > until && YEAR_FIRST.most < now - YOUNG)
}

/** Whether every date can be parsed in an order and is possible. */
const isPossible = ({ parted, span }: DateFacts, order: DateOrder, { from, until }: Possible) =>
  span[order].dates === parted && span[order].most <= until && span[order].least > from

/** Whether dates such as 26/03/01 begin with the year: no other order gives possible dates, or they are closer together. */
function shortYearFirst(facts: DateFacts, possible: Possible): 'DATES' | 'GUESS' | null {
  if (facts.shortYears < facts.parted || !isPossible(facts, 'YEAR_FIRST', possible)) return null
  const others = (['DAY_FIRST', 'MONTH_FIRST'] as const).filter((order) => isPossible(facts, order, possible))
  if (others.length === 0) return 'DATES'
  const length = (order: DateOrder) => facts.span[order].most - facts.span[order].least
  return others.every((order) => length(order) > 4 * length('YEAR_FIRST') + 60 * DAY) ? 'GUESS' : null
}
