import { expect, test } from 'vitest'
import { shelvesOf } from './shelves.ts'

const shelves = (...numbers: (string | null)[]) => shelvesOf(numbers, (number) => number)

test.each([
  ['two digits', ['11', '12', '21', '22'], [['11', '12'], ['21', '22']]], // biome-ignore format: one case per line
  ['three digits', ['101', '112', '201'], [['101', '112'], ['201']]],
  ['three digits with the same first one', ['101', '102', '111'], [['101', '102'], ['111']]],
  ['a leading zero', ['010', '011', '020'], [['010', '011'], ['020']]],
  [
    'letters',
    ['A1', 'A10', 'b2', 'B3'],
    [
      ['A1', 'A10'],
      ['b2', 'B3'],
    ],
  ],
  ['letters with a separator', ['A-1', 'B-1'], [['A-1'], ['B-1']]],
])('%s name the shelf', (_name, numbers, expected) => {
  expect(shelves(...numbers)).toEqual(expected)
})

test.each([
  ['plain counting', ['1', '2', '10', '11']],
  ['names', ['top', 'bottom']],
  ['letters and digits mixed', ['A1', '12']],
  ['different lengths', ['11', '112']],
  ['one shelf only', ['11', '12', '13']],
])('%s is one shelf that wraps', (_name, numbers) => {
  const [first, ...others] = shelves(...numbers)
  expect(first).toEqual(numbers)
  expect(others).toEqual([])
})

test('canisters have no numbers, and a machine without slots has no shelf', () => {
  expect(shelves(null, null)).toEqual([[null, null]])
  expect(shelves()).toEqual([])
})
