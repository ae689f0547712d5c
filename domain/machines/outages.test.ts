import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StateWord, stopsIn } from './outages.ts'

const reports = (...words: [at: number, state: StateWord['state'], cause?: string][]): StateWord[] =>
  words.map(([at, state, cause = null]) => ({ at, state, cause }))

test('a stop begins with its first report, and ends with the next other one', () => {
  const words = reports([1, 'RUNNING'], [3, 'STOPPED', 'EJ'], [4, 'STOPPED', 'EA'], [7, 'STARTING'], [8, 'RUNNING'], [9, 'STOPPED'])
  expect(stopsIn(words)).toEqual([
    { from: 3, to: 7, cause: 'EJ' },
    { from: 9, to: null, cause: null },
  ])
})

test('a machine without a device has no stop', () => {
  expect(stopsIn(reports([1, 'STOPPED'], [5, 'NONE']))).toEqual([{ from: 1, to: 5, cause: null }])
})

test('a stop before the first report continues', () => {
  expect(stopsIn(reports([5, 'RUNNING']), { from: 1, to: 3, cause: 'EJ' })).toEqual([{ from: 1, to: 5, cause: 'EJ' }])
})

const word = fc.record<StateWord>({
  at: fc.integer({ min: 0, max: 12 }),
  state: fc.constantFrom('RUNNING', 'STOPPED', 'STARTING', 'NONE'),
  cause: fc.constantFrom(null, 'EJ'),
})

test('the order of arrival does not matter', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.nat(), (words, turn) => {
      const stops = stopsIn(words)
      const turned = [...words.slice(turn % (words.length + 1)), ...words.slice(0, turn % (words.length + 1))]
      expect(stopsIn(turned)).toEqual(stops)
      for (let at = 0; at <= 12; at++) {
        const reports = words.filter((one) => one.at <= at).toSorted((a, b) => a.at - b.at || (a.state < b.state ? -1 : 1))
        const isIn = stops.some(({ from, to }) => from <= at && (to === null || at < to))
        expect(isIn).toBe(reports.at(-1)?.state === 'STOPPED')
      }
    }),
  )
})
