export const DAY_MINUTES = 24 * 60

/** A time ("08:30") in minutes of the day. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Minutes of the day as a time ("08:30"). The end of the day is "24:00". */
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The same for a time field, which shows the end of the day as "00:00". */
export const fieldTimeOf = (minutes: number): string => timeOf(minutes % DAY_MINUTES)

/** Whether an end is on the day after its begin, both as in a time field. The end of the day is "00:00". */
export const endsNextDay = (from: string, until: string): boolean => until !== '' && until !== '00:00' && until < from
