import { isRealDay } from '../calendar.ts'
import { type Calendar, DATE_ORDERS, type DateOrder } from '../imports.ts'
import { cached } from './cached.ts'
import { fullYear, gregorianDay } from './calendars.ts'
import type { Cell } from './cell.ts'
import { isOfSpreadsheet, swapped } from './converted-dates.ts'
import { dateText } from './date-text.ts'
import { msOfDays } from './day-parts.ts'
import { monthNamed } from './months.ts'
import { ZONE_NAMES, zoneMinutes } from './zones.ts'

export type { DateOrder } from '../imports.ts'

/** A parsed date: wall clock time, or a moment if the text contains its zone. */
type Written = { wall: number; isMoment: boolean; hasTime: boolean; hasSeconds: boolean }

/** Words for the afternoon, before or after the time. */
const AFTERNOON = /^(?:p|午後|下午|오후|م|μ|du|ch|öö?s)/i
const HALF_BEFORE = '(?:(午前|午後|上午|下午|오전|오후|de\\.|du\\.)\\s*)?'
const HALF_AFTER =
  '(?:\\s*([AaPp](?:\\.?\\s?[Mm]\\.?|\\.?(?![A-Za-z]))|[πμ]\\.?\\s?μ\\.?|[صم]|ÖÖ|ÖS|öö|ös|SA|CH)|\\s*(?:Uhr|uur|u\\.?|h|min|ч\\.?|hrs?\\.?|hs))?'
