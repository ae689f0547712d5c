import type { Moment } from '#domain/time.ts'
import type { ClockSample, ClockSamples, Steady } from './records.ts'

/** How many answers the offset is taken from. */
const KEPT = 5

/** Two samples that differ by more than this stand on both sides of a change of the clock. */
const JUMP = 30_000

/** No answer is waited for longer than this. */
const LONGEST = 2 * 60_000

type Answered = { sentAt: Moment; receivedAt: Moment; serverTime: Moment; steady: Steady }

/** What one answer tells of our clock: the server's time against the middle of the round trip. */
export function addSample({ samples }: ClockSamples, answer: Answered): ClockSamples {
  const roundTrip = Math.max(0, answer.receivedAt - answer.sentAt)
  const sample = {
    offset: Math.round(answer.serverTime - (answer.sentAt + roundTrip / 2)),
    roundTrip,
    takenAt: answer.receivedAt,
    steady: answer.steady,
  }
  // The clock was set while the answer was on its way: nothing is learnt from that.
  if (answer.receivedAt < answer.sentAt || roundTrip > LONGEST) return { samples: [...samples] }
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

/** The last comparison with the server, with the offset that is known best; null where no server has been heard. */
export function lastHeard(clock: ClockSamples): ClockSample | null {
  const last = clock.samples.at(-1)
  return last ? { ...last, offset: offsetOf(clock) ?? last.offset } : null
}

/** Whether the last sample is too old to stamp by, of another run of the app, or the clock did not run evenly since. */
export const needsSample = ({ samples }: ClockSamples, now: Moment, steady: Steady): boolean => {
  const last = samples.at(-1)
  if (!last?.steady || last.steady.run !== steady.run) return true
  const wall = now - last.takenAt
  return wall > 10 * 60_000 || Math.abs(wall - (steady.at - last.steady.at)) > JUMP
}

/** More than this ahead of now, a stamp was given by a clock that was wrong; the next one does not follow it there. */
const LEAD = 60 * 60_000

/** The next stamp of this device: strictly later than the one before, so that what was done in order stays in order. */
export const nextStamp = (corrected: Moment, last: Moment): Moment => (last >= corrected && last - corrected < LEAD ? last + 1 : corrected)
