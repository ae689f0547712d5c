import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfCheck } from '../../server/self-check/self-check.job.ts'
import { addressOf } from '../support/live-stream.ts'
import { aClock, aCompany, aUser, createTestApp, createTestContext, type TestContext } from '../support/test-context.ts'
import { livePast } from './run.ts'

const clock = aClock(Date.parse('2026-03-05T14:20:00.000Z'))
let ctx: TestContext
let app: Awaited<ReturnType<typeof createTestApp>>

beforeAll(async () => {
  ctx = await createTestContext({ now: clock.now })
  app = await createTestApp(ctx)
  await aUser(ctx, await aCompany(ctx), { login: 'manager', authorities: ['ROLE_DEVICE_MANAGER'] })
})
afterAll(async () => {
  await app.close()
  await ctx.database.close()
})

const live = async (seed: string) =>
  livePast(
    { url: await addressOf(app), username: 'manager', password: 'correct horse', machines: 3, seed, now: clock.now, say: () => {} },
    1.25,
    null,
  )

test('three machines’ late, repeated and unordered events over 30 hours give exact figures', async () => {
  const { sales, outages, differences } = await live('4')
  expect(differences).toEqual([])
  expect(await selfCheck(ctx)).toMatchObject({ mismatches: [], stale: [] })
  expect(sales).toBeGreaterThan(60)
  // Without an outage nothing arrived late.
  expect(new Set(outages)).toEqual(new Set(['STOPPED', 'NOT_CONNECTED']))
})
