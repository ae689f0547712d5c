import type { InjectOptions } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { anAddress } from '../support/test-context.ts'
import { requestsOf, type TenancyRequest } from './requests.ts'
import { changesBetween, stateOf } from './state.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** A valid request of a manager, which would have an effect if it were not mangled. */
const soundOf = (endpoint: Endpoint): TenancyRequest => {
  const [request] = requestsOf(endpoint, { facts: world.facts.ours.assigned, tokens: world.tokens, asker: 'mangler' })
  if (!request) throw new Error(`there is no request to ${endpoint.name}`)
  return request
}

/** A device uses its own key; managing devices needs its own right. */
const whoAsks = ({ who }: Endpoint) =>
  world.principals[who === 'device' ? 'device' : who === 'device-manager' ? 'deviceManager' : 'manager']

const inject = (
  { endpoint, url, headers }: TenancyRequest,
  method: (typeof METHODS)[number],
  type: string | undefined,
  payload: string | Buffer | undefined,
) =>
  world.app.inject({
    // The router accepts methods that the types of a test client do not include.
    method: method as NonNullable<InjectOptions['method']>,
    url,
    remoteAddress: anAddress(),
    headers: { ...whoAsks(endpoint).headers, ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  })

/** The changes of an operation, except the log entry of a rejection. */
async function changesBy(operation: () => Promise<unknown>): Promise<string[]> {
  const before = await stateOf(world.ctx.database, world.ours)
  await operation()
  return changesBetween(before, await stateOf(world.ctx.database, world.ours)).filter((row) => !row.includes('"status": "rejected"'))
}

const paths = [...new Set(ENDPOINTS.map(({ path }) => path))]

describe('a method that a path does not have', () => {
  test.each(paths)('is rejected by %s without effect', async (path) => {
    const there = ENDPOINTS.filter((endpoint) => endpoint.path === path)
    const [endpoint] = there
    if (!endpoint) throw new Error(`${path} no longer exists`)
    const request = soundOf(endpoint)
    const served = (method: string) => there.some((one) => one.method === method || (method === 'HEAD' && one.method === 'GET'))
    const changed = await changesBy(async () => {
      for (const method of METHODS.filter((one) => !served(one))) {
        const { statusCode } = await inject(request, method, JSON_TYPE, JSON.stringify(request.body ?? {}))
        // 422: the path is also one of another call, which has no body. 404: no path has the method.
        expect([method, [401, 404, 405, 422].includes(statusCode) ? 'refused' : statusCode]).toEqual([method, 'refused'])
      }
    })
    expect(changed).toEqual([])
  })
})

/** A list has no fields, so any form represents it. */
const asForm = (body: unknown) => (Array.isArray(body) ? 'quantity=1' : new URLSearchParams(Object(body)).toString())

type Mangling = [
  what: string,
  type: string | undefined,
  payload: (body: unknown) => string | Buffer | undefined,
  statuses: readonly number[],
]

const MANGLED: readonly Mangling[] = [
  ['plain text', 'text/plain', (body) => JSON.stringify(body), [415]],
  ['xml', 'application/xml', () => '<restock/>', [415]],
  ['a form of many parts', 'multipart/form-data; boundary=x', () => '--x\r\n\r\n--x--', [415]],
  ['no type', undefined, (body) => JSON.stringify(body), [415, 422]],
  ['a type that is none', 'json', (body) => JSON.stringify(body), [415]],
  ['half of its JSON', JSON_TYPE, (body) => JSON.stringify(body).slice(0, -1), [400]],
  ['JSON in UTF-16', `${JSON_TYPE}; charset=utf-16`, (body) => Buffer.from(JSON.stringify(body), 'utf16le'), [400, 415]],
  ['JSON in Latin-1', JSON_TYPE, () => Buffer.from('{"name": "Café"}', 'latin1'), [400]],
  ['JSON nested without end', JSON_TYPE, () => '['.repeat(20_000) + ']'.repeat(20_000), [400, 413]],
  ['JSON that names a prototype', JSON_TYPE, () => '{"__proto__": {"enabled": true}}', [400]],
  ['a number', JSON_TYPE, () => '1', [422]],
  ['a text', JSON_TYPE, () => '"restock"', [422]],
  ['null', JSON_TYPE, () => 'null', [422]],
  ['far too much', JSON_TYPE, (body) => JSON.stringify(body) + ' '.repeat(9_000_000), [413]],
]

/** The status of a valid request to these endpoints, because it names nothing that exists. */
const OF_NOTHING: Readonly<Record<string, number>> = {
  // The manager drives neither van.
  handOver: 404,
  claimDevice: 404,
  changeWebhook: 404,
  addImportPart: 404,
  readImport: 404,
  runImport: 404,
  changePlan: 409,
  billingWebhook: 400,
  sandboxPayment: 404,
  sendFeedback: 404,
  setPassword: 410,
  readInvitation: 410,
  acceptInvitation: 410,
  transferMachines: 404,
  reopenMonth: 409,
}
const DONE_ONCE: ReadonlySet<string> = new Set(['decideReviewItem'])
/** They name the version of an object, which the first of them changes for all. */
const OF_VERSION: ReadonlySet<string> = new Set(['changeOrder', 'sendOrder', 'cancelOrder', 'receiveOrder', 'changeTemplate'])

describe('a JSON body', () => {
  const inJson = ENDPOINTS.filter(({ body, bodyType }) => body && bodyType !== 'form').map((endpoint) => [endpoint.name, endpoint] as const)

  test.each(inJson)('is rejected by %s without effect when it is mangled', async (_name, endpoint) => {
    const request = soundOf(endpoint)
    const changed = await changesBy(async () => {
      for (const [what, type, payload, usual] of MANGLED) {
        // An optional body may be null.
        if (what === 'null' && endpoint.body && v.is(endpoint.body, null)) continue
        // A reader of plain text interprets the body differently.
        const isForm = endpoint.fileField && type?.startsWith('multipart/')
        const statuses = endpoint.textField && type === 'text/plain' ? [422] : isForm ? [400] : usual
        const { statusCode } = await inject(request, endpoint.method, type, payload(request.body))
        expect([what, statuses.includes(statusCode) ? 'refused' : statusCode]).toEqual([what, 'refused'])
      }
      const { statusCode } = await inject(request, endpoint.method, FORM_TYPE, asForm(request.body))
      expect(['a form', statusCode]).toEqual(['a form', 415])
    })
    expect(changed).toEqual([])
  })

  test.each(inJson)('is accepted by %s in every notation of its content type', async (_name, endpoint) => {
    for (const [index, type] of [`${JSON_TYPE}; charset=utf-8`, 'APPLICATION/JSON', `${JSON_TYPE};charset="utf-8"`].entries()) {
      const [request] = requestsOf(endpoint, { facts: world.facts.ours.assigned, tokens: world.tokens, asker: `writer ${index}` })
      if (!request) throw new Error(`there is no request to ${endpoint.name}`)
      const { statusCode } = await inject(request, endpoint.method, type, JSON.stringify(request.body))
      if (OF_VERSION.has(endpoint.name)) {
        expect([endpoint.status ?? 200, 409]).toContain(statusCode)
        continue
      }
      // A request that names a missing object, or repeats a completed operation, was parsed too.
      const readAs = index > 0 && DONE_ONCE.has(endpoint.name) ? 409 : (OF_NOTHING[endpoint.name] ?? endpoint.status ?? 200)
      expect([type, statusCode]).toEqual([type, readAs])
    }
  })
})

describe('a form', () => {
  const inForms = ENDPOINTS.filter(({ body, bodyType }) => body && bodyType === 'form').map(
    (endpoint) => [endpoint.name, endpoint] as const,
  )

  test.each(inForms)('is rejected by %s when it is mangled', async (_name, endpoint) => {
    const request = soundOf(endpoint)
    for (const [what, type, payload] of [
      ['JSON', JSON_TYPE, JSON.stringify(request.body)],
      ['plain text', 'text/plain', asForm(request.body)],
      ['xml', 'application/xml', '<token/>'],
      ['far too much', FORM_TYPE, `${asForm(request.body)}&x=${'x'.repeat(70_000)}`],
    ] as const) {
      const { statusCode } = await inject(request, endpoint.method, type, payload)
      expect([what, statusCode]).toEqual([what, statusCode === 400 ? 400 : what === 'far too much' ? 413 : 415])
    }
  })
})
