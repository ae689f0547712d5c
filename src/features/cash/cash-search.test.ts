import { expect, test } from 'vitest'
import { HOUR } from '#domain/time.ts'
import { spanIn } from './cash-search.ts'

const now = Date.parse('2026-03-30T10:00:00.000Z')
const span = (search: Parameters<typeof spanIn>[0]) => {
  const { from, until } = spanIn(search, now, 'Europe/Berlin')
  return [new Date(from).toISOString(), (until - from) / HOUR]
}

test('withdrawals are filtered by 30 days, a period, or whole company days', () => {
  expect(span({})).toEqual(['2026-02-28T23:00:00.000Z', 30 * 24 - 1])
  expect(span({ period: 'TODAY' })).toEqual(['2026-03-29T22:00:00.000Z', 24])
  // The clock is put forward on the 29th.
  expect(span({ period: 'TODAY', from: '2026-03-28', to: '2026-03-29' })).toEqual(['2026-03-27T23:00:00.000Z', 47])
  expect(span({ from: '2026-03-29', to: '2026-03-28' })).toEqual(span({}))
})
