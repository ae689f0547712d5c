import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { CheckedOf, Endpoint } from '#contract/endpoint.ts'
import { refuseFields } from './field-errors.ts'
import { withJoinedLists } from './query-lists.ts'
import { type Refusal, refuse } from './refusal.ts'
import { unknownKeys } from './unknown-keys.ts'
import { wordsOf } from './validation-messages.ts'

/**
 * Validates all input. An invalid path or query is malformed (400), an invalid body breaks a rule (422). `sent`: the body without the
 * fields that the caller checks itself.
 */
export function checkInput<E extends Endpoint>(endpoint: E, request: FastifyRequest, sent: unknown = request.body): CheckedOf<E> | Refusal {
  const params = parse(endpoint.params, request.params ?? {})
  // A value that cannot be an id matches nothing.
  if ('issues' in params) return refuse('NOT_FOUND')
  const query = parse(endpoint.query, withJoinedLists(endpoint.query, request.query))
  if ('issues' in query) return refusalOf('MALFORMED', query.issues)
  const [unknownKey] = endpoint.bodyType === 'form' ? [] : unknownKeys(endpoint.query, request.query)
  if (unknownKey !== undefined)
    return refuse('MALFORMED', {
      detail: `${unknownKey}: unknown parameter`,
      errors: [{ path: unknownKey, message: 'unknown parameter' }],
    })
  if (endpoint.body && !isItsType(endpoint, request))
    return refuse('UNSUPPORTED_TYPE', { detail: `This endpoint accepts ${typesOf(endpoint).join(' or ')}.` })
  const body = parse(endpoint.body, sent)
  const unknown = readsUnknownKeys(endpoint) ? [] : unknownKeys(endpoint.body, sent)
  if (unknown.length > 0) return refuseUnknown(unknown, 'issues' in body ? body.issues : [])
  if ('issues' in body) return refusalOf('INVALID', body.issues)
  return { params: params.output, query: query.output, body: body.output } as CheckedOf<E>
}

const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

const typesOf = ({ bodyType = 'json', textField, fileField }: Endpoint): readonly string[] => [
  TYPES[bodyType],
  ...(textField ? ['text/plain'] : []),
  ...(fileField ? ['multipart/form-data'] : []),
]

/** Forms are accepted only by calls that expect one, because any website can send a form without a CORS preflight. */
const isItsType = (endpoint: Endpoint, { body, headers }: FastifyRequest): boolean =>
  body === undefined || typesOf(endpoint).some((type) => (headers['content-type'] ?? '').toLowerCase().startsWith(type))

type Issue = v.BaseIssue<unknown>

function parse(schema: v.GenericSchema | undefined, value: unknown): { output: unknown } | { issues: [Issue, ...Issue[]] } {
  if (!schema) return { output: undefined }
  const result = v.safeParse(schema, value)
  return result.success ? { output: result.output } : { issues: result.issues }
}

/** OAuth ignores unknown parameters (RFC 6749 §3.2). The body of a read-only call has no effect. */
const readsUnknownKeys = ({ method, bodyType }: Endpoint) => method === 'GET' || bodyType === 'form'

const errorsOf = (issues: readonly Issue[]) =>
  issues.slice(0, 20).map((issue) => ({ path: v.getDotPath(issue) ?? '', message: wordsOf(issue) }))

/** A misspelled field must not count as an omitted one, so the request is refused with its name. */
function refuseUnknown(keys: readonly string[], issues: readonly Issue[]) {
  const known = errorsOf(issues)
  // Some calls report such a field in more detail themselves.
  const unnamed = keys.filter((key) => !known.some(({ path }) => path === key))
  return refuseFields([...unnamed.map((path) => ({ path, message: 'unknown field' })), ...known])
}

const refusalOf = (code: 'MALFORMED' | 'INVALID', issues: readonly Issue[]) => refuseFields(errorsOf(issues), code)
