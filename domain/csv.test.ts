import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('numbers and separators follow the locale', () => {
  expect(
    csvOf(
      [
        ['Name', 'Price'],
        ['Cola', 1.5],
      ],
      'en-GB',
    ),
  ).toBe('\uFEFF"Name","Price"\r\n"Cola",1.5\r\n')
  expect(csvOf([['Cola', 1.5]], 'de-DE')).toBe('\uFEFF"Cola";1,5\r\n')
})

test('quotes are doubled, missing values are empty, and no text is a formula', () => {
  expect(csvOf([['A "big" one', null, undefined, '=1+1', '-x', -2]], 'en-GB')).toBe('\uFEFF"A ""big"" one",,,"\'=1+1","\'-x",-2\r\n')
})
