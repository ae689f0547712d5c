import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { seed } from '../support/seed.ts'
import { disturbPooler } from './pgbouncer.ts'
import { NO_FAILURES } from './under-faults.ts'

const plan = { seed, times: isLong ? 60 : 6, restocks: isLong ? 6_000 : 400, clients: 20 }

test('behind pgbouncer in transaction mode no restock is lost or counted twice', async ({ skip }) => {
  const report = await disturbPooler(plan)
  if ('missing' in report) return skip(report.missing)
  expect(report).toMatchObject({
    times: plan.times,
    acknowledged: plan.restocks,
    ...NO_FAILURES,
  })
}, 1_200_000)
