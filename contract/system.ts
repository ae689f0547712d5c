import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/health',
  who: 'public',
  // Load balancers and monitors add parameters of their own.
  query: v.looseObject({}),
  summary: 'Whether the server and its database answer; degraded: it works, and its log says what a person must see to',
  answer: v.object({ status: v.picklist(['ok', 'degraded', 'failing']), version: v.string(), database: v.string() }),
})

/** What the login page needs to know before anybody has signed in. Sign-ins are offered on a demo alone. */
export const site = endpoint({
  name: 'site',
  method: 'GET',
  path: '/site',
  who: 'public',
  summary: 'What the login page shows: demo sign-ins, captcha kind, support contact',
  answer: v.object({
    version: v.string(),
    captcha: v.picklist(['altcha', 'recaptcha', 'off']),
    recaptchaSiteKey: v.nullable(v.string()),
    supportEmail: v.string(),
    /** Tiles in the place of the map that comes with the app. */
    mapTiles: v.optional(v.nullable(v.object({ url: v.string(), attribution: v.string() })), null),
    /** Whether the server can look addresses up. */
    geocoder: v.optional(v.boolean(), false),
    publicUrl: v.string(),
    /** Whether letters leave this server; without, whoever waits for one is told so. */
    sendsMail: v.optional(v.boolean(), true),
    /** The people who run this server are at work on it. */
    maintenance: v.optional(v.boolean(), false),
    /** Whether somebody reads what people think of the app. */
    feedback: v.optional(v.boolean(), false),
    /** By which browsers know notifications of this server (VAPID), as base64url. */
    pushKey: v.optional(v.nullable(v.string()), null),
    /** Whether text messages leave this server. */
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
  summary: 'This contract as OpenAPI 3.1',
  answer: v.unknown(),
  plain: true,
})

export const docs = endpoint({
  name: 'docs',
  method: 'GET',
  path: '/docs',
  who: 'public',
  summary: 'This contract as a page to read',
  answer: v.string(),
  answerType: 'text/html',
  plain: true,
})

export const file = endpoint({
  name: 'file',
  method: 'GET',
  path: '/files/:id',
  who: 'public',
  summary: 'A file behind a signed, expiring address',
  params: v.object({ id: v.pipe(v.string(), v.maxLength(2000)) }),
  answer: v.unknown(),
  answerType: '*/*',
  plain: true,
  refusals: ['NOT_FOUND', 'FILE_EXPIRED'],
})
