import type { Moment } from '#domain/time.ts'
import type { ClockSample, ClockSamples, Steady } from './records.ts'

/** Number of samples that the offset is computed from. */
const MAX_SAMPLES = 5

/** Two samples that differ by more than this were taken before and after the clock was set. */
const JUMP = 30_000

/** A response that takes longer is not used as a sample. */
const MAX_ROUND_TRIP_MS = 2 * 60_000

/** Wall and steady clock that differ by at most this ran evenly. */
export const DRIFT = 5_000

/** `steady` is taken at receipt; `tookMs` is the round trip by the steady clock. */
export type Answered = { sentAt: Moment; receivedAt: Moment; serverTime: Moment; steady: Steady; tookMs: number }

/** Both clocks of a device at one moment. */
type Clocks = { now: Moment; steady: Steady }

/**
 * Adds a sample: the server's time compared to the middle of the round trip. `at`: when it is stored, which may be long after its receipt
 * because a browser can suspend a tab in between.
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
  // The clock was set during the request or since, so the sample is not usable.
  if (Math.abs(wall - answer.tookMs) > DRIFT || roundTrip > MAX_ROUND_TRIP_MS) return { samples: [...samples] }
  if (!ranEvenly(sample, at)) return { samples: [...samples] }
  // The clock was set, so earlier samples are no longer valid.
  const same = samples.filter(({ offset, roundTrip: other }) => Math.abs(offset - sample.offset) <= JUMP + roundTrip + other)
  // Another tab may have stored a later one first.
  return { samples: [...same, sample].toSorted((a, b) => a.takenAt - b.takenAt).slice(-MAX_SAMPLES) }
}

/** Whether the clock was neither set nor stopped since a sample of this run of the app. */
const ranEvenly = ({ takenAt, steady }: ClockSample, at: Clocks): boolean =>
  steady?.run === at.steady.run && Math.abs(at.now - takenAt - (at.steady.at - steady.at)) <= DRIFT

/** Milliseconds to add to this device's clock, from the fastest of the last samples; null before the first contact with the server. */
export function offsetOf({ samples }: ClockSamples): number | null {
  const quickest = samples.reduce<ClockSamples['samples'][number] | null>(
    (best, sample) => (best === null || sample.roundTrip <= best.roundTrip ? sample : best),
    null,
  )
  return quickest?.offset ?? null
}

/** The last sample, with the best known offset; null before the first contact with the server. */
export const lastSample = (clock: ClockSamples): ClockSample | null => asSample(clock, clock.samples.at(-1))

/** The last sample of this run of the app, whose steady clock shows its age; another tab may have a later one. */
export const lastSampleOfRun = (clock: ClockSamples, { run }: Steady): ClockSample | null =>
  asSample(
    clock,
    clock.samples.findLast(({ steady }) => steady?.run === run),
  )

const asSample = (clock: ClockSamples, sample: ClockSample | undefined): ClockSample | null =>
  sample ? { ...sample, offset: offsetOf(clock) ?? sample.offset } : null

/** Whether this run of the app has no sample, one that is too old for timestamps, or the clock did not run evenly since. */
export const needsSample = (clock: ClockSamples, at: Clocks): boolean => {
  const last = lastSampleOfRun(clock, at.steady)
  return !last || !ranEvenly(last, at) || at.now - last.takenAt > 10 * 60_000
}

/** A stamp more than this ahead of now came from a wrong clock, and the next stamp does not follow it. */
const LEAD = 60 * 60_000

/** The next stamp of this device: strictly later than the previous one, so that the order of operations is preserved. */
export const nextStamp = (corrected: Moment, last: Moment): Moment => (last >= corrected && last - corrected < LEAD ? last + 1 : corrected)
