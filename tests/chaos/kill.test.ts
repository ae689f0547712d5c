import { expect, test } from 'vitest'
import { isWhole, killServer } from './kill.ts'

const plan = { seed: 20, times: 3, restocks: 300, clients: 20 }

test('a server killed while it records restocks loses none, counts none twice, and its balances are the fold of its ledger', async () => {
  const report = await killServer({ ...plan, database: 'embedded' })
  expect(report).toMatchObject({ kills: 3, lost: [], twice: [], operations: [], unfolded: [], wrong: [] })
}, 180_000)

test('so does one on PostgreSQL', async ({ skip }) => {
  const report = await killServer({ ...plan, database: 'postgresql' })
  if ('missing' in report) return skip(report.missing)
  expect(isWhole(report)).toBe(true)
  expect(report.kills).toBe(3)
}, 180_000)
