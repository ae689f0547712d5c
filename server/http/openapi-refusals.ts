import type { JsonSchema } from '@valibot/to-json-schema'
import type { Endpoint } from '#contract/endpoint.ts'
import { REFUSALS, type RefusalCode } from '#contract/errors.ts'
import type { Responses } from './openapi-document.ts'
import { reference } from './openapi-schemas.ts'

/** The refusals of a call by status, each with its possible codes. */
export function refusalsOf(endpoint: Endpoint): Responses {
  const codes = codesOf(endpoint)
  const isOAuth = endpoint.path.startsWith('/oauth/')
  const refusalWith = (status: number): Responses[string] => {
    if (isOAuth && status < 402)
      return { description: 'Refused as defined in RFC 6749', content: { 'application/json': { schema: reference('OAuthError') } } }
    const here = codes.filter((code) => REFUSALS[code] === status)
    return { description: here.join(', '), content: { 'application/problem+json': { schema: problemWith(here) } } }
  }
  return Object.fromEntries([...new Set(codes.map((code) => REFUSALS[code]))].map((status) => [String(status), refusalWith(status)]))
}

const problemWith = (codes: readonly RefusalCode[]): JsonSchema => ({
  allOf: [reference('Problem'), { type: 'object', properties: { code: { enum: [...codes] } } }],
})

/** All codes that a call may return: its own, and those that its kind of endpoint implies. */
export function codesOf({ method, who, params, operation, keyed, refusals = [] }: Endpoint): RefusalCode[] {
  const codes: RefusalCode[] = [
    ...refusals,
    ...(who === 'public' ? [] : (['UNAUTHORIZED'] as const)),
    ...(['public', 'basic', 'device'].includes(who) ? [] : (['FORBIDDEN'] as const)),
    ...(params ? (['NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : (['INVALID', 'TOO_LARGE', 'UNSUPPORTED_TYPE'] as const)),
    ...(operation ? (['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'] as const) : []),
    ...(keyed ? (['IDEMPOTENCY_KEY_REUSED'] as const) : []),
    'MALFORMED',
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'OVERLOADED',
    'DISK_FULL',
  ]
  return [...new Set(codes)].toSorted((a, b) => REFUSALS[a] - REFUSALS[b])
}
