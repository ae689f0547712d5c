import { describe, expect, it } from 'vitest'
import { turnsDuring } from '../tests/support/event-loop.ts'
import { createPace, mapInTurns } from './yielding.ts'

/** A pace whose process serves requests for this many checks, each of which takes `checkMs`. */
function aPace({ servedChecks, checkMs = 0 }: { servedChecks: number; checkMs?: number }) {
  let [at, checks] = [0, 0]
  const isServing = () => {
    at += checkMs
    return ++checks <= servedChecks
  }
  const pace = createPace(isServing, () => at)
  return {
    ...pace,
    checks: () => checks,
    pass: (ms: number) => {
      at += ms
    },
  }
}

describe('pace of background work', () => {
  it('pauses until no request is running', async () => {
    const pace = aPace({ servedChecks: 3 })
    await pace.pause()
    expect(pace.checks()).toBe(4)
  })

  it('divides work into turns, after which it pauses too', async () => {
    const pace = aPace({ servedChecks: 3 })
    expect(pace.turn()).toBeUndefined()
    pace.pass(1)
    await pace.turn()
    expect(pace.checks()).toBe(4)
    expect(pace.turn()).toBeUndefined()
  })

  it('continues beside requests after the longest pause', async () => {
    const pace = aPace({ servedChecks: Number.POSITIVE_INFINITY, checkMs: 1 })
    await pace.pause()
    const first = pace.checks()
    expect(first).toBeGreaterThan(40)
    await pace.pause()
    expect(pace.checks()).toBe(first + 1)
    pace.pass(20)
    await pace.pause()
    expect(pace.checks()).toBeGreaterThan(first + 40)
  })

  it('is shared for a tenth of a second after a request', async () => {
    const pace = aPace({ servedChecks: 1 })
    expect(pace.isShared()).toBe(false)
    await pace.pause()
    expect(pace.isShared()).toBe(true)
    pace.pass(99)
    expect(pace.isShared()).toBe(true)
    pace.pass(1)
    expect(pace.isShared()).toBe(false)
  })

  it('pauses the concurrent parts of a work together', async () => {
    const pace = aPace({ servedChecks: 3 })
    await Promise.all([pace.pause(), pace.pause()])
    expect(pace.checks()).toBe(4)
  })
})

it('a long list is mapped in order, and other work runs between its turns', async () => {
  const all = Array.from({ length: 100 }, (_, index) => index)
  const mapping = mapInTurns(all, (index) => {
    const begun = performance.now()
    while (performance.now() - begun < 1);
    return String(index)
  })
  expect(await turnsDuring(mapping)).toBeGreaterThan(10)
  expect(await mapping).toEqual(all.map(String))
})
