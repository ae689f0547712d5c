import { expect, test } from 'vitest'
import { stopDatabase } from './outage.ts'
import { NO_FAILURES } from './under-faults.ts'

test('PostgreSQL outages of four kinds lose no restock, and the server reconnects automatically', async ({ skip }) => {
  const report = await stopDatabase({ seed: 20, times: 8, restocks: 600, clients: 20 })
  if ('missing' in report) return skip(report.missing)
  expect(report).toMatchObject({
    times: 8,
    acknowledged: 600,
    ...NO_FAILURES,
  })
}, 600_000)
