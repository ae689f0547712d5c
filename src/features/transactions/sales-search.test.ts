import * as v from 'valibot'
import { expect, test } from 'vitest'
import { toIso } from '#domain/time.ts'
import { OFFERED, ownSpan, SalesSearch, spanIn } from './sales-search.ts'

const NOW = Date.parse('2026-03-29T10:00:00.000Z')
const span = (search: SalesSearch) => Object.values(spanIn(search, NOW, 'Europe/Warsaw')).map(toIso)

test('a URL without parameters means today', () => {
  expect(span({})).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
})

test('a custom span is in wall clock time and overrides a period', () => {
  expect(span({ period: 'YESTERDAY', from: '2026-03-28T14:00', until: '2026-03-29T14:00' })).toEqual([
    '2026-03-28T13:00:00.000Z',
    '2026-03-29T12:00:00.000Z',
  ])
})

test('an incomplete or reversed span is ignored', () => {
  expect(span({ from: '2026-03-28T14:00' })).toEqual(span({}))
  expect(span({ from: '2026-03-28T14:00', until: '2026-03-27T14:00' })).toEqual(span({}))
})

test('invalid URL parameters are ignored', () => {
  const read = v.parse(SalesSearch, { period: 'EVER', from: 'yesterday', type: 'GOLD', product: 'x', page: 0, size: 7, asOf: -1 })
  expect(read).toEqual({})
})

test('offers the first seven periods', () => {
  expect(OFFERED).toEqual(['TODAY', 'YESTERDAY', 'THIS_MONTH', 'PREVIOUS_MONTH', 'LAST_7_DAYS', 'LAST_30_DAYS', 'LAST_3_MONTHS'])
})

const NONE = { from: '', until: '' }

test('a custom span is within February 2018 and now, start before end', () => {
  const latest = '2026-03-29T12:00'
  expect(ownSpan({ from: '', until: '2026-03-01T00:00' }, NONE, latest)).toBe('incomplete')
  expect(ownSpan({ from: '2026-03-02T00:00', until: '2026-03-01T00:00' }, NONE, latest)).toBe('backwards')
  expect(ownSpan({ from: '2018-01-31T23:00', until: '2026-03-01T00:00' }, NONE, latest)).toBe('outside')
  expect(ownSpan({ from: '2018-02-01T00:00', until: '2026-03-29T13:00' }, NONE, latest)).toBe('outside')
  expect(ownSpan({ from: '2018-02-01T00:00', until: '2018-02-01T00:00' }, NONE, latest)).toBe('good')
  expect(ownSpan({ from: '2018-02-01T00:00', until: latest }, NONE, latest)).toBe('good')
})

test('a custom span has full hours', () => {
  expect(ownSpan({ from: '2026-03-28T14:37', until: '2026-03-28T15:00' }, NONE, '2026-03-29T12:00')).toBe('minutes')
  expect(ownSpan({ from: '2026-03-28T14:00', until: '2026-03-28T15:30' }, NONE, '2026-03-29T12:00')).toBe('minutes')
})

test('a span to the minute in the address is no mistake', () => {
  const linked = { from: '2026-03-28T14:37', until: '2026-03-28T15:30' }
  expect(ownSpan(linked, linked, '2026-03-29T12:00')).toBe('good')
  expect(ownSpan({ ...linked, until: '2026-03-28T16:30' }, linked, '2026-03-29T12:00')).toBe('minutes')
})
