import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#domain/time.ts'
import { type Answered, addSample, lastSampleOfRun, needsSample, offsetOf } from './clock.ts'

const START = 1_000_000_000
const run = 'this run'

/** A response received this long after the start, with the wall clock this far ahead of the server. */
const sampleAfter = (ms: number, ahead = 0, given: Partial<Answered> = {}): Answered => ({
  sentAt: START + ms + ahead - 100,
  receivedAt: START + ms + ahead,
  serverTime: START + ms - 50,
  steady: { run, at: ms },
  tookMs: 100,
  ...given,
})
const clocks = (ms: number, ahead = 0, of = run) => ({ now: START + ms + ahead, steady: { run: of, at: ms } })
const NOTHING = { samples: [] }

describe('clock samples', () => {
  it('count if stored immediately', () => {
    expect(offsetOf(addSample(NOTHING, sampleAfter(SECOND), clocks(SECOND)))).toBe(0)
  })

  it('count if stored late while the clock ran evenly', () => {
    expect(offsetOf(addSample(NOTHING, sampleAfter(SECOND), clocks(HOUR)))).toBe(0)
  })

  it('are ignored if the clock was set before they were stored', () => {
    const known = addSample(NOTHING, sampleAfter(HOUR, 3 * HOUR, { steady: { run: 'another tab', at: 5 } }), {
      now: START + HOUR + 3 * HOUR,
      steady: { run: 'another tab', at: 5 },
    })
    expect(offsetOf(known)).toBe(-3 * HOUR)
    // Received before the clock was set, in a tab that was frozen since.
    expect(addSample(known, sampleAfter(SECOND), clocks(HOUR, 3 * HOUR))).toEqual(known)
  })

  it('are ignored if the clock was set during the request', () => {
    const frozen = sampleAfter(HOUR, -HOUR, { sentAt: START + SECOND, receivedAt: START + 2 * SECOND, tookMs: HOUR })
    expect(addSample(NOTHING, frozen, clocks(HOUR, -HOUR))).toEqual(NOTHING)
  })

  it('are ordered by when they were taken', () => {
    const own = { run: 'another tab', at: 0 }
    const later = addSample(NOTHING, sampleAfter(MINUTE, 0, { steady: own }), { now: START + MINUTE, steady: own })
    const both = addSample(later, sampleAfter(SECOND), clocks(2 * MINUTE))
    expect(both.samples.map(({ steady }) => steady?.run)).toEqual([run, 'another tab'])
    expect(lastSampleOfRun(both, { run, at: 0 })).toMatchObject({ takenAt: START + SECOND })
  })

  it.each([
    ['there is none of this run of the app', clocks(MINUTE, 0, 'another run')],
    ['the clock was set since', clocks(MINUTE, HOUR)],
    ['the last one is old', clocks(HOUR)],
  ])('are needed if %s', (_, at) => {
    const clock = addSample(NOTHING, sampleAfter(SECOND), clocks(SECOND))
    expect(needsSample(clock, clocks(MINUTE))).toBe(false)
    expect(needsSample(clock, at)).toBe(true)
  })
})
