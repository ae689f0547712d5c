import { describe, expect, test } from 'vitest'
import { learnMinutes, type TimedVisit } from './learn-minutes.ts'
import { USUAL_MINUTES } from './planning.ts'
import { createRandom } from './random.ts'

const visits = (count: number, fixed: number, perPiece: number, noise = 0): TimedVisit[] => {
  const random = createRandom(7)
  return Array.from({ length: count }, () => {
    const pieces = Math.floor(100 * random())
    return { pieces, minutes: fixed + perPiece * pieces + noise * (random() - 0.5) }
  })
}

describe('minutes of visits', () => {
  test('few visits change nothing', () => {
    expect(learnMinutes(visits(9, 20, 0.4))).toEqual({ ...USUAL_MINUTES, visits: 0 })
  })

  test('many visits give their fixed part and their part per piece', () => {
    const { fixed, perPiece, visits: count } = learnMinutes(visits(500, 12, 0.25, 4))
    expect(count).toBe(500)
    expect(fixed).toBeCloseTo(12, 0)
    expect(perPiece).toBeCloseTo(0.25, 1)
  })

  test('a fifth of long breaks changes the result by less than two minutes', () => {
    const usual = visits(200, 10, 0.2, 2)
    const broken = usual.map((visit, index) => (index % 5 === 0 ? { ...visit, minutes: visit.minutes + 45 } : visit))
    const [without, with_] = [learnMinutes(usual), learnMinutes(broken)]
    expect(Math.abs(with_.fixed + 50 * with_.perPiece - without.fixed - 50 * without.perPiece)).toBeLessThan(2)
  })

  test('visits that contain something else, or end before they begin, do not count', () => {
    const usual = visits(50, 10, 0.2)
    expect(learnMinutes([...usual, { pieces: 10, minutes: 200 }, { pieces: 10, minutes: -5 }])).toEqual(learnMinutes(usual))
  })

  test('more visits move the result further from the usual minutes', () => {
    const apart = [10, 30, 100, 400].map((count) => learnMinutes(visits(count, 20, 0.1)).fixed)
    expect(apart).toEqual(apart.toSorted((a, b) => a - b))
    expect(apart[0]).toBeGreaterThan(USUAL_MINUTES.fixed)
    expect(apart.at(-1)).toBeLessThan(20)
  })

  test('visits with the same pieces, or without any, give finite minutes within the limits', () => {
    for (const pieces of [0, 40]) {
      const { fixed, perPiece } = learnMinutes(Array.from({ length: 100 }, () => ({ pieces, minutes: 30 })))
      expect(fixed).toBeGreaterThanOrEqual(1)
      expect(perPiece).toBeGreaterThanOrEqual(0)
      expect(fixed + perPiece * pieces).toBeGreaterThan(20)
    }
  })
})
