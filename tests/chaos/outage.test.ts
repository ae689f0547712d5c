import { expect, test } from 'vitest'
import { takeDatabaseAway } from './outage.ts'

test('a PostgreSQL that is stopped, cut off, paused and crashed during restocks costs none and doubles none, and the server finds back by itself', async ({
  skip,
}) => {
  const report = await takeDatabaseAway({ seed: 20, times: 8, restocks: 600, clients: 20 })
  if ('missing' in report) return skip(report.missing)
  expect(report).toMatchObject({
    times: 8,
    acknowledged: 600,
    lost: [],
    twice: [],
    operations: [],
    unfolded: [],
    wrong: [],
    unforeseen: [],
    failedStarts: [],
  })
}, 600_000)
