import { MINUTE, type Moment } from '#domain/time.ts'

/** Covers two tabs that refresh at the same time, or a slow request. */
const GRACE = MINUTE

/** State of a refresh token in its family. Of all tokens with the same parent at most one is ever used. */
export type Standing = {
  hash: string
  /** When the token was last presented while none of its successors was in use. */
  usedAt: Moment | null
  expiresAt: Moment
  /** Another token with the same parent was used. */
  siblingUsed: boolean
  /** The successor of this token that was used. */
  usedChild: string | null
  usedGrandchild: boolean
}

export type Verdict = { successorOf: string } | 'expired' | 'stolen'

/**
 * Decides on a presented refresh token (RFC 9700 §4.14.2). A successor is always derived from the last used token of the family, so if two
 * parties share a session only one can continue: the next use by the other reveals the theft. A token whose response was lost may be
 * presented again until one of its successors is used.
 */
export function judge(token: Standing, now: Moment): Verdict {
  if (token.expiresAt <= now) return 'expired'
  if (token.usedAt === null) return token.siblingUsed ? 'stolen' : { successorOf: token.hash }
  if (token.usedChild === null) return { successorOf: token.hash }
  if (!token.usedGrandchild && now - token.usedAt <= GRACE) return { successorOf: token.usedChild }
  return 'stolen'
}
