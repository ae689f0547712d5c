import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { REFUSALS, type RefusalCode } from './errors.ts'

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/health',
  who: 'public',
  // Load balancers and monitors add their own parameters.
  query: v.looseObject({}),
  summary: 'Check whether the server and its database respond; degraded: it works, and its log contains a problem to fix',
  answer: v.object({ status: v.picklist(['ok', 'degraded', 'failing']), version: v.string(), database: v.string() }),
})

/** A process without an answer has to be restarted; one whose database is away has not, which `health` shows. */
export const alive = endpoint({
  name: 'alive',
  method: 'GET',
  path: '/alive',
  who: 'public',
  query: v.looseObject({}),
  summary: 'Check whether the server process responds, without its database',
  answer: v.object({ status: v.literal('ok') }),
})

/** What the login page needs before sign-in. Sign-ins are included only on a demo. */
export const site = endpoint({
  name: 'site',
  method: 'GET',
  path: '/site',
  who: 'public',
  summary: 'Retrieve the data of the login page: demo sign-ins, captcha type, support contact',
  answer: v.object({
    version: v.string(),
    captcha: v.picklist(['altcha', 'recaptcha', 'off']),
    recaptchaSiteKey: v.nullable(v.string()),
    supportEmail: v.string(),
    /** Tiles that replace the built-in map. */
    mapTiles: v.optional(v.nullable(v.object({ url: v.string(), attribution: v.string() })), null),
    /** Whether the server can look up addresses. */
    geocoder: v.optional(v.boolean(), false),
    publicUrl: v.string(),
    /** Whether this server sends mails; otherwise screens that wait for one show a notice. */
    sendsMail: v.optional(v.boolean(), true),
    /** Whether maintenance is in progress. */
    maintenance: v.optional(v.boolean(), false),
    /** Whether the server accepts feedback about the app. */
    feedback: v.optional(v.boolean(), false),
    /** The server's public key for push notifications (VAPID), as base64url. */
    pushKey: v.optional(v.nullable(v.string()), null),
    /** Whether this server sends text messages. */
    sendsSms: v.optional(v.boolean(), false),
    demo: v.nullable(
      v.object({ password: v.string(), logins: v.array(v.object({ login: v.string(), role: v.string(), company: v.string() })) }),
    ),
  }),
})

export const openapi = endpoint({
  name: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  who: 'public',
  summary: 'Retrieve this contract as OpenAPI 3.1',
  answer: v.unknown(),
  plain: true,
})

export const docs = endpoint({
  name: 'docs',
  method: 'GET',
  path: '/docs',
  who: 'public',
  summary: 'Show this contract as a page',
  answer: v.string(),
  answerType: 'text/html',
  plain: true,
})

/** The address that the `type` of a problem contains. */
export const problem = endpoint({
  name: 'problem',
  method: 'GET',
  path: '/problems/:code',
  who: 'public',
  summary: 'Explain the code of a refusal: its status, its cause, and the endpoints that return it',
  params: v.object({ code: v.picklist(Object.keys(REFUSALS) as RefusalCode[]) }),
  answer: v.string(),
  answerType: 'text/plain',
  plain: true,
})

export const file = endpoint({
  name: 'file',
  method: 'GET',
  path: '/files/:id',
  who: 'public',
  summary: 'Download a file by its signed, expiring URL',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(2000)) }),
  answer: v.unknown(),
  answerType: '*/*',
  plain: true,
  refusals: ['NOT_FOUND', 'FILE_EXPIRED'],
})
