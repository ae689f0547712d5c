import { DAY, MINUTE, type Moment, SECOND } from '#domain/time.ts'
import { DRIFT, nextStamp, offsetOf } from './clock.ts'
import type { ClockSamples, OutboxEntry } from './records.ts'

/**
 * When operations happened, by the server's clock.
 *
 * The clock of a phone can be set between recording and sending, so one offset is not enough. Every entry contains the device's wall clock,
 * its steady clock (`performance.now`, which cannot be set, but may stop while the phone sleeps and restarts with each run of the app) and
 * the last clock sample. If these agree, the time is certain. Otherwise the time is an estimate, and the entry contains the earliest
 * possible time.
 */

/** Two samples that differ by at most this have the same offset, measured over networks of different speed. */
const SAME = 30 * SECOND

/** A phone that keeps an app open does not sleep longer than this. */
const MAX_SLEEP = 60 * DAY

/** A time known to this precision counts as certain. */
const CERTAIN = 2 * MINUTE

type Sample = ClockSamples['samples'][number]
type Recorded = Pick<OutboxEntry, 'rawAt' | 'steady' | 'heard' | 'heardHere'>
export type Stamped = OutboxEntry & { occurredAt: Moment }

/**
 * The last stamps: of an entry of an older app, which has no position, and of one with a position. `order`: that position. Entries with an
 * earlier position, because they were locked away meanwhile, do not follow it.
 */
export type Last = { old: Moment; placed: Moment; order: number }

/** The input of stamping: clock samples, the last stamps, and the device's own time. */
export type Known = ClockSamples & { last: Last; now: Moment }

/**
 * Assigns times to the entries that have none, in order of recording. Existing times do not change. Returns the entries and the last times.
 */
export function stampAll(entries: readonly OutboxEntry[], { samples, last, now }: Known): { entries: Stamped[]; last: Last } {
  const offset = offsetOf({ samples })
  const estimates = entries.map((entry) => (entry.occurredAt === null ? estimate(entry, samples) : null))
  // What is recorded later happened later, which limits uncertain times before it.
  let limit = Number.POSITIVE_INFINITY
  for (const found of estimates.toReversed()) {
    if (!found) continue
    if (found.since === null) limit = Math.min(limit, found.at)
    else found.at = Math.min(found.at, limit - 1)
  }
  const serverNow = now + (offset ?? 0)
  let { old } = last
  let newest = 0
  let end = last
  const stamped = entries.map((entry, index): Stamped => {
    const found = estimates[index]
    if (entry.order != null && entry.order > last.order) newest = Math.max(newest, last.placed)
    if (!found) {
      if (entry.order != null) newest = Math.max(newest, entry.occurredAt ?? 0)
      return entry as Stamped
    }
    if (entry.order == null) {
      old = nextStamp(found.at, old)
      return { ...entry, occurredAt: old, clockOffset: offset }
    }
    // A stamp from the future came from a wrong clock, and nothing follows it.
    const at = newest >= found.at && newest <= serverNow ? newest + 1 : found.at
    const since = found.since ?? (at - found.at > CERTAIN ? found.at : null)
    newest = Math.max(newest <= serverNow ? newest : 0, at)
    if (entry.order > last.order) end = { ...last, placed: newest, order: entry.order }
    return { ...entry, occurredAt: at, clockOffset: offset, uncertainSince: since === null ? null : Math.min(since, at) }
  })
  return { entries: stamped, last: { ...end, old } }
}

/** The times that the entries would get now, for display before they are sent. */
export const shownTimes = (entries: readonly OutboxEntry[], known: Omit<Known, 'last'>): OutboxEntry[] =>
  stampAll(entries, { ...known, last: { old: 0, placed: 0, order: 0 } }).entries.map((entry, index) => ({
    ...entry,
    clockOffset: entries[index]?.clockOffset ?? null,
  }))

/** Whether the time of an entry would be an estimate. */
export const isUncertain = (entry: OutboxEntry, samples: readonly Sample[]): boolean =>
  entry.occurredAt === null && estimate(entry, samples).since !== null

type Estimate = { at: Moment; since: Moment | null }

