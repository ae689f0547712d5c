import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test('a change is told as a share of what was before', () => {
  expect(changeOf(150, 100)).toBe(0.5)
  expect(changeOf(0, 80)).toBe(-1)
  expect(changeOf(80, 80)).toBe(0)
})

test('nothing before is nothing to compare with', () => {
  expect(changeOf(80, 0)).toBeNull()
  expect(changeOf(0, 0)).toBeNull()
})
