import { momentAt } from '../calendar.ts'
import { HOUR, MINUTE, type Moment } from '../time.ts'
import type { MachineTime } from './machine-time.ts'

/** Where the time of a read-out is from: see the contract. */
export type ReadAtSource = 'CLOCK' | 'FILE' | 'PERSON' | 'DEVICE' | 'RECEIVED'

/** What came with a read-out. `ahead`: how far the machine's clock is known to be ahead; null where it is not known. */
export type ToldReadTime = {
  clock: MachineTime | null
  said: Moment | null
  from: ReadAtSource | null
  ahead: number | null
  timezone: string
  now: Moment
}

export type ReadTime = { at: Moment; from: ReadAtSource }

/** A clock that is ahead by less is right. */
const TOLERANCE = 5 * MINUTE

/** A file is written after the read-out; its date may be in another time zone. */
const FILE_TOLERANCE = 26 * HOUR

/** What the clock of a machine showed, as a moment: its zone is that of the company, until a device has told otherwise. */
export const clockMoment = (clock: MachineTime, timezone: string, ahead: number | null): Moment =>
  momentAt(Date.parse(`${clock}Z`), timezone) - (ahead ?? 0)

/**
 * When a machine was read out. A person or a device that says so is believed. Otherwise the machine's own clock decides, less what it is
 * known to be ahead; the date of a file is the last resort, since copying changes it.
 */
export function readTime({ clock, said, from, ahead, timezone, now }: ToldReadTime): ReadTime {
  const past = (at: Moment) => Math.max(0, Math.min(at, now))
  if (said !== null && from !== 'CLOCK' && from !== 'FILE') return { at: past(said), from: from ?? 'PERSON' }
  if (clock !== null) {
    const at = clockMoment(clock, timezone, ahead)
    const isPossible = at <= now + TOLERANCE && !(from === 'FILE' && said !== null && at > said + FILE_TOLERANCE)
    if (isPossible) return { at: past(at), from: 'CLOCK' }
  }
  return said === null ? { at: now, from: 'RECEIVED' } : { at: past(said), from: 'FILE' }
}
