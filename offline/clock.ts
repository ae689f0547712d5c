import type { Moment } from '#domain/time.ts'
import type { ClockSample, ClockSamples, Steady } from './records.ts'

/** How many answers the offset is taken from. */
const KEPT = 5

/** Two samples that differ by more than this stand on both sides of a change of the clock. */
const JUMP = 30_000

/** No answer is waited for longer than this. */
const LONGEST = 2 * 60_000

/** Wall and steady clock that differ by no more than this ran side by side. */
export const DRIFT = 5_000

/** `steady` is of the moment of receipt, `tookMs` the round trip by the steady clock. */
export type Answered = { sentAt: Moment; receivedAt: Moment; serverTime: Moment; steady: Steady; tookMs: number }

/** Both clocks of a device at one moment. */
export type Clocks = { now: Moment; steady: Steady }

/**
 * What one answer tells of our clock: the server's time against the middle of the round trip. `at`: when it is written down, which may be
 * long after it was heard, because a browser can stop a tab in between.
 */
export function addSample({ samples }: ClockSamples, answer: Answered, at: Clocks): ClockSamples {
  const wall = answer.receivedAt - answer.sentAt
  const roundTrip = Math.max(0, wall)
  const sample = {
    offset: Math.round(answer.serverTime - (answer.sentAt + roundTrip / 2)),
    roundTrip,
    takenAt: answer.receivedAt,
    steady: answer.steady,
  }
  // The clock was set while the answer was on its way, or since: nothing is learnt from that.
  if (Math.abs(wall - answer.tookMs) > DRIFT || roundTrip > LONGEST) return { samples: [...samples] }
  if (!ranEvenly(sample, at)) return { samples: [...samples] }
  // Somebody set the clock: what was measured before says nothing any more.
  const same = samples.filter(({ offset, roundTrip: other }) => Math.abs(offset - sample.offset) <= JUMP + roundTrip + other)
  // Another tab may have written down a later one first.
  return { samples: [...same, sample].toSorted((a, b) => a.takenAt - b.takenAt).slice(-KEPT) }
}

/** Whether the clock was neither set nor stopped since a comparison of this run of the app. */
const ranEvenly = ({ takenAt, steady }: ClockSample, at: Clocks): boolean =>
  steady?.run === at.steady.run && Math.abs(at.now - takenAt - (at.steady.at - steady.at)) <= DRIFT

/** Milliseconds to add to this device's clock, from the quickest of the last answers; null where no server has been heard. */
export function offsetOf({ samples }: ClockSamples): number | null {
  const quickest = samples.reduce<ClockSamples['samples'][number] | null>(
    (best, sample) => (best === null || sample.roundTrip <= best.roundTrip ? sample : best),
    null,
  )
  return quickest?.offset ?? null
}

/** The last comparison with the server, with the offset that is known best; null where no server has been heard. */
export const lastHeard = (clock: ClockSamples): ClockSample | null => asHeard(clock, clock.samples.at(-1))

/** The last one of this run of the app, whose steady clock tells how long ago it was: another tab may have heard the server since. */
export const lastHeardHere = (clock: ClockSamples, { run }: Steady): ClockSample | null =>
  asHeard(
    clock,
    clock.samples.findLast(({ steady }) => steady?.run === run),
  )

const asHeard = (clock: ClockSamples, sample: ClockSample | undefined): ClockSample | null =>
  sample ? { ...sample, offset: offsetOf(clock) ?? sample.offset } : null

/** Whether this run of the app has no sample, one that is too old to stamp by, or the clock did not run evenly since. */
export const needsSample = (clock: ClockSamples, at: Clocks): boolean => {
  const last = lastHeardHere(clock, at.steady)
  return !last || !ranEvenly(last, at) || at.now - last.takenAt > 10 * 60_000
}

/** More than this ahead of now, a stamp was given by a clock that was wrong; the next one does not follow it there. */
const LEAD = 60 * 60_000

/** The next stamp of this device: strictly later than the one before, so that what was done in order stays in order. */
export const nextStamp = (corrected: Moment, last: Moment): Moment => (last >= corrected && last - corrected < LEAD ? last + 1 : corrected)
