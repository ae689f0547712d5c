import * as v from 'valibot'
import { KEY_SCOPES, type KeyScope } from '#domain/keys.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, line, QueryId } from './fields.ts'

export const KEY_NAME = 100
export const MAX_KEYS = 20

/** An API key of an external system. The full key is returned once, at creation; later only its last characters. */
export const ApiKey = v.object({
  id: Integer,
  name: v.string(),
  hint: v.string(),
  scopes: v.array(v.string()),
  createdAt: DateTime,
  createdBy: v.string(),
  lastUsedAt: v.nullable(DateTime),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** First calls for a new integration, each with a key of this scope only. The API page and the app show them. */
export const KEY_EXAMPLES: readonly { scope: KeyScope; path: string }[] = [
  { scope: 'machines:read', path: '/machines' },
  { scope: 'machines:read', path: '/groups' },
  { scope: 'sales:read', path: '/transactions?size=100' },
  { scope: 'reports:read', path: '/reports/v2/sales?groupBy=DAY' },
  { scope: 'cash:read', path: '/cash-withdraws?type=summary' },
  { scope: 'issues:read', path: '/issues' },
  { scope: 'company:read', path: '/invoices' },
]

export const curlOf = (origin: string, path: string) => `curl -H "Authorization: Bearer rk_…" "${origin}/api${path}"`

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  who: 'manager',
  summary: 'List the active API keys',
  answer: v.array(ApiKey),
})

export const addApiKey = endpoint({
  name: 'addApiKey',
  method: 'POST',
  path: '/api-keys',
  who: 'manager',
  summary: 'Create an API key; only this response contains it',
  body: v.object({
    name: v.pipe(line(KEY_NAME), v.nonEmpty('must not be empty')),
    scopes: v.pipe(v.array(v.picklist(KEY_SCOPES)), v.minLength(1), v.maxLength(KEY_SCOPES.length)),
  }),
  answer: v.object({ ...ApiKey.entries, key: v.string() }),
  status: 201,
  refusals: ['TOO_MANY_KEYS'],
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api-keys/:id',
  who: 'manager',
  summary: 'Revoke an API key immediately',
  params: v.object({ id: QueryId }),
  answer: v.object({ id: Integer }),
  keyed: true,
  refusals: ['API_KEY_NOT_FOUND'],
})
