import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { Uuid } from '#contract/fields.ts'
import type { OperationId } from '#domain/ids.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import { seal, unseal } from '../secrets.ts'
import { claimKey, releaseKey, storeResponse, type Write } from './idempotency.store.ts'

/** The `Idempotency-Key` of a request, if any. */
export function keyOf({ headers }: FastifyRequest): OperationId | undefined | Refusal {
  const key = v.safeParse(v.optional(Uuid), headers['idempotency-key'])
  return key.success ? key.output : refuse('MALFORMED', { detail: `idempotency-key: ${key.issues[0].message}` })
}

/**
 * Runs a request with an `Idempotency-Key` at most once per user and replays the stored response afterwards. Refusals are not stored,
 * because they changed nothing and a retry may succeed. `input` is the validated input.
 */
export async function withIdempotency<T>(
  endpoint: Endpoint,
  input: unknown,
  caller: RequestContext,
  handle: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const key = endpoint.keyed ? keyOf(caller.request) : undefined
  if (key === undefined) return handle()
  if (key instanceof Refusal) return key
  const { db, principal, ctx, reply } = caller
  const secret = endpoint.keyed === 'sealed' && ctx.keyFor('answers')
  const boundTo = `${principal.companyId} answers ${principal.userId} ${key}`
  const text = JSON.stringify([endpoint.name, input])
  const bodyHash = createHmac('sha256', ctx.keyFor('written bodies')).update(text).digest('base64url')
  const write: Write = { company: principal.companyId, user: principal.userId, key, bodyHash, at: ctx.now() }
  const before = await claimKey(db, write)
  if (before && before.bodyHash !== bodyHash && before.bodyHash !== unkeyedHash(text)) return refuse('IDEMPOTENCY_KEY_REUSED')
  if (before) {
    const opened = secret && unseal(secret, String(before.answer), boundTo)
    // The response was encrypted with a previous master key and cannot be read.
    if (opened === null) return refuse('IDEMPOTENCY_KEY_REUSED')
    void reply.header('idempotency-replayed', 'true')
    return (opened ? JSON.parse(opened) : before.answer) as T
  }
  const answer = await handle()
  if (answer instanceof Refusal) await releaseKey(db, write)
  else await storeResponse(db, write, secret ? seal(secret, JSON.stringify(answer), boundTo) : answer)
  return answer
}

/** Stored by versions up to 0.2.0, and still accepted. It is no longer written, because a password in a body could be guessed from it. */
const unkeyedHash = (text: string) => createHash('sha256').update(text).digest('base64url')
