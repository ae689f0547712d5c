import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { ENDPOINTS } from '#contract/api.ts'
import { DATA_TIME_HEADER, type Endpoint } from '#contract/endpoint.ts'
import { itemOfList } from '#contract/fields.ts'
import { curlOf, KEY_EXAMPLES } from '#contract/keys.ts'
import { webhookBody } from '#contract/webhooks.ts'
import { scopeFor } from '#domain/keys.ts'
import { DELIVERY_KINDS, type DeliveryKind } from '#domain/webhooks.ts'
import type { Content, OpenApiDocument, Operation, Parameter } from './openapi-document.ts'
import { refusalsOf, sharedRefusals } from './openapi-refusals.ts'
import { parameterSchema, reference, schemaOf, sharedSchemas } from './openapi-schemas.ts'
import { SUBJECT_TAGS, subjectOf } from './openapi-subjects.ts'
import { entriesOf } from './query-lists.ts'

/** How programs use the API, in Markdown. */
const API_KEYS = `## API keys

Managers create keys under More, Developer API. A key may call what its scopes allow, in the company of its creator, up to 600 times a minute. \
Any other call returns 403 and names the missing scope. Send an \`Idempotency-Key\` with each write, so that a repeated request \
counts once.

${KEY_EXAMPLES.map(({ scope, path }) => `\`${scope}\`\n\`\`\`\n${curlOf('https://your-server', path)}\n\`\`\``).join('\n\n')}`

/** The contract as OpenAPI 3.1, generated from the schemas that validate requests. */
export function openapiDocument(version: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of ENDPOINTS) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roundsman',
      version,
      description:
        'A success wraps its payload in `data`. A refusal is a problem (RFC 9457) with a stable `code`. Times are ISO 8601 in UTC, money is a decimal number in the currency of the company, quantities are whole pieces, grams or millilitres. Programs authenticate with an API key: `Authorization: Bearer rk_…`. Each call names the scope that its key needs, and a refusal names it too.\n\n' +
        API_KEYS,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: SUBJECT_TAGS,
    paths,
    webhooks: Object.fromEntries(DELIVERY_KINDS.map((kind) => [kind, { post: deliveryOf(kind) }])),
    components: {
      schemas: sharedSchemas(),
      responses: sharedRefusals(ENDPOINTS),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token from /oauth/token.' },
        device: { type: 'http', scheme: 'bearer', description: 'The key that a device received for its claim code.' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key that a manager created, sent as `Authorization: Bearer rk_…`. Each call names the scope that it needs.',
        },
        basic: { type: 'http', scheme: 'basic', description: 'The public client `web:web`. It identifies the app and grants no rights.' },
      },
    },
  }
}

const DELIVERY_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
  (name): Parameter => ({ name, in: 'header', required: true, description: 'See standardwebhooks.com.', schema: { type: 'string' } }),
)

/** The payload of a webhook. The receiver verifies the signature, so the request needs no other authentication. */
const deliveryOf = (kind: DeliveryKind) => ({
  operationId: `webhook-${kind}`,
  summary: 'Events of one kind. Each is delivered at least once, in any order; a repeated delivery has the same webhook-id.',
  tags: ['Keys and webhooks'] as [string],
  security: [],
  parameters: DELIVERY_HEADERS,
  requestBody: { required: true, content: { 'application/json': { schema: schemaOf(webhookBody(kind)) } } },
  responses: { '2XX': { description: 'Accepted. After any other response, or none within 15 seconds, the delivery is repeated.' } },
})

const SCHEMES: Partial<Record<Endpoint['who'], string>> = { basic: 'basic', device: 'device' }

function operationOf(endpoint: Endpoint): Operation {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: whoMay(endpoint),
    tags: [subjectOf(endpoint.path)],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(endpoint.body ? { requestBody: bodyOf(endpoint, endpoint.body) } : {}),
    responses: { [String(endpoint.status ?? 200)]: successOf(endpoint), ...refusalsOf(endpoint) },
  }
}

const whoMay = (endpoint: Endpoint): string => {
  if (endpoint.who === 'public') return 'Needs no sign-in.'
  if (endpoint.who === 'basic') return 'HTTP Basic with the public client `web:web`.'
  const scope = scopeFor(endpoint)
  return scope ? `Bearer token, or an API key with the scope \`${scope}\`.` : 'Bearer token.'
}

