import { getSession } from '#app/data/device.ts'
import { formats } from '#app/data/formats.ts'
import { momentAt } from '#domain/calendar.ts'

/** A day without a time, in the format of the dates beside it. */
export const dayWords = (day: string): string => formats().date(momentAt(Date.parse(`${day}T12:00:00Z`), getSession().account.timezone))
