import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { traceIdOf } from './metrics.ts'

let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

const HERE = '127.0.0.1'

test('hostile use: metrics are readable on this machine and contain routes instead of paths', async () => {
  const { app, manager } = world
  await manager.call('GET', '/passes/card-number-4711')
  await app.inject('/nothing/of/ours')
  const answer = await app.inject({ url: '/api/metrics', remoteAddress: HERE })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(answer.body).toContain('roundsman_http_requests_total{method="GET",route="/api/passes/:cardIdentifier",status="404"} 1')
  expect(answer.body).toMatch(
    /^roundsman_http_request_duration_seconds_bucket\{method="GET",route="\/api\/passes\/:cardIdentifier",le="\+Inf"\} 1$/m,
  )
  expect(answer.body).toContain('roundsman_database_up 1')
  // Times and sizes contain any four digits now and then.
  expect(answer.body).not.toMatch(/card-number|-4711/)
  for (const line of answer.body.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) roundsman_\w+ .+|roundsman_\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/)
})

test('hostile use: metrics from elsewhere require their token', async () => {
  const { app, ctx } = world
  const status = async (of: typeof app, remoteAddress: string, headers: Record<string, string> = {}) =>
    (await of.inject({ url: '/api/metrics', remoteAddress, headers })).statusCode
  expect(await status(app, '203.0.113.7')).toBe(404)
  expect(await status(app, HERE, { 'x-forwarded-for': '203.0.113.7' })).toBe(404)
  // A page in a browser on this machine whose host name resolves to this server (DNS rebinding).
  expect(await status(app, HERE, { host: 'rebound.example:8080' })).toBe(404)
  const metricsToken = 'a-token-for-prometheus'
  const guarded = await createTestApp({ ...ctx, settings: { ...ctx.settings, metricsToken } })
  expect(await status(guarded, HERE)).toBe(404)
  expect(await status(guarded, '203.0.113.7', { authorization: 'Bearer a-token-for-prometheuz' })).toBe(404)
  expect(await status(guarded, '203.0.113.7', { authorization: `Bearer ${metricsToken}` })).toBe(200)
  await guarded.close()
})

test('response contains its duration and trace', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const { headers } = await world.app.inject({ url: '/api/site', headers: { traceparent } })
  expect(headers['server-timing']).toMatch(/^total;dur=[\d.]+, trace;desc="4bf92f3577b34da6a3ce929d0e0e4736"$/)
  expect(traceIdOf({ headers: { traceparent: 'junk"; x' } })).toMatch(/^[\da-f]{32}$/)
})
