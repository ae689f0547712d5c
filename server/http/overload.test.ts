import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { ANSWER_HEADER } from '#contract/endpoint.ts'
import { withoutTimers } from '../../tests/support/manual-timeouts.ts'
import { aCompany, aUser, createTestApp, createTestContext, signedIn, type TestContext } from '../../tests/support/test-context.ts'
import { NO_LOAD_SHEDDING, type Rank, TooBusy } from './load-shedding.ts'

let ctx: TestContext
let app: FastifyInstance
let signIn: { authorization: string }
const full = new Set<Rank>()
const check = (rank: Rank) => {
  if (full.has(rank)) throw new TooBusy()
}

beforeAll(async () => {
  ctx = await createTestContext()
  app = await createTestApp(ctx, {
    gate: {
      ...NO_LOAD_SHEDDING,
      check,
      through: (rank, work) => {
        check(rank)
        return work()
      },
    },
  })
  const user = await aUser(ctx, await aCompany(ctx))
  signIn = await signedIn(app, user.login)
})
afterAll(async () => {
  await app.close()
  await ctx.database.close()
})

const pull = () => app.inject({ method: 'POST', url: '/api/sync/pull', headers: signIn, payload: { cursor: null } })
const push = () => app.inject({ method: 'POST', url: '/api/sync/push', headers: signIn, payload: { deviceId: 'phone', ops: [] } })
const goOn = () =>
  app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { authorization: PUBLIC_CLIENT, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=refresh_token&refresh_token=x',
  })

test('server over its capacity rejects reads and accepts writes', async () => {
  full.clear()
  full.add('read')
  const answer = await pull()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'OVERLOADED' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers[ANSWER_HEADER]).toBe('1')
  expect((await push()).statusCode).toBe(200)
})

test('server far over its capacity accepts only health checks and token refreshes', async () => {
  full.add('read').add('work')
  expect([(await pull()).statusCode, (await push()).statusCode]).toEqual([503, 503])
  expect((await goOn()).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await withoutTimers(() => app.inject('/api/health'))).statusCode).toBe(200)
})

test('body of a rejected request is not read', async () => {
  full.add('work')
  const headers = { ...signIn, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/api/sync/push', headers, payload: '{ this is no JSON' })
  expect(answer.statusCode).toBe(503)
})
