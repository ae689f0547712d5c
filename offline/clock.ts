import type { Moment } from '#domain/time.ts'
import type { ClockSamples } from './records.ts'

/** How many answers the offset is taken from. */
const KEPT = 5

/** Two samples that differ by more than this stand on both sides of a change of the clock. */
const JUMP = 30_000

/** What one answer tells of our clock: the server's time against the middle of the round trip. */
export function addSample({ samples }: ClockSamples, answer: { sentAt: Moment; receivedAt: Moment; serverTime: Moment }): ClockSamples {
  const roundTrip = Math.max(0, answer.receivedAt - answer.sentAt)
  const sample = { offset: Math.round(answer.serverTime - (answer.sentAt + roundTrip / 2)), roundTrip, takenAt: answer.receivedAt }
  // Somebody set the clock: what was measured before says nothing any more.
  const same = samples.filter(({ offset, roundTrip: other }) => Math.abs(offset - sample.offset) <= JUMP + roundTrip + other)
  return { samples: [...same, sample].slice(-KEPT) }
}

/** Milliseconds to add to this device's clock, from the quickest of the last answers; null where no server has been heard. */
export function offsetOf({ samples }: ClockSamples): number | null {
  const quickest = samples.reduce<ClockSamples['samples'][number] | null>(
    (best, sample) => (best === null || sample.roundTrip <= best.roundTrip ? sample : best),
    null,
  )
  return quickest?.offset ?? null
}

/** Whether the last sample is too old to stamp by, or the clock has gone backwards since. */
export const needsSample = ({ samples }: ClockSamples, now: Moment): boolean => {
  const last = samples.at(-1)
  return last === undefined || now - last.takenAt > 10 * 60_000 || now < last.takenAt
}

/** More than this ahead of now, a stamp was given by a clock that was wrong; the next one does not follow it there. */
const LEAD = 60 * 60_000

/** The next stamp of this device: strictly later than the one before, so that what was done in order stays in order. */
export const nextStamp = (corrected: Moment, last: Moment): Moment => (last >= corrected && last - corrected < LEAD ? last + 1 : corrected)
