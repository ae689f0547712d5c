import type { Calendar } from '../imports.ts'
import { cached } from './cached.ts'

type Day = { year: number; month: number; day: number }

const DAY = 86_400_000
const NAMES = { BUDDHIST: 'buddhist', MINGUO: 'roc', PERSIAN: 'persian' } as const
/** Years that are added for the year in which a date begins its search. */
const AHEAD = { BUDDHIST: -543, MINGUO: 1911, PERSIAN: 621 } as const

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(name: string): Intl.DateTimeFormat {
  const known = formats.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat(`en-u-ca-${name}-nu-latn`, { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' })
  formats.set(name, format)
  return format
}

function partsOf(name: string, at: number): Day {
  const parts = formatOf(name).formatToParts(at)
  const part = (of: string) => Number(parts.find(({ type }) => type === of)?.value)
  return { year: part('year'), month: part('month'), day: part('day') }
}

/** More steps than a search needs; a date that does not exist is never found. */
const MAX_STEPS = 12

const midnights = cached((key): number => {
  const [calendar, year = 0, month = 0, day = 0] = key.split(' ').map((part, at) => (at === 0 ? part : Number(part))) as [
    keyof typeof NAMES,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN
  let at = Date.UTC(year + AHEAD[calendar], month - 1, day)
  for (let step = 0; step < MAX_STEPS; step++) {
    const found = partsOf(NAMES[calendar], at)
    const off = (year - found.year) * 365 + (month - found.month) * 30 + (day - found.day)
    if (off === 0 && found.month === month && found.year === year) return at
    // Months have different lengths: the last of one may look like the first of the next.
    const isLater = found.year > year || (found.year === year && found.month > month)
    at += (off === 0 ? (isLater ? -1 : 1) : off) * DAY
  }
  return Number.NaN
})

/** The day of the Gregorian calendar; null if the other calendar has no such day. */
export function gregorianDay(calendar: Calendar, { year, month, day }: Day): Day | null {
  if (calendar === 'GREGORIAN') return { year, month, day }
  const date = new Date(midnights(`${calendar} ${year} ${month} ${day}`))
  return Number.isNaN(date.getTime()) ? null : { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The oldest dates that files contain. */
const YEARS_BACK = 25
/** A Hijri year has 354 days, so that its distance changes by a year in 33 years. */
const HIJRI_AHEAD = 579

/** The calendar whose years are recent, for dates that were read as Gregorian; null if none is. */
export function calendarOfYears(least: number, most: number, thisYear: number): Calendar | 'HIJRI' | null {
  const isRecent = (ahead: number) => most + ahead <= thisYear && least + ahead > thisYear - YEARS_BACK
  if (least > 1_800 && most < 2_300) return 'GREGORIAN'
  if (isRecent(AHEAD.BUDDHIST)) return 'BUDDHIST'
  if (isRecent(AHEAD.MINGUO)) return 'MINGUO'
  if (isRecent(AHEAD.PERSIAN)) return 'PERSIAN'
  return isRecent(HIJRI_AHEAD) ? 'HIJRI' : null
}

/** Years before the Gregorian year with two digits: 69 is 2569, and also 2026. */
const SHORT_BUDDHIST = 43
export const isShortBuddhist = (least: number, most: number, thisYear: number): boolean =>
  most > thisYear && most - SHORT_BUDDHIST <= thisYear && least - SHORT_BUDDHIST > thisYear - YEARS_BACK

/** Whether years with two digits are recent Persian ones: 04 is 1404, and 2025 or 2026. */
export const isShortPersian = (least: number, most: number, thisYear: number): boolean =>
  1_400 + most + AHEAD.PERSIAN <= thisYear && 1_400 + least + AHEAD.PERSIAN > thisYear - 5

/** The full year of a year with two digits. */
export const fullYear = (year: number, calendar: Calendar): number =>
  year >= 100 || calendar === 'MINGUO'
    ? year
    : calendar === 'BUDDHIST'
      ? 2_500 + year
      : calendar === 'PERSIAN'
        ? 1_400 + year
        : 2_000 + year
