import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileText } from '#domain/dex/file-text.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './serve.ts'

/** Deeper than any request body of the API, and shallow enough for recursion. */
const DEEPEST = 32

/**
 * Parses JSON bodies. It rejects for all calls what PostgreSQL cannot store in a text (a zero character, half a surrogate pair), excessive
 * nesting, and keys that would change an object's prototype.
 */
export function readJsonBodies(app: FastifyInstance) {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (request.routeOptions.config.endpoint?.isSigned) SIGNED.set(request, text)
    const value = text === '' ? undefined : readJson(text)
    return value === UNREADABLE ? done(new UnreadableBody()) : done(null, value)
  })
  app.addHook('preHandler', async (request, reply) => {
    const texts = [...Object.values(Object(request.query)), ...Object.values(Object(request.params)), ...formFields(request)]
    if (!texts.every((text) => isPlain(text, DEEPEST)))
      return sendRefusal(reply, refuse('MALFORMED', { detail: 'The request contains an unsupported character, such as NUL.' }))
  })
}

const SIGNED = new WeakMap<FastifyRequest, string>()

/** The raw body, for calls with signed requests. */
export const bodyAsSent = (request: FastifyRequest): string => SIGNED.get(request) ?? ''

/** Also parses plain text for the calls of this plugin, as the single field of their body. */
export function readTextBodies(app: FastifyInstance, textField: string) {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, { [textField]: fileText(body as Buffer) })
  })
}

/** Marks invalid JSON, and JSON that the server rejects. */
export const UNREADABLE = Symbol('unreadable')

export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isPlain(value, DEEPEST) ? value : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

export class UnreadableBody extends Error {
  readonly statusCode = 400
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && isWellFormed(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(([key, member]) => key !== '__proto__' && isPlain(key, 0) && isPlain(member, depth - 1))
}

/** The fields of a form. JSON was checked when it was parsed. */
const formFields = ({ headers, body }: FastifyRequest): unknown[] =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? Object.values(Object(body)) : []

const isWellFormed = (text: string) => !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
