import { expect, test } from 'vitest'
import { fillDisk } from './disk-full.ts'
import { NOTHING_LOST } from './ledger-check.ts'

test('hostile use: a full PostgreSQL disk loses no acknowledged restock, and work continues afterwards', async ({ skip }) => {
  const report = await fillDisk({ seed: 30, times: 3, restocks: 400, clients: 10 })
  if ('missing' in report) return skip(report.missing)
  expect(report).toMatchObject({
    times: 3,
    acknowledged: 400,
    ...NOTHING_LOST,
    failedStarts: [],
  })
  // One for each time the disk was full; otherwise nothing of the above was tested.
  expect(report.failures).toBeGreaterThanOrEqual(3)
  // The log names the disk and nothing else.
  expect(report.unforeseen).toEqual([])
}, 600_000)
