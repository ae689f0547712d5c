import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

test('the reason of a failure is the first line of its innermost cause, without marks at its end', () => {
  expect(reasonOf(new Error('Failed query', { cause: new Error('disk is full. :\nat write') }))).toBe('disk is full')
  expect(reasonOf('')).toBe('the reason is not known')
})

test('a reason of many marks is read in time that grows with its length', () => {
  const text = `${'.'.repeat(1_000_000)}x`
  expect(reasonOf(text)).toBe(text)
})
