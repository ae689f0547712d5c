import { expect, test } from 'vitest'
import { reasonOf } from './command-line.ts'

test('reason of a failure is its innermost first line without trailing punctuation', () => {
  expect(reasonOf(new Error('Failed query', { cause: new Error('disk is full. :\nat write') }))).toBe('disk is full')
  expect(reasonOf('')).toBe('the reason is not known')
})

test('reason with much punctuation is parsed in linear time', () => {
  const text = `${'.'.repeat(1_000_000)}x`
  expect(reasonOf(text)).toBe(text)
})
