import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SECOND } from '#domain/time.ts'
import { KEY_PREFIX } from './api-key-hash.ts'

/** So many tokens are remembered. */
const MOST = 10_000

/** Short, because a person whose seat comes back may use the same token again. */
const REMEMBERED_MS = 5 * SECOND

/**
 * Tokens that have just opened nothing, by their hash: none of them is looked up in the database again for a while. A token is random, so
 * that one which opens nothing now is none that somebody is given later. Keys of outside systems are left out, because one opens again as
 * soon as whoever made it is a manager again.
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
