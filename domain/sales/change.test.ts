import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test('a change is a share of the previous value', () => {
  expect(changeOf(150, 100)).toBe(0.5)
  expect(changeOf(0, 80)).toBe(-1)
  expect(changeOf(80, 80)).toBe(0)
})

test('a change from zero is null', () => {
  expect(changeOf(80, 0)).toBeNull()
  expect(changeOf(0, 0)).toBeNull()
})
