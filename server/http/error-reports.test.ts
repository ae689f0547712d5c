import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-context.ts'
import { twoCompanies } from '../../tests/support/two-companies.ts'
import { openErrorReports } from './error-reports.ts'

/** An error collector on loopback. */
async function aCollector() {
  let take = (_report: { url: string; auth: string; body: string }) => {}
  const taken = new Promise<{ url: string; auth: string; body: string }>((resolve) => {
    take = resolve
  })
  const server = createServer(async (request, response) => {
    take({ url: request.url ?? '', auth: String(request.headers['x-sentry-auth']), body: await text(request) })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return { dsn: `http://key1@127.0.0.1:${(server.address() as AddressInfo).port}/errors/42`, taken }
}

test('unexpected server error is reported without user data', async () => {
  const { dsn, taken } = await aCollector()
  const world = await twoCompanies()
  onTestFinished(() => world.close())
  const { database, settings } = world.ctx
  const withTenant = () =>
    Promise.reject(new Error('duplicate key ada@mail.example', { cause: Object.assign(new Error('(ada)'), { code: '23505' }) }))
  const report = openErrorReports({ errorReportingDsn: dsn, version: settings.version })
  const app = await createTestApp({ ...world.ctx, report, database: { ...database, withTenant } })
  onTestFinished(() => app.close())
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/groups/12',
    headers: world.manager.signIn,
    payload: { name: 'Secret name' },
  })
  expect(answer.statusCode).toBe(500)
  const { url, auth, body } = await taken
  expect(url).toBe('/errors/api/42/envelope/')
  expect(auth).toContain('sentry_key=key1')
  const [head, item, event] = body.split('\n').map((line) => (line ? JSON.parse(line) : null))
  expect(item).toEqual({ type: 'event' })
  expect(event).toMatchObject({ event_id: head.event_id, level: 'error', transaction: 'PATCH /api/groups/:id' })
  expect(event.exception.values.map(({ type, value }: { type: string; value: string }) => [type, value])).toEqual([
    ['Error', '23505'],
    ['Error', '23505'],
  ])
  // Random ids may contain the letters alone.
  expect(body).not.toMatch(/ada@|\(ada\)|Secret|Bearer/)
})

test('nothing is reported without a configured address', () => {
  expect(() => openErrorReports({ errorReportingDsn: null, version: '1' })(new Error('x'), 'here')).not.toThrow()
})
