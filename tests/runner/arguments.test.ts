import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const read = (...given: string[]) => readArguments(given, () => 7)

test('without arguments everything runs, always with the same seed', () => {
  expect(read()).toEqual({ changed: undefined, isLong: false, seed: 1 })
})

test('the long forms run with a random seed', () => {
  expect(read('--long')).toEqual({ changed: undefined, isLong: true, seed: 7 })
})

test('accepts a seed, the long forms and a revision', () => {
  expect(read('--seed', '42', '--long')).toEqual({ changed: undefined, isLong: true, seed: 42 })
  expect(read('--changed')).toMatchObject({ changed: { since: null } })
  expect(read('--changed', 'HEAD~3')).toMatchObject({ changed: { since: 'HEAD~3' } })
})

test.each([['--seed', 'abc'], ['--sede', '1'], ['HEAD~3'], ['--changed', 'HEAD', 'more'], ['--seed']])(
  'rejects wrong arguments with the usage: %s %s',
  (...given) => {
    expect(read(...given)).toEqual({ wrong: expect.stringContaining('npm test -- [--changed [REVISION]]') })
  },
)
