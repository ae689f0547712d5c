import { DATE_ORDERS, type DateOrder } from '../imports.ts'
import { type Cell, shown } from './cell.ts'
import { dateText } from './date-text.ts'
import { monthNamed, seeMonth } from './months.ts'
import { ZONE_NAMES, zoneMinutes } from './zones.ts'

export type { DateOrder } from '../imports.ts'

/** A parsed date: wall clock time, or a moment if the text contains its zone. */
type Written = { wall: number; isMoment: boolean; hasTime: boolean; hasSeconds: boolean }

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
  halves: number
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
  /** The most recent date, with names of months as in most languages and as in Croatian. */
  newest: number
  newestCroatian: number
  /** Dates that contain their time zone. */
  moments: number
  hasTime: boolean
  hasSeconds: boolean
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
  halves: 0,
  example: null,
  span: { DAY_FIRST: noSpan(), MONTH_FIRST: noSpan(), YEAR_FIRST: noSpan() },
  daySecond: 0,
  dayLast: 0,
  croatian: 0,
  notCroatian: 0,
  shared: 0,
  sharedExample: null,
  newest: -Infinity,
  newestCroatian: -Infinity,
  moments: 0,
  hasTime: false,
  hasSeconds: false,
})

/** Words for the afternoon, before or after the time. */
const AFTERNOON = /^(?:p|午後|下午|오후|م|μ|du|ch|öö?s)/i
const HALF_BEFORE = '(?:(午前|午後|上午|下午|오전|오후|de\\.|du\\.)\\s*)?'
const HALF_AFTER = '(?:\\s*([AaPp]\\.?\\s?[Mm]\\.?|[πμ]\\.?\\s?μ\\.?|[صم]|ÖÖ|ÖS|öö|ös|SA|CH)|\\s*(?:Uhr|h|ч\\.?|hrs?\\.?|hs))?'
const TIME = String.raw`(?:(?:[T\s,-])*(?<=[T\s,日)-])${HALF_BEFORE}(\d{1,2})\s*[:.h時时点]\s*(\d{2}|\d(?=分))(?:[:.分](\d{2}|\d(?=秒))(?:[.,](\d{1,9}))?)?[秒分]?${HALF_AFTER})?`
const ZONE = String.raw`\s*\(?(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT|${ZONE_NAMES})?\)?`
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?:\s?日)?\.?(?:\s?(?:[(（].{1,3}[)）]|[日月火水木金土]曜日?))?${TIME}${ZONE}$`,
)
const COMPACT = new RegExp(String.raw`^(20\d{2})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2}):?(\d{2})?(?:[.,](\d{1,9}))?${ZONE})?$`)
const PARTED = new RegExp(
  String.raw`^(?:\p{L}{2,12}\.?,?\s+)?(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?:\.|\s?г\.?)?${TIME}${ZONE}$`,
  'u',
)
const NAMED_DAY_FIRST = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})(?:\s?(?:г|р|м|r)\.?|\.)?${TIME}${ZONE}$`,
  'u',
)
const NAMED_MONTH_FIRST = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}${ZONE}$`,
  'u',
)
const EPOCH = /^\d{10}(?:\.\d{1,6})?$|^\d{13}$|^\d{16}$/

type Clock = [before?: string, hour?: string, minute?: string, second?: string, fraction?: string, after?: string, zone?: string]

function wallOf(year: number, month: number, day: number, [before, hour, minute, second, fraction, after, zone]: Clock): Written | null {
  const fullYear = year < 100 ? 2000 + year : year
  const half = before ?? after
  let h = Number(hour ?? 0)
  if (half) {
    if (h > 12 || (h === 0 && !before)) return null
    h = (h % 12) + (AFTERNOON.test(half) ? 12 : 0)
  }
  const [m, s] = [Number(minute ?? 0), Number(second ?? 0)]
  const midnight = Date.UTC(fullYear, month - 1, day)
  const isReal =
    new Date(midnight).getUTCMonth() + 1 === month && new Date(midnight).getUTCDate() === day && day > 0 && h < 24 && m < 60 && s < 60
  if (!isReal) return null
  const wall = midnight + ((h * 60 + m) * 60 + s) * 1_000 + Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))
  const times = { hasTime: hour !== undefined, hasSeconds: second !== undefined }
  return zone ? { wall: wall - zoneMinutes(zone) * 60_000, isMoment: true, ...times } : { wall, isMoment: false, ...times }
}

/** Excel counts days since the end of 1899; a number outside of 1995 to 2100 is not a date. */
const isSerial = (value: number) => value >= 34_700 && value < 73_100

const asWritten = (wall: number, isMoment = false): Written => ({ wall, isMoment, hasTime: true, hasSeconds: true })

/** How a column writes its dates apart from their order. `isDaySecond`: 2026-13-03. */
export type DateHabits = { isDaySecond?: boolean; isCroatian?: boolean }

/** Parses the date in a cell, in the given order if it is ambiguous. */
export function dateIn(cell: Cell | undefined, order: DateOrder, habits: DateHabits = {}): Written | null {
  if (cell instanceof Date) return Number.isFinite(cell.getTime()) ? asWritten(cell.getTime()) : null
  if (typeof cell === 'number') {
    if (isSerial(cell)) return asWritten(Math.round((cell - 25_569) * 86_400_000))
    if (cell >= 20_000_101 && cell < 21_000_101) return dateIn(String(cell), order)
    if (cell > 9e8 && cell < 4e9) return asWritten(cell * 1_000, true)
    if (cell > 9e11 && cell < 4e12) return asWritten(cell, true)
    return cell > 9e14 && cell < 4e15 ? asWritten(Math.floor(cell / 1_000), true) : null
  }
  const text = dateText(cell)
  if (text.length < 5 || text.length > 60) return null
  const parted = PARTED.exec(text)
  if (parted) {
    const [first, second, year] = [Number(parted[1]), Number(parted[3]), Number(parted[4])]
    const clock = parted.slice(5) as Clock
    if (order === 'YEAR_FIRST' && parted[4]?.length === 2) return wallOf(first, second, year, clock)
    return order === 'MONTH_FIRST' ? wallOf(year, first, second, clock) : wallOf(year, second, first, clock)
  }
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [year, second, third] = [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])]
    const [month, day] = habits.isDaySecond ? [third, second] : [second, third]
    return wallOf(year, month, day, yearFirst.slice(4) as Clock)
  }
  const compact = COMPACT.exec(text)
  if (compact) {
    const [, year, month, day, hour, minute, second, fraction, zone] = compact
    return wallOf(Number(year), Number(month), Number(day), [undefined, hour, minute, second, fraction, undefined, zone])
  }
  const dayFirst = NAMED_DAY_FIRST.exec(text)
  if (dayFirst) {
    const month = monthNamed(dayFirst[2] ?? '', habits.isCroatian)
    return wallOf(Number(dayFirst[3]), month, Number(dayFirst[1]), dayFirst.slice(4) as Clock)
  }
  const monthFirst = NAMED_MONTH_FIRST.exec(text)
  if (monthFirst) return wallOf(Number(monthFirst[3]), monthNamed(monthFirst[1] ?? ''), Number(monthFirst[2]), monthFirst.slice(4) as Clock)
  return /^\d{5}[.,]\d+$|^\d{5}$/.test(text) || EPOCH.test(text) ? dateIn(Number(text.replace(',', '.')), order) : null
}

const OTHER_HABITS: DateHabits = { isDaySecond: true, isCroatian: true }

/** Whether a cell is a date in any order. */
export const isDate = (cell: Cell | undefined): boolean =>
  (dateIn(cell, 'DAY_FIRST') ?? dateIn(cell, 'MONTH_FIRST') ?? dateIn(cell, 'DAY_FIRST', OTHER_HABITS)) !== null

/** What a date with the year first, or with a month by name, shows about the others. */
function seeHabits(facts: DateFacts, cell: string): void {
  const text = dateText(cell)
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    if (Number(yearFirst[2]) > 12) facts.daySecond++
    else if (Number(yearFirst[3]) > 12) facts.dayLast++
    return
  }
  const named = NAMED_DAY_FIRST.exec(text)
  if (!named) return
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
  const parted = typeof cell === 'string' ? PARTED.exec(dateText(cell)) : null
  if (parted) {
    const [first, second] = [Number(parted[1]), Number(parted[3])]
    if (first > 99 || second > 31 || (first > 12 && second > 12)) return void facts.others++
    facts.parted++
    if (first > 12) facts.firstOver12++
    if (second > 12) facts.secondOver12++
    if (parted[2] === '.') facts.dotted++
    if (parted[4]?.length === 2) facts.shortYears++
    if (parted[5] ?? parted[10]) facts.halves++
    if (first !== second || parted[4]?.length === 2) facts.example ??= shown(cell)
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
  } else if (typeof cell === 'string') seeHabits(facts, cell)
  const read =
    dateIn(cell, 'DAY_FIRST') ??
    (parted ? (dateIn(cell, 'MONTH_FIRST') ?? dateIn(cell, 'YEAR_FIRST')) : dateIn(cell, 'DAY_FIRST', OTHER_HABITS))
  if (!read) return void facts.others++
  facts.newest = Math.max(facts.newest, read.wall)
  if (read.isMoment) facts.moments++
  if (facts.shared > 0) facts.newestCroatian = Math.max(facts.newestCroatian, dateIn(cell, 'DAY_FIRST', { isCroatian: true })?.wall ?? 0)
  facts.dates++
  facts.hasTime ||= read.hasTime && read.wall % DAY !== 0
  facts.hasSeconds ||= read.hasSeconds && read.wall % 60_000 !== 0
}

/** How a column writes its dates, and an example of a month that may also be another one. */
export function habitsOf(facts: DateFacts, now: number): DateHabits & { doubt: string | null } {
  const { croatian, daySecond, dayLast, newest, newestCroatian, notCroatian, shared, sharedExample } = facts
  const isFuture = shared > 0 && newest > now + DAY && newestCroatian <= now + DAY
  const isCroatian = shared > 0 && (croatian > 0 || isFuture) && notCroatian === 0
  const isClear = shared === 0 || croatian > 0 !== notCroatian > 0 || isFuture
  return { isDaySecond: daySecond > 0 && dayLast === 0, isCroatian, doubt: isClear ? null : sharedExample }
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

/**
 * Determines the order of a whole column. A part above 12 decides; then dates that would be in the future, then the vendor's known format.
 * Otherwise it is a guess, and the user is asked with an example.
 */
export function orderOf(facts: DateFacts, { now, vendor }: { now: number; vendor?: DateOrder | undefined }): Decided {
  const { parted, firstOver12, secondOver12, dotted, example, span } = facts
  const decided = (order: DateOrder, by: Decided['by'], isMixed = false): Decided => ({ order, by, isMixed, example })
  if (parted === 0) return decided('DAY_FIRST', 'NO_CHOICE')
  const yearFirst = dotted === parted ? null : shortYearFirst(facts, now)
  if (yearFirst) return decided('YEAR_FIRST', yearFirst)
  if (firstOver12 > 0 && secondOver12 > 0) return decided(firstOver12 >= secondOver12 ? 'DAY_FIRST' : 'MONTH_FIRST', 'GUESS', true)
  const isOneDay = facts.shortYears === parted && dotted < parted && span.DAY_FIRST.most - span.DAY_FIRST.least < DAY
  // A single day, such as 24/03/26, may begin with its year.
  if (firstOver12 > 0) return decided('DAY_FIRST', isOneDay && isRecent(facts, 'YEAR_FIRST', now) ? 'GUESS' : 'DATES')
  if (secondOver12 > 0) return decided('MONTH_FIRST', 'DATES')
  if (example === null) return decided('DAY_FIRST', 'NO_CHOICE')
  if (dotted === parted) return decided('DAY_FIRST', 'DATES')
  const inFuture = (order: DateOrder) => span[order].most > now + DAY
  if (inFuture('DAY_FIRST') !== inFuture('MONTH_FIRST')) return decided(inFuture('DAY_FIRST') ? 'MONTH_FIRST' : 'DAY_FIRST', 'FUTURE')
  if (vendor) return decided(vendor, 'VENDOR')
  // Rows are chronological, so the order with fewer jumps of a month is more likely.
  const [day, month] = [span.DAY_FIRST.back, span.MONTH_FIRST.back]
  if (day !== month) return decided(day < month ? 'DAY_FIRST' : 'MONTH_FIRST', 'GUESS')
  return decided(facts.halves > 0 ? 'MONTH_FIRST' : 'DAY_FIRST', 'GUESS')
}

/** Whether every date can be parsed in an order and is within the last years. */
const isRecent = ({ parted, span }: DateFacts, order: DateOrder, now: number) =>
  span[order].dates === parted && span[order].most <= now + DAY && span[order].least > now - RECENT

/** Whether dates such as 26/03/01 begin with the year: no other order gives recent dates, or they are closer together. */
function shortYearFirst(facts: DateFacts, now: number): 'DATES' | 'GUESS' | null {
  if (facts.shortYears < facts.parted || !isRecent(facts, 'YEAR_FIRST', now)) return null
  const others = (['DAY_FIRST', 'MONTH_FIRST'] as const).filter((order) => isRecent(facts, order, now))
  if (others.length === 0) return 'DATES'
  const length = (order: DateOrder) => facts.span[order].most - facts.span[order].least
  return others.every((order) => length(order) > 4 * length('YEAR_FIRST') + 60 * DAY) ? 'GUESS' : null
}