const TIME = String.raw`(?:(?:[T\s,-])*(?<=[T\s,日)-])${HALF_BEFORE}(\d{1,2})\s*[:.h時时点]\s*(\d{2}|\d(?=分))(?:[:.分](\d{2}|\d(?=秒))(?:[.,](\d{1,9}))?)?[秒分]?${HALF_AFTER})?`
const ZONE = String.raw`\s*\(?(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT|${ZONE_NAMES})?\)?`
export const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4}|1[0-3]\d)\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?:\s?日)?\.?(?:\s?(?:[(（].{1,3}[)）]|[日月火水木金土]曜日?))?${TIME}${ZONE}$`,
)
const COMPACT = new RegExp(String.raw`^(20\d{2})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2}):?(\d{2})?(?:[.,](\d{1,9}))?${ZONE})?$`)
export const PARTED = new RegExp(
  String.raw`^(?:\p{L}{2,12}\.?,?\s+)?(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?:\.|\s?г\.?)?${TIME}${ZONE}$`,
  'u',
)
export const NAMED_DAY_FIRST = new RegExp(
  String.raw`^(?:[\p{L}\p{M}]+\.?,?\s+)?(\d{1,2})\.?[\s-]+(?:de\s+)?([\p{L}\p{M}]{2,})\.?,?[\s-]+(?:de\s+)?(\d{4}|\d{2})(?:\s?(?:г|р|м|r)\.?|\.)?${TIME}${ZONE}$`,
  'u',
)
const NAMED_MONTH_FIRST = new RegExp(
  String.raw`^(?:\p{L}+\.?,?\s+)?(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}${ZONE}$`,
  'u',
)
const EPOCH = /^\d{10}(?:\.\d{1,6})?$|^\d{13}$|^\d{16}$/

type Clock = [before?: string, hour?: string, minute?: string, second?: string, fraction?: string, after?: string, zone?: string]

function wallOf(
  [writtenYear, writtenMonth, writtenDay]: readonly [number, number, number],
  [before, hour, minute, second, fraction, after, zone]: Clock,
  calendar: Calendar = 'GREGORIAN',
): Written | null {
  const written = { year: fullYear(writtenYear, calendar), month: writtenMonth, day: writtenDay }
  const gregorian = calendar === 'GREGORIAN' ? written : gregorianDay(calendar, written)
  if (gregorian === null) return null
  const { year, month, day } = gregorian
  const half = before ?? after
  let h = Number(hour ?? 0)
  if (half) {
    if (h > 12 || (h === 0 && !before)) return null
    h = (h % 12) + (AFTERNOON.test(half) ? 12 : 0)
  }
  const [m, s] = [Number(minute ?? 0), Number(second ?? 0)]
  // The end of a day, in ISO 8601 before 2019 and in many programs.
  const isMidnight = !half && h === 24 && m === 0 && s === 0
  const midnight = Date.UTC(year, month - 1, day)
  const isTime = (h < 24 || isMidnight) && m < 60 && s < 60
  if (!isTime || !isRealDay({ year, month, day })) return null
  const wall = midnight + ((h * 60 + m) * 60 + s) * 1_000 + Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))
  const times = { hasTime: hour !== undefined, hasSeconds: second !== undefined }
  return zone ? { wall: wall - zoneMinutes(zone) * 60_000, isMoment: true, ...times } : { wall, isMoment: false, ...times }
}

/** Excel counts days since the end of 1899; a number outside of 1995 to 2100 is not a date. */
const isSerial = (value: number) => value >= 34_700 && value < 73_100

const asWritten = (wall: number, isMoment = false): Written => ({ wall, isMoment, hasTime: true, hasSeconds: true })

/**
 * How a column writes its dates apart from their order. `isDaySecond`: 2026-13-03. `isFrom1904`: days are counted from 1904 instead of 1900.
 * `isSwapped`: dates of the spreadsheet have day and month exchanged.
 */
export type DateHabits = {
  isDaySecond?: boolean
  isCroatian?: boolean
  calendar?: Calendar | undefined
  isFrom1904?: boolean
  isSwapped?: boolean
}

/** Most dates of a file: digits and marks, and a time of day after one blank. */
export const DAY_AND_TIME = /^(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?) (\d{1,2}):(\d{2})(?::(\d{2}))?$/
const midnights = (order: DateOrder, isDaySecond: boolean) => cached((day) => longDateIn(day, order, { isDaySecond })?.wall ?? null)
/** The midnights of days as written, which a file repeats in many rows. */
const MIDNIGHTS = new Map(DATE_ORDERS.map((order) => [order, { asUsual: midnights(order, false), daySecond: midnights(order, true) }]))

/** Parses the date in a cell, in the given order if it is ambiguous. */
export function dateIn(cell: Cell | undefined, order: DateOrder, habits: DateHabits = {}): Written | null {
  if (habits.isSwapped && isOfSpreadsheet(cell)) {
    const written = longDateIn(cell, order)
    return written && { ...written, wall: swapped(written.wall) ?? written.wall }
  }
  const isGregorian = habits.calendar === undefined || habits.calendar === 'GREGORIAN'
  const short = isGregorian && typeof cell === 'string' ? DAY_AND_TIME.exec(cell) : null
  if (!short) return longDateIn(cell, order, habits)
  const [, day = '', hour, minute, second] = short
  const midnight = MIDNIGHTS.get(order)?.[habits.isDaySecond ? 'daySecond' : 'asUsual'](day) ?? null
  const [h, m, s] = [Number(hour), Number(minute), Number(second ?? 0)]
  if (h === 24) return longDateIn(cell, order, habits)
  if (midnight === null || h > 23 || m > 59 || s > 59) return null
  return { wall: midnight + ((h * 60 + m) * 60 + s) * 1_000, isMoment: false, hasTime: true, hasSeconds: second !== undefined }
}

/** A date of any form. */
function longDateIn(cell: Cell | undefined, order: DateOrder, habits: DateHabits = {}): Written | null {
  if (cell instanceof Date) return Number.isFinite(cell.getTime()) ? asWritten(cell.getTime()) : null
  if (typeof cell === 'number') {
    if (isSerial(cell)) return asWritten(msOfDays(cell) - 25_569 * 86_400_000)
    if (Number.isInteger(cell) && cell > 1_000_000 && cell < 1_400_000) return longDateIn(String(cell), order, habits)
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
    if (order === 'YEAR_FIRST' && parted[4]?.length === 2) return wallOf([first, second, year], clock, habits.calendar)
    return wallOf(order === 'MONTH_FIRST' ? [year, first, second] : [year, second, first], clock, habits.calendar)
  }
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) {
    const [year, second, third] = [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])]
    const [month, day] = habits.isDaySecond ? [third, second] : [second, third]
    return wallOf([year, month, day], yearFirst.slice(4) as Clock, habits.calendar)
  }
  const compact = COMPACT.exec(text)
  if (compact) {
    const [, year, month, day, hour, minute, second, fraction, zone] = compact
    return wallOf([Number(year), Number(month), Number(day)], [undefined, hour, minute, second, fraction, undefined, zone])
  }
  const dayFirst = NAMED_DAY_FIRST.exec(text)
  if (dayFirst) {
    const month = monthNamed(dayFirst[2] ?? '', habits.isCroatian)
    return wallOf([Number(dayFirst[3]), month, Number(dayFirst[1])], dayFirst.slice(4) as Clock, habits.calendar)
  }
  const monthFirst = NAMED_MONTH_FIRST.exec(text)
  if (monthFirst)
    return wallOf(
      [Number(monthFirst[3]), monthNamed(monthFirst[1] ?? ''), Number(monthFirst[2])],
      monthFirst.slice(4) as Clock,
      habits.calendar,
    )
  return /^\d{5}[.,]\d+$|^\d{5}$/.test(text) || EPOCH.test(text) ? dateIn(Number(text.replace(',', '.')), order) : null
}

/** Other habits than those of most columns. */
export const OTHER_HABITS: DateHabits = { isDaySecond: true, isCroatian: true }

/** Whether a cell is a date in any order. */
export const isDate = (cell: Cell | undefined): boolean =>
  (dateIn(cell, 'DAY_FIRST') ?? dateIn(cell, 'MONTH_FIRST') ?? dateIn(cell, 'DAY_FIRST', OTHER_HABITS)) !== null