function estimate(entry: Recorded, samples: readonly Sample[]): Estimate {
  const offset = offsetOf({ samples: [...samples] })
  const { rawAt, steady, heard, heardHere } = entry
  // Written by an older app, which did not record the state of its clock.
  if (!steady) return { at: rawAt + (offset ?? 0), since: null }
  const before = heard ?? null
  const here = heardHere ?? null
  const after = samplesAfter(entry, samples)
  const afterOffset = offsetOf({ samples: after })

  const runsWith = (sample: Sample) => relationOf(entry, sample) === 'even'
  if (afterOffset !== null && after.some(runsWith)) return { at: rawAt + afterOffset, since: null }
  for (const sample of [before, here]) if (sample && runsWith(sample)) return { at: rawAt + sample.offset, since: null }

  const earliest = Math.max(...[before, here].map((sample) => (sample ? earliestAfter(sample, entry) : Number.NEGATIVE_INFINITY)))
  const latest = Math.min(
    ...after.filter((sample) => (elapsed(sample, entry) ?? 0) <= 0).map((sample) => serverTimeOf(sample) + (elapsed(sample, entry) ?? 0)),
  )
  const within = (at: Moment) => Math.max(Math.min(at, latest), earliest)
  const bySteady = [before, here].some((sample) => sample && elapsed(sample, entry) !== null)
  if (latest - earliest <= CERTAIN) {
    const byWall = rawAt + (afterOffset ?? 0)
    return { at: bySteady && byWall !== within(byWall) ? earliest : within(byWall), since: null }
  }

  const fits = (by: number, isSet: boolean) => !isSet && rawAt + by >= earliest - SAME && rawAt + by <= latest + SAME
  const wasSetBefore = before !== null && [before, here].some((sample) => sample && relationOf(entry, sample) === 'set')
  const fitsAfter =
    afterOffset !== null &&
    fits(
      afterOffset,
      after.some((sample) => relationOf(entry, sample) === 'set'),
    )
  const fitsBefore = before !== null && fits(before.offset, wasSetBefore)
  if (afterOffset === null) {
    const byWall = within(rawAt + (before?.offset ?? offset ?? 0))
    // Without a sample since, the phone slept for a moment or its clock was set a moment ago. The steady clock is closer to the truth.
    if (bySteady) return { at: earliest, since: Math.abs(byWall - earliest) > CERTAIN ? earliest : null }
    const isCertain = before === null || (fitsBefore && !samples.some((sample) => isBeforeOrAfter(sample, entry)))
    return { at: byWall, since: isCertain ? null : earliest }
  }
  const byWall = rawAt + (fitsAfter || !fitsBefore || before === null ? afterOffset : before.offset)
  // Before the first sample only the steady clock of the same run shows that the clock was set.
  const isSetSince = before === null && latest - byWall > MAX_SLEEP && latest !== Number.POSITIVE_INFINITY
  const at = within(isSetSince ? latest : byWall)
  // A clock can be set to the same wrong time twice, for example after each empty battery; the steady clock shows it.
  const isContradicted = bySteady && at - earliest > CERTAIN
  const isSameClock = before === null || Math.abs(before.offset - afterOffset) <= SAME || (wasSetBefore && !isContradicted)
  const isCertain = fitsAfter && isSameClock && !isSetSince
  return { at, since: isCertain ? null : before === null ? at - DAY : earliest }
}

/** The samples taken after an entry was recorded. Those taken before the clock was set are no longer stored. */
function samplesAfter(entry: Recorded, samples: readonly Sample[]): Sample[] {
  const { heard } = entry
  if (!heard) return [...samples]
  return samples.filter(
    (sample) => Math.abs(sample.offset - heard.offset) > SAME || (sample.takenAt > heard.takenAt && !isBeforeOrAfter(sample, entry)),
  )
}

/**
 * Whether a sample was taken either before an entry was recorded, by another tab that was suspended before storing it, or after it, once
 * the clock had been set ahead and back.
 */
const isBeforeOrAfter = (sample: Sample, entry: Recorded): boolean =>
  entry.heard != null &&
  Math.abs(sample.offset - entry.heard.offset) <= SAME &&
  sample.takenAt > entry.heard.takenAt &&
  sample.takenAt < entry.rawAt - DRIFT &&
  elapsed(sample, entry) === null

/** The earliest possible time: the steady clock may have stopped since, but never runs ahead. */
const earliestAfter = (sample: Sample, entry: Recorded): Moment => serverTimeOf(sample) + Math.max(0, elapsed(sample, entry) ?? 0)

const serverTimeOf = ({ takenAt, offset }: Sample) => takenAt + offset

/** How long after a sample an entry was recorded by the steady clock, negative if before; null in another run of the app. */
const elapsed = (sample: Sample, { steady }: Recorded): number | null =>
  steady && sample.steady?.run === steady.run ? steady.at - sample.steady.at : null

/**
 * How the wall clock ran between a sample and a recording. even: like the steady clock. set: it was set back. unclear: the phone slept, the
 * clock was set forward, or the app was restarted.
 */
function relationOf(entry: Recorded, sample: Sample): 'even' | 'set' | 'unclear' {
  const wall = entry.rawAt - sample.takenAt
  const steady = elapsed(sample, entry)
  if (steady === null) {
    if (!entry.heard) return 'unclear'
    const isBefore = sample.takenAt === entry.heard.takenAt && sample.offset === entry.heard.offset
    return (isBefore ? wall < -DRIFT : wall > DRIFT) ? 'set' : 'unclear'
  }
  const ahead = wall - steady
  if (Math.abs(ahead) <= DRIFT) return 'even'
  return (steady >= 0 ? ahead < 0 : ahead > 0) ? 'set' : 'unclear'
}
