import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { seed } from '../support/seed.ts'
import { NOTHING_LOST } from './ledger-check.ts'
import { upgradeOneByOne } from './upgrade.ts'

const plan = { seed, restocks: isLong ? 4_000 : 400, clients: 8 }

test('servers upgraded one after another lose no restock and count none twice', async ({ skip }) => {
  const report = await upgradeOneByOne(plan)
  if ('missing' in report) return skip(report.missing)
  expect(report).toMatchObject({
    acknowledged: plan.restocks,
    ...NOTHING_LOST,
    unforeseen: [],
    exits: [0, 0, 0, 0],
  })
  expect(report.together).toBeGreaterThan(10)
}, 1_200_000)
