/** Local days computed with the platform's calendar only, searched in steps at which every zone changes its clocks. */
const STEP = 15 * 60_000

type DayOf = (at: number) => string

/** The local date in a time zone: 2028-02-29. */
export function daysIn(timeZone: string): DayOf {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const known = new Map<number, string>()
  return (at) => {
    const day = known.get(at) ?? calendar.format(at)
    known.set(at, day)
    return day
  }
}

/** The start of each day, found by searching for the first quarter of an hour with its date. */
export function beginnings(timeZone: string): (day: string) => number {
  const dayOf = daysIn(timeZone)
  const known = new Map<string, number>()
  return (day) => {
    const begun = known.get(day)
    if (begun !== undefined) return begun
    let at = Date.parse(`${day}T00:00:00Z`) - 16 * 3_600_000
    while (dayOf(at) < day) at += STEP
    known.set(day, at)
    return at
  }
}

/** The date this many days later. */
export const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The same date of another month, or that month's last. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return `${first.toISOString().slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`
}

/** The same date of another month, or the first date after that month if it has none. */
export function sameDateLater(day: string, months: number): string {
  const date = monthsLater(day, months)
  return date.slice(8) === day.slice(8) ? date : later(date, 1)
}

/** All days from `from` until right before `until`. */
export function daysBetween(from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day < until; day = later(day, 1)) days.push(day)
  return days
}
