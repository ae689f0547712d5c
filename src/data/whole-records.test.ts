import { expect, test } from 'vitest'
import { wholeRecords } from './whole-records.ts'

const of = async (text: string) => new Blob([wholeRecords(new TextEncoder().encode(text))]).text()

test.each([
  ['a list', '[{"a":1},{"a":2},{"a', '[{"a":1},{"a":2}]'],
  [
    'a list in an object',
    '{"page":{"no":1},"data":{"rows":[\n{"a":"}]\\""},\n{"a":2',
    '{"page":{"no":1},"data":{"rows":[\n{"a":"}]\\""}]}}',
  ],
  ['lists in records', '[{"a":[{"b":1},{"b":2}]},{"a":[{"b":3},{"b', '[{"a":[{"b":1},{"b":2}]},{"a":[{"b":3}]}]'],
])('the beginning of JSON ends with its last whole record: %s', async (_, text, whole) => {
  expect(await of(text)).toBe(whole)
  JSON.parse(whole)
})

test.each([
  ['CSV', 'a;b\n1;2\n3;', 'a;b\n1;2\n'],
  ['JSON lines', '{"a":1}\n{"a":2}\n{"a', '{"a":1}\n{"a":2}\n'],
  ['JSON with nothing whole', '[{"a":1', ''],
])('the beginning of other files ends with its last whole line: %s', async (_, text, whole) => {
  expect(await of(text)).toBe(whole)
})
