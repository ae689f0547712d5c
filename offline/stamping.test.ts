import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#domain/time.ts'
import type { ClockSamples, OutboxEntry } from './records.ts'
import { stampAll } from './stamping.ts'

type Sample = ClockSamples['samples'][number]

const START = Date.UTC(2026, 4, 4, 6)
const LAST = { old: 0, placed: 0, order: 0 }

/** A sample at this true time, with the wall clock this far ahead. */
const sampleAt = (at: number, run: string, ahead = 0): Sample => ({
  offset: -ahead,
  roundTrip: 100,
  takenAt: START + at + ahead,
  steady: { run, at },
})

const entryAt = (at: number, run: string, heard: Sample, ahead = 0): OutboxEntry => ({
  opId: 'an operation',
  call: 'restockSlots',
  machineId: 7,
  body: [],
  state: 'queued',
  rawAt: START + at + ahead,
  order: 1,
  steady: { run, at },
  heard,
  heardHere: heard.steady?.run === run ? heard : null,
  occurredAt: null,
  clockOffset: null,
  uncertainSince: null,
  attempts: 0,
  refusal: null,
  warnings: [],
})

const stampOf = (entry: OutboxEntry, samples: Sample[], now: number) => {
  const [stamped] = stampAll([entry], { samples, last: LAST, now: START + now }).entries
  return { at: (stamped?.occurredAt ?? 0) - START, since: stamped?.uncertainSince == null ? null : stamped.uncertainSince - START }
}

describe('the time of an operation', () => {
  it('is not limited by an earlier sample that another tab stored late', () => {
    const [heard, late] = [sampleAt(0, 'one tab'), sampleAt(MINUTE, 'one tab')]
    const entry = entryAt(2 * MINUTE, 'another tab', heard)
    expect(stampOf(entry, [heard, late], 3 * MINUTE)).toEqual({ at: 2 * MINUTE, since: 0 })
  })

  it('is uncertain if the clock was set to the same wrong time twice', () => {
    const before = sampleAt(0, 'the first run')
    const [recorded, secondTime] = [2 * HOUR, 5 * HOUR]
    const behind = (at: number) => -(START + at)
    const entry = entryAt(recorded, 'the first run', before, behind(recorded))
    const after = sampleAt(secondTime, 'the second run', behind(secondTime) + SECOND)
    const { since } = stampOf(entry, [after], secondTime)
    expect(since).toBe(recorded)
  })

  it('follows the steady clock if the wall clock was set within minutes', () => {
    const before = sampleAt(0, 'this run', -HOUR)
    const entry = entryAt(SECOND, 'this run', before, 50 * 365 * 24 * HOUR)
    const after = sampleAt(MINUTE, 'the next run')
    expect(stampOf(entry, [after], 2 * MINUTE)).toEqual({ at: SECOND, since: null })
  })

  it('before the first sample follows the steady clock unless the phone slept', () => {
    const first = { ...entryAt(SECOND, 'this run', sampleAt(0, 'this run')), heard: null, heardHere: null }
    const setAhead = sampleAt(MINUTE, 'this run', 72 * 365 * 24 * HOUR)
    expect(stampOf(first, [setAhead], MINUTE + 72 * 365 * 24 * HOUR)).toEqual({ at: SECOND, since: SECOND - 24 * HOUR })
    const slept = { ...sampleAt(10 * HOUR, 'this run'), steady: { run: 'this run', at: MINUTE } }
    expect(stampOf(first, [slept], 10 * HOUR).at).toBe(SECOND)
  })
})
