import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { twoCompanies } from '../../tests/support/two-companies.ts'

type Span = {
  traceId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: unknown }[]
}

/** A collector on loopback that stores the spans it receives. */
async function aCollector() {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, spans }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test("request is exported as a span with the caller's trace and without address", async () => {
  const { url, spans } = await aCollector()
  const world = await twoCompanies({ settings: { tracesUrl: url } })
  await world.manager.call('GET', '/machines/12345', undefined, { traceparent: `00-${TRACE}-${PARENT}-01` })
  const own = await world.manager.call('GET', '/machines?query=secret')
  const unsampled = await world.manager.call('GET', '/products', undefined, { traceparent: `00-${'a'.repeat(32)}-${PARENT}-00` })
  expect(unsampled.statusCode).toBe(200)
  // Closing the app sends queued spans.
  await world.close()
  const ofMachines = spans.filter(({ name }) => name.includes('/machines'))
  expect(ofMachines).toMatchObject([
    { name: 'GET /api/machines/:id', traceId: TRACE, parentSpanId: PARENT },
    { name: 'GET /api/machines', traceId: /trace;desc="(\w+)"/.exec(String(own.headers['server-timing']))?.[1] },
  ])
  expect(ofMachines[0]?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 404 } })
  expect(spans.some(({ name }) => name.includes('/products'))).toBe(false)
  // Random ids and times contain any five digits now and then.
  const withoutNumbers = (key: string, value: unknown) => (/Id$|UnixNano$/.test(key) ? undefined : value)
  expect(JSON.stringify(spans, withoutNumbers)).not.toMatch(/12345|secret/)
})

test('unresponsive collector fails no request', async () => {
  const world = await twoCompanies({ settings: { tracesUrl: 'http://127.0.0.1:9/v1/traces' } })
  expect((await world.manager.call('GET', '/machines')).statusCode).toBe(200)
  await world.close()
})
