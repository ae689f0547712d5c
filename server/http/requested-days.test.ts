import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'

let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const DATES = ['startDate', 'endDate'] as const
const [LATE, EARLY] = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'] as const

test.each([
  ['/activity', DATES, LATE, EARLY],
  ['/issues', DATES, LATE, EARLY],
  ['/transactions', DATES, LATE, EARLY],
  ['/cash-withdraws', DATES, LATE, EARLY],
  ['/sales', DATES, LATE, EARLY],
  ['/audit', ['since', 'until'], LATE, EARLY],
  ['/visits', ['from', 'to'], '2026-01-02', '2026-01-01'],
  ['/rounds', ['from', 'to'], '2026-01-02', '2026-01-01'],
] as const)('a period of %s that ends before it starts is refused', async (path, [start, end], from, until) => {
  const wrong = await world.manager.call('GET', `${path}?${start}=${from}&${end}=${until}`)
  expect([wrong.statusCode, wrong.json().detail]).toEqual([400, `${end}: must not be before ${start}`])
  expect((await world.manager.call('GET', `${path}?${start}=${until}&${end}=${from}`)).statusCode).toBe(200)
})
