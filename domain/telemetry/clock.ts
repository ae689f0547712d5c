import { MINUTE, type Moment } from '../time.ts'

/** A smaller difference is ignored because of the transmission time. */
const OFF = 2 * MINUTE

/** A later time is not plausible. */
const AHEAD = 5 * MINUTE

/** How far a device's clock is behind, from the times of sending and receipt; 0 if it is correct or unknown. */
export const clockOffset = (sentAt: Moment | null, receivedAt: Moment): number =>
  sentAt === null || Math.abs(receivedAt - sentAt) <= OFF ? 0 : receivedAt - sentAt

/** The first day of any list. A clock with an earlier day was reset. */
const EARLIEST = Date.UTC(2018, 1, 1)

/** The best known time of a device event: a time in the future, or before any list, becomes now. */
export function happenedAt(at: Moment, offset: number, receivedAt: Moment): Moment {
  const corrected = at + offset
  return corrected - receivedAt > AHEAD || corrected < EARLIEST ? receivedAt : corrected
}
