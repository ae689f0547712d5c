import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SECOND } from '#domain/time.ts'
import { KEY_PREFIX } from './authenticate.ts'

/** Maximum number of remembered tokens. */
const MOST = 10_000

/** Short, because a user whose seat is restored may use the same token again. */
const REMEMBERED_MS = 5 * SECOND

/**
 * Remembers hashes of tokens that were just rejected, so that they are not looked up in the database again for a while. Tokens are random,
 * so no rejected token is issued later. API keys are left out because one becomes valid again as soon as its creator is a manager again.
 */
export function junkTokens(now = () => performance.now()) {
  const tokens = new Map<string, number>()
  const keyOf = ({ headers: { authorization } }: FastifyRequest) =>
    authorization === undefined || authorization.includes(` ${KEY_PREFIX}`)
      ? null
      : createHash('sha256').update(authorization).digest('base64url')
  return {
    isKnown(request: FastifyRequest): boolean {
      const key = keyOf(request)
      return key !== null && (tokens.get(key) ?? 0) > now()
    },
    remember(request: FastifyRequest) {
      const key = keyOf(request)
      if (key === null) return
      tokens.delete(key)
      tokens.set(key, now() + REMEMBERED_MS)
      const [oldest] = tokens.keys()
      if (tokens.size > MOST && oldest !== undefined) tokens.delete(oldest)
    },
  }
}
