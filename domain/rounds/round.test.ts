import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byPosition, isOnRound, positionBetween, stateOfRound, stateOfStop } from './round.ts'

const worked = { from: 1, until: 2 }

test('recorded work counts more than a mark', () => {
  expect(stateOfStop('SKIPPED', worked)).toBe('DONE')
  expect(stateOfStop('SKIPPED', null)).toBe('SKIPPED')
  expect(stateOfStop('PLANNED', null)).toBe('PLANNED')
})

test('a removed stop stays on the round if it was visited', () => {
  expect(isOnRound({ isRemoved: true, mark: 'PLANNED', worked: null })).toBe(false)
  expect(isOnRound({ isRemoved: true, mark: 'SKIPPED', worked: null })).toBe(false)
  expect(isOnRound({ isRemoved: true, mark: 'PLANNED', worked })).toBe(true)
  expect(isOnRound({ isRemoved: true, mark: 'DONE', worked: null })).toBe(true)
})

test('a round starts with its first stop, and ends only by its person', () => {
  const published = { isPublished: true, mark: null }
  expect(stateOfRound({ isPublished: false, mark: null }, [{ state: 'DONE' }])).toBe('DRAFT')
  expect(stateOfRound(published, [{ state: 'PLANNED' }])).toBe('PUBLISHED')
  expect(stateOfRound(published, [{ state: 'PLANNED' }, { state: 'SKIPPED' }])).toBe('STARTED')
  expect(stateOfRound(published, [{ state: 'DONE' }])).toBe('STARTED')
  expect(stateOfRound({ isPublished: true, mark: 'FINISHED' }, [{ state: 'PLANNED' }])).toBe('FINISHED')
})

test('a stop moved between two neighbours is between them', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (first, distance) => {
      const between = positionBetween(first, first + distance)
      expect([first + distance, between, first].map((position) => ({ position, machineId: 1 })).toSorted(byPosition)[1]?.position).toBe(
        between,
      )
      expect(between).not.toBe(first)
      expect(positionBetween(null, first)).toBeLessThan(first)
      expect(positionBetween(first, null)).toBeGreaterThan(first)
    }),
  )
})
