import { expect, test } from 'vitest'
import { isLong } from '../support/long.ts'
import { seed } from '../support/seed.ts'
import { failOver } from './failover.ts'
import { NO_FAILURES } from './under-faults.ts'

const plan = { seed, times: isLong ? 10 : 2, restocks: isLong ? 3_000 : 300, clients: 20 }

test('after a failover no acknowledged restock is lost or counted twice', async ({ skip }) => {
  const report = await failOver(plan)
  if ('missing' in report) return skip(report.missing)
  expect(report).toMatchObject({
    times: plan.times,
    acknowledged: plan.restocks,
    ...NO_FAILURES,
  })
}, 1_200_000)
