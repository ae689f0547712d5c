import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import type { Access } from '#domain/team/permissions.ts'
import type { Who } from './people.ts'
import { requestsOf, send, type TenancyRequest } from './requests.ts'
import { changesBetween, stateOf } from './state.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

/** A principal that may make a call. */
const WHO: Record<Access, Who> = {
  public: 'anonymous',
  basic: 'anonymous',
  anyone: 'manager',
  manager: 'manager',
  hq: 'headOffice',
  'device-manager': 'deviceManager',
  'super-admin': 'superAdmin',
  device: 'device',
  'device-or-manager': 'manager',
}

/**
 * OAuth requires that unknown parameters are ignored (RFC 6749 §3.2), and events of newer firmware may have more fields than the server
 * knows.
 */
const writes = ENDPOINTS.filter(({ method, bodyType, name }) => method !== 'GET' && bodyType !== 'form' && name !== 'sendEvents')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the first object in a body: the body itself, an item of a list, or the content of a push. */
function within(body: unknown, change: (of: Record<string, unknown>) => unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => within(item, change))
  if (!isObject(body)) return body
  const [operation] = Array.isArray(body.ops) ? body.ops : []
  if (!isObject(operation)) return change(body)
  const inside = isObject(operation.body) || Array.isArray(operation.body) ? within(operation.body, change) : change({})
  return { ...body, ops: [{ ...operation, body: inside }] }
}

const misspelt = (of: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name === key ? `${name}s_` : name, value]))

const keysIn = (body: unknown): string[] => {
  const keys: string[] = []
  within(body, (of) => {
    keys.push(...Object.keys(of))
    return of
  })
  return [...new Set(keys)]
}

/** The error message of the response, or of the operation in a push. */
async function refusalOf(request: TenancyRequest): Promise<string> {
  const { headers } = world.principals[WHO[request.endpoint.who]]
  const { statusCode, body } = await send(world.app, request, headers)
  if (request.endpoint.name !== 'push') return statusCode === 422 ? body : `${statusCode} ${body}`
  const [result] = JSON.parse(body).data.results
  // Another body with the same id is rejected before its keys are checked.
  return result.status === 'rejected' && result.code === 'INVALID' ? result.result.detail : body
}

test.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))('%s rejects an unknown key', async (_name, endpoint) => {
  const { ctx, facts, tokens, ours } = world
  const before = await stateOf(ctx.database, ours)
  for (const request of requestsOf(endpoint, { facts: facts.ours.assigned, tokens, asker: 'unknown keys' })) {
    const extra = { ...request, body: within(request.body ?? {}, (of) => ({ ...of, surprise: 1 })) }
    expect(await refusalOf(extra), request.name).toContain('surprise')
    for (const key of keysIn(request.body))
      expect(await refusalOf({ ...request, body: within(request.body, (of) => misspelt(of, key)) }), `${request.name} ${key}`).toMatch(
        endpoint.name === 'push' ? new RegExp(`${key}s_|IDEMPOTENCY_KEY_REUSED`) : `${key}s_`,
      )
  }
  const isKept = (row: string) => !/^[+-] operations /.test(row)
  expect(changesBetween(before, await stateOf(ctx.database, ours)).filter(isKept)).toEqual([])
})

/** OAuth ignores unknown parameters (RFC 6749 §3.2), and load balancers add their own to the health check. */
const withQuery = ENDPOINTS.filter(({ bodyType, name }) => bodyType !== 'form' && !['alive', 'health'].includes(name))

test.each(withQuery.map((endpoint) => [endpoint.name, endpoint] as const))(
  'hostile use: %s rejects an unknown query parameter',
  async (_name, endpoint) => {
    const [request] = requestsOf(endpoint, { facts: world.facts.ours.assigned, tokens: world.tokens, asker: 'unknown parameters' })
    if (!request) throw new Error(`${endpoint.name} has no example`)
    const { headers } = world.principals[WHO[endpoint.who]]
    const url = `${request.url}${request.url.includes('?') ? '&' : '?'}surprise=1`
    const { statusCode, body } = await send(world.app, { ...request, url }, headers)
    expect([statusCode, JSON.parse(body).errors?.[0]?.path]).toEqual([400, 'surprise'])
  },
)

test('hostile use: a misspelt top-up changes no credit', async () => {
  const { ctx, ours, app, principals } = world
  const before = await stateOf(ctx.database, ours)
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/passes/credits',
    headers: principals.manager.headers,
    payload: { ids: [1], amount: 1 },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'INVALID'])
  expect(answer.json().errors.map(({ path }: { path: string }) => path)).toEqual(['ids', 'amount'])
  expect(changesBetween(before, await stateOf(ctx.database, ours))).toEqual([])
})
