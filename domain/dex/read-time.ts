import { momentAt } from '../calendar.ts'
import { HOUR, MINUTE, type Moment } from '../time.ts'
import type { MachineTime } from './machine-time.ts'

/** Source of a read-out's time: see the contract. */
export type ReadAtSource = 'CLOCK' | 'FILE' | 'PERSON' | 'DEVICE' | 'RECEIVED'

/** Metadata received with a read-out. `ahead`: the known offset of the machine's clock; null if unknown. */
type StatedReadTime = {
  clock: MachineTime | null
  givenAt: Moment | null
  from: ReadAtSource | null
  ahead: number | null
  timezone: string
  now: Moment
}

type ReadTime = { at: Moment; from: ReadAtSource }

/** A clock that is ahead by less is considered correct. */
const TOLERANCE = 5 * MINUTE

/** A file is written after the read-out, and its date may be in another time zone. */
const FILE_TOLERANCE = 26 * HOUR

/** Converts the machine's clock to a moment, in the company's time zone unless a device reported another one. */
export const clockMoment = (clock: MachineTime, timezone: string, ahead: number | null): Moment =>
  momentAt(Date.parse(`${clock}Z`), timezone) - (ahead ?? 0)

/**
 * Determines when a machine was read. A time given by a person or a device is used as is. Otherwise the machine's clock less its known
 * offset is used; the date of the file is the last resort because copying changes it.
 */
export function readTime({ clock, givenAt, from, ahead, timezone, now }: StatedReadTime): ReadTime {
  const past = (at: Moment) => Math.max(0, Math.min(at, now))
  if (givenAt !== null && from !== 'CLOCK' && from !== 'FILE') return { at: past(givenAt), from: from ?? 'PERSON' }
  if (clock !== null) {
    const at = clockMoment(clock, timezone, ahead)
    const isPossible = at <= now + TOLERANCE && !(from === 'FILE' && givenAt !== null && at > givenAt + FILE_TOLERANCE)
    if (isPossible) return { at: past(at), from: 'CLOCK' }
  }
  return givenAt === null ? { at: now, from: 'RECEIVED' } : { at: past(givenAt), from: 'FILE' }
}
