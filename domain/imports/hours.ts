import { type Cell, plainDigits, shown } from './cell.ts'
import { msOfDays } from './day-parts.ts'

const HOUR_OF_DAY =
  /^(?:klo\s|kl\.?\s)?(午前|午後|上午|下午|오전|오후|d[eu]\.)?\s*(\d{1,2})\s*([:.h時时点點시])\s*(\d{2}|\d(?=[分분]))(?:[:.分분]\s?(\d{2})(?:[.,]\d+)?)?[秒分초분]?\s*(?:([ap])(?:\.?\s?m)?\.?|([πμ])\.?\s?μ\.?|([صم]|öö|ös|sa|ch)|uhr|uur|u\.?|hrs?\.?|hs|h|min|ч\.?|น\.?)?$/i
const AFTERNOON = /^(?:p|午後|下午|오후|م|μ|du\.|ch|ös)$/i
/** 9, 9h, 2 PM and 午後2時: an hour without minutes. */
const WHOLE_HOUR =
  /^(?:klo\s|kl\.?\s)?(午前|午後|上午|下午|오전|오후)?\s*(\d{1,2})\s*(?:h|hrs?\.?|hs|uhr|時|时|点|點|시|ч\.?|([ap])\.?\s?m\.?)?$/i
/** 905, 1405 or 140509: hours, minutes and seconds without marks. */
const UNDIVIDED = /^(\d{1,2})(\d{2})(\d{2})?$/

/** The part of a day that spreadsheets write for a time: 0.420138888888889. With two decimals it is an hour and minutes: 0.42. */
const DAY_PART = /^0?[.,](?:\d|\d{3,17})$/
const dayPart = (text: string) => msOfDays(Number(text.replace(',', '.'))) % 86_400_000

/** The time of day beside a day that is written as a serial number, where each fraction is a part of the day. */
export const hourBeside = (day: Cell, cell: Cell): number | null =>
  /^\d{5}$/.test(shown(day)) && /^0?[.,]\d{1,17}$/.test(shown(cell)) ? dayPart(shown(cell)) : hourIn(cell)

const ofDay = (hour: number, minute: number, second: number) =>
  hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1_000 : null

/** The time of day in a cell, in milliseconds since midnight. */
export function hourIn(cell: Cell): number | null {
  if (cell instanceof Date) return ((cell.getTime() % 86_400_000) + 86_400_000) % 86_400_000
  if (typeof cell === 'number' && cell >= 0 && cell < 1) return msOfDays(cell)
  if (typeof cell === 'number' && Number.isInteger(cell) && cell < 24) return cell < 0 ? null : cell * 3_600_000
  const text = plainDigits(shown(cell))
  if (text.length > 60) return null
  if (DAY_PART.test(text)) return dayPart(text)
  const plain = UNDIVIDED.exec(text)
  if (plain && text.length > 2) return ofDay(Number(plain[1]), Number(plain[2]), Number(plain[3] ?? 0))
  const whole = WHOLE_HOUR.exec(text)
  if (whole) {
    const half = whole[1] ?? whole[3]
    const hour = Number(whole[2])
    if (half === undefined) return ofDay(hour, 0, 0)
    return hour > 12 ? null : ofDay((hour % 12) + (AFTERNOON.test(half) ? 12 : 0), 0, 0)
  }
  const match = HOUR_OF_DAY.exec(text)
  if (!match) return null
  const half = match[1] ?? match[6] ?? match[7] ?? match[8]
  if (half !== undefined && Number(match[2]) > 12) return null
  const hour = half === undefined ? Number(match[2]) : (Number(match[2]) % 12) + (AFTERNOON.test(half) ? 12 : 0)
  const [minute, second] = [Number(match[4]), Number(match[5] ?? 0)]
  // The end of the day.
  if (half === undefined && hour === 24 && minute === 0 && second === 0) return 86_400_000
  return ofDay(hour, minute, second)
}

const ENDS = /^(.+?)\s?(?:-|–|—|~|〜|to|bis|à|do|a|až|-\s)\s?(\d.*)$/u

/** Whether a cell is a span from a full hour, such as 10:00-11:00, or 10-11 in a column of times, for which a row has a total. */
export function isHourSpan(cell: Cell, isTime: boolean): boolean {
  const ends = typeof cell === 'string' && cell.length < 40 ? ENDS.exec(plainDigits(cell).trim()) : null
  const [from = '', until = ''] = [ends?.[1], ends?.[2]?.replace(/^24/, '0')]
  // Slots are written like 1-10.
  if (!isTime && !(isHour(from) && isHour(until))) return false
  const [begin, end] = [hourIn(from), hourIn(until)]
  return begin !== null && end !== null && begin % 3_600_000 === 0
}

/** Whether a time of day in a column of its own is an hour without minutes. */
export const isWholeHour = (cell: Cell): boolean =>
  !(cell instanceof Date) && WHOLE_HOUR.test(plainDigits(shown(cell))) && hourIn(cell) !== null

const TIME_HEAD =
  /(?:^| )(?:time|hour|hr|uhrzeit|zeit|stunde|hora|heure|godzina|godz|ora|tijd|uur|tid|klokkeslæt|klokkeslett|kl|time of day|kello|kellonaika|klo|jam|pukul|saati?|čas|cas|hodina|ido|ora|час|время|ч|ωρα)$|時刻|时间|時間|时刻|시간|시각|เวลา|الوقت|الساعة|ساعت|زمان/u
/** Whether a header in the form of `plainHead` names a time of day. */
export const isTimeHead = (head: string): boolean => TIME_HEAD.test(head)

const HALF = /^(?:([ap])\.?\s?m\.?|午前|上午|오전|午後|下午|오후)$/i

/** The half of the day in a cell of its own; null for any other text. */
export function halfIn(cell: Cell): 'AM' | 'PM' | null {
  const half = typeof cell === 'string' ? HALF.exec(plainDigits(cell).trim()) : null
  return half && (AFTERNOON.test(half[1] ?? half[0]) ? 'PM' : 'AM')
}

const HALF_DAY = 43_200_000

/** A time of day whose half is written elsewhere, in milliseconds; null if they contradict each other. */
export function inHalf(time: number, half: 'AM' | 'PM'): number | null {
  if (half === 'PM') return time < HALF_DAY ? time + HALF_DAY : time
  return time < HALF_DAY ? time : time < HALF_DAY + 3_600_000 ? time - HALF_DAY : null
}

/** Whether a cell is a time of day, and not possibly an amount or a number: 10:05, but neither 10.05 nor 1005. */
export const isHour = (cell: Cell): boolean =>
  cell instanceof Date
    ? cell.getTime() < 0 || cell.getUTCFullYear() < 1901
    : typeof cell === 'string' && hourIn(cell) !== null && /[:h時时点點시น]|\d\s?[ap]\.?\s?m/i.test(plainDigits(cell))
