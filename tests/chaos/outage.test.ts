import { expect, test } from 'vitest'
import { takeDatabaseAway } from './outage.ts'
import { NOTHING_WRONG } from './under-faults.ts'

test('PostgreSQL outages of four kinds lose no restock, and the server reconnects automatically', async ({ skip }) => {
  const report = await takeDatabaseAway({ seed: 20, times: 8, restocks: 600, clients: 20 })
  if ('missing' in report) return skip(report.missing)
  expect(report).toMatchObject({
    times: 8,
    acknowledged: 600,
    ...NOTHING_WRONG,
  })
}, 600_000)
