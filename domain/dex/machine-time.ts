import { isRealDay } from '../calendar.ts'

/** The time of the machine's own clock, "2023-11-27T10:11:00": without a time zone, and often wrong. */
export type MachineTime = string

/** No machine in use was built earlier; an earlier date means that the clock was never set. */
const FIRST_YEAR = 2010

/** `isPresent`: the elements are present; `at` is null if they are not a valid date. */
type ElementTime = { isPresent: boolean; at: MachineTime | null }

/** YYMMDD or YYYYMMDD, HHMM or HHMMSS. Zeros alone mean that there is no time. */
export function machineTime(date: string, time: string): ElementTime {
  if (/^0*$/.test(date)) return { isPresent: false, at: null }
  const [, year = '', month = '', day = ''] = /^(\d{4}|\d{2})(\d{2})(\d{2})$/.exec(date) ?? []
  const [, hour = '00', minute = '00', second = '00'] = /^(\d{2})(\d{2})(\d{2})?$/.exec(time) ?? []
  // Two-digit years: no machine has a date in the 1970s.
  const century = year.length === 4 ? '' : Number(year) < 70 ? '20' : '19'
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const isMoment =
    Number(century + year) >= FIRST_YEAR && isRealDay({ year: Number(century + year), month: Number(month), day: Number(day) }) && isTime
  return { isPresent: true, at: isMoment ? `${century}${year}-${month}-${day}T${hour}:${minute}:${second}` : null }
}