/** Any one of these is sufficient. */
function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  const { who } = endpoint
  if (who === 'public') return []
  const scope = scopeFor(endpoint)
  const principal = [{ [SCHEMES[who] ?? 'bearer']: [] }, ...(scope ? [{ apiKey: [scope] }] : [])]
  return who === 'device-or-manager' ? [{ device: [] }, ...principal] : principal
}

function parametersOf({ path, params, query, operation, keyed }: Endpoint): Parameter[] {
  const pathSchemas = params ? (schemaOf(params).properties ?? {}) : {}
  const queryFields = query ? schemaOf(query) : {}
  const [pathFields, lists] = [entriesOf(params), entriesOf(query)]
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(
      ([, name = '']): Parameter => ({
        name,
        in: 'path',
        required: true,
        schema: parameterSchema(asSchema(pathSchemas[name]) ?? { type: 'string' }, pathFields[name]),
      }),
    ),
    ...Object.entries(queryFields.properties ?? {}).map(
      ([name, schema]): Parameter => ({
        name,
        in: 'query',
        required: queryFields.required?.includes(name) ?? false,
        ...(listParameter(lists[name]) ?? { schema: parameterSchema(asSchema(schema) ?? {}, lists[name]) }),
      }),
    ),
    ...(operation ? OPERATION_HEADERS : []),
    ...(keyed ? OPERATION_HEADERS.slice(0, 1) : []),
  ]
}

/** A list in a query, whose parameter may also be repeated. */
function listParameter(field: v.GenericSchema | undefined): Pick<Parameter, 'description' | 'style' | 'explode' | 'schema'> | undefined {
  const item = field && itemOfList(field)
  if (!item) return undefined
  const schema: JsonSchema = { type: 'array', items: parameterSchema(schemaOf(item), item) }
  return { description: 'Several values are separated by commas, or the parameter is repeated.', style: 'form', explode: false, schema }
}

const asSchema = (schema: JsonSchema | boolean | undefined) => (typeof schema === 'object' ? schema : undefined)

const OPERATION_HEADERS: Parameter[] = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The id of the operation, made where it happened: sent again, it counts once and answers what the first answered.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'Occurred-At',
    in: 'header',
    required: false,
    description: 'When it happened; now where it is not given.',
    schema: { type: 'string', format: 'date-time' },
  },
]

const FILE_FORM: JsonSchema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }

function bodyOf({ bodyType, textField, fileField }: Endpoint, body: NonNullable<Endpoint['body']>): Operation['requestBody'] {
  const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const content: Content = { [type]: { schema: schemaOf(body) } }
  if (textField) content['text/plain'] = { schema: { type: 'string' } }
  if (fileField) content['multipart/form-data'] = { schema: FILE_FORM }
  return { required: body.type !== 'optional', content }
}

function successOf({ answer, answerType, plain, paged, operation, keyed, mayLag }: Endpoint) {
  const payload = answer ? schemaOf(answer) : {}
  const properties: Record<string, JsonSchema> = { data: payload, ...(paged ? { pageDetails: reference('PageDetails') } : {}) }
  const required = Object.keys(properties).filter((name) => name === 'data' || paged === true)
  const wrapped: JsonSchema = { type: 'object', properties, required }
  return {
    description: operation || keyed ? 'Done; sent again with the same key, it answers the same with `Idempotency-Replayed: true`.' : 'Done',
    ...(mayLag ? { headers: { [DATA_TIME_HEADER]: DATA_TIME } } : {}),
    content: { [answerType ?? 'application/json']: { schema: plain ? payload : wrapped } },
  }
}

const DATA_TIME = {
  description: 'The moment of the figures, if they are older than the request.',
  schema: { type: 'string', format: 'date-time' },
} as const
