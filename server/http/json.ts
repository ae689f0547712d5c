import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileText } from '#domain/dex/file-text.ts'
import { rankOf } from './load-shedding.ts'
import { refuse } from './refusal.ts'
import { sendRefusal } from './serve.ts'
import { isNavigation } from './web-app.ts'

/** Deeper than any request body of the API, and shallow enough for recursion. */
const DEEPEST = 32

/** More than any object of the API has. An object of thousands of keys takes ten times as long to parse as a list of as many. */
const MAX_KEYS = 1_000

/** Bytes of a body that is parsed only in a slot of its company, because parsing blocks all other requests. */
const LARGE = 16 * 1024

/**
 * Parses JSON bodies. It rejects for all calls what PostgreSQL cannot store in a text (a zero character, half a surrogate pair), excessive
 * nesting, objects of thousands of keys, and keys that would change an object's prototype.
 */
export function readJsonBodies(app: FastifyInstance) {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.isSigned) SIGNED.set(request, body)
    if (body.length === 0) return undefined
    const rank = (endpoint && rankOf(endpoint)) ?? 'work'
    const value = body.length < LARGE ? readJson(body) : await app.gate.through(rank, async () => readJson(body), app.flows.of(request))
    if (value instanceof UnreadableBody) throw value
    return value
  })
  app.addHook('preHandler', async (request, reply) => {
    const texts = [...Object.values(Object(request.query)), ...Object.values(Object(request.params)), ...formFields(request)]
    if (texts.every((text) => isPlain(text, DEEPEST))) return
    // A broken link leads to the start page.
    if (isNavigation(request)) return reply.redirect('/')
    return sendRefusal(reply, refuse('MALFORMED', { detail: 'The request contains an unsupported character, such as NUL.' }))
  })
}

const SIGNED = new WeakMap<FastifyRequest, Buffer>()

/** The raw body, for calls with signed requests. */
export const bodyAsSent = (request: FastifyRequest): Buffer => SIGNED.get(request) ?? Buffer.alloc(0)

/** Also parses plain text for the calls of this plugin, as the single field of their body. */
export function readTextBodies(app: FastifyInstance, textField: string) {
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, { [textField]: fileText(body as Buffer) })
  })
}

/** Of a request body; the message is the text for the caller. */
export class UnreadableBody extends Error {
  readonly statusCode = 400
}

/** Other encodings are refused, because their letters would be replaced. A byte order mark is skipped (RFC 8259 §8.1). */
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a JSON text, or why it is rejected. */
export function readJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = UTF_8.decode(bytes)
  } catch {
    return new UnreadableBody('The request body is not encoded in UTF-8.')
  }
  const tooLarge = excessOf(text)
  if (tooLarge) return new UnreadableBody(tooLarge)
  try {
    const value: unknown = JSON.parse(text)
    if (!hasEscapes(text) || isPlain(value, DEEPEST)) return value
    return new UnreadableBody(
      'The request body contains a character or key that is not supported: NUL, half a surrogate pair, or "__proto__".',
    )
  } catch {
    return new UnreadableBody('The request body is not valid JSON.')
  }
}

/** Without any of these in the text, none of its values has to be looked at, which takes several times as long as parsing. */
const hasEscapes = (text: string): boolean => text.includes('\\u') || text.includes('__proto__') || !isWellFormed(text)

const [QUOTE, BACKSLASH, COLON, OPENS_LIST, ENDS_LIST, OPENS_OBJECT, ENDS_OBJECT] = [0x22, 0x5c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d] as const

/** The first nesting or object that is larger than those of the API, as far as the text is JSON; null if there is none. */
function excessOf(text: string): string | null {
  const keys: number[] = [0]
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfText(text, index)
      if (index < 0) return null
    } else if (code === OPENS_LIST || code === OPENS_OBJECT) {
      if (++depth > DEEPEST) return `The request body is nested more than ${DEEPEST} levels deep.`
      keys[depth] = 0
    } else if (code === ENDS_LIST || code === ENDS_OBJECT) {
      depth = Math.max(0, depth - 1)
    } else if (code === COLON) {
      keys[depth] = (keys[depth] ?? 0) + 1
      if ((keys[depth] ?? 0) > MAX_KEYS) return `An object of the request body has more than ${MAX_KEYS} keys.`
    }
  }
  return null
}

/** The quote that ends the text beginning at a quote, or -1. */
function endOfText(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
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
