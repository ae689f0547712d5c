import { HOUR, type Moment } from '#domain/time.ts'

/** `weekday` starts at 0 for Monday. */
export type LocalHour = { at: Moment; weekday: number; hour: number }

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Every hour of a span in local time, so that daylight saving time does not shift the demand. */
export function localHours(from: Moment, to: Moment, timezone: string): LocalHour[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
  const first = Math.floor(from / HOUR) * HOUR
  return Array.from({ length: Math.ceil((to - first) / HOUR) }, (_, index) => {
    const at = first + index * HOUR
    const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]))
    return { at, weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? ''), hour: Number(parts.get('hour')) }
  })
}

export const isWorkday = ({ weekday }: LocalHour) => weekday < 5
