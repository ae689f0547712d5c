import type { JsonSchema } from '@valibot/to-json-schema'
import type { Endpoint } from '#contract/endpoint.ts'
import { REFUSALS, type RefusalCode } from '#contract/errors.ts'
import type { Operation, Response } from './openapi-document.ts'
import { reference } from './openapi-schemas.ts'

/** Sets of more codes belong to one call or a few, and are written out there. */
const MOST_SHARED_CODES = 2

/** The refusals of a call by status, each with its possible codes. */
export function refusalsOf(endpoint: Endpoint): Operation['responses'] {
  return Object.fromEntries(
    codesByStatus(endpoint).map(([status, codes]) => [
      String(status),
      isOfOAuth(endpoint, status)
        ? OAUTH_REFUSAL
        : isShared(codes)
          ? { $ref: `#/components/responses/${nameOf(codes)}` }
          : refusalWith(codes),
    ]),
  )
}

/** The refusals that calls share, by name. */
export const sharedRefusals = (endpoints: readonly Endpoint[]): Record<string, Response> =>
  Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      codesByStatus(endpoint)
        .filter(([status, codes]) => isShared(codes) && !isOfOAuth(endpoint, status))
        .map(([, codes]) => [nameOf(codes), refusalWith(codes)]),
    ),
  )

const isOfOAuth = ({ path }: Endpoint, status: number) => path.startsWith('/oauth/') && status < 402
const OAUTH_REFUSAL: Response = {
  description: 'Refused as defined in RFC 6749',
  content: { 'application/json': { schema: reference('OAuthError') } },
}

function codesByStatus(endpoint: Endpoint): [status: number, codes: RefusalCode[]][] {
  const codes = codesOf(endpoint)
  return [...new Set(codes.map((code) => REFUSALS[code]))].map((status) => [status, codes.filter((code) => REFUSALS[code] === status)])
}

const isShared = (codes: readonly RefusalCode[]) => codes.length <= MOST_SHARED_CODES

/** Such as `NotFound` and `OverloadedOrDiskFull`. */
const nameOf = (codes: readonly RefusalCode[]): string =>
  codes.map((code) => code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())).join('Or')

const refusalWith = (codes: readonly RefusalCode[]): Response => ({
  description: codes.join(', '),
  content: { 'application/problem+json': { schema: problemWith(codes) } },
})

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
