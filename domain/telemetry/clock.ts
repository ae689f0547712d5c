import { MINUTE, type Moment } from '../time.ts'

/** A clock that is off by less is right: the way takes its time. */
const OFF = 2 * MINUTE

/** What lies farther ahead has not happened. */
const AHEAD = 5 * MINUTE

/** How far a device's clock is behind, by when it sent and when that came; 0 where it is right or does not tell. */
export const clockOffset = (sentAt: Moment | null, receivedAt: Moment): number =>
  sentAt === null || Math.abs(receivedAt - sentAt) <= OFF ? 0 : receivedAt - sentAt

/** The first day that any list can show. A clock that says an earlier one was reset. */
const EARLIEST = Date.UTC(2018, 1, 1)

/** When an event of a device happened, as far as can be known: what is said to lie ahead, or before any list, happened now. */
export function happenedAt(at: Moment, offset: number, receivedAt: Moment): Moment {
  const corrected = at + offset
  return corrected - receivedAt > AHEAD || corrected < EARLIEST ? receivedAt : corrected
}
