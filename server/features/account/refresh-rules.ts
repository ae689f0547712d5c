import { MINUTE, type Moment } from '#domain/time.ts'

/** Two tabs that ask at the same time, or a request that took its time. */
const GRACE = MINUTE

/** Where a refresh token stands in its family. Of all tokens with one parent at most one is ever used. */
export type Standing = {
  hash: string
  /** When it was last presented while nothing that followed it was in use. */
  usedAt: Moment | null
  expiresAt: Moment
  /** Another token with the same parent was used. */
  siblingUsed: boolean
  /** The token after this one that was used. */
  usedChild: string | null
  usedGrandchild: boolean
}

export type Verdict = { successorOf: string } | 'expired' | 'stolen'

/**
 * What a presented refresh token deserves (RFC 9700 §4.14.2). Successors always hang on the last used token of the family, so
 * that of two people with one session only one can go on: the next use by the other shows the theft. A token whose answer got
 * lost may come again for as long as nothing that followed it was used.
 */
export function judge(token: Standing, now: Moment): Verdict {
  if (token.expiresAt <= now) return 'expired'
  if (token.usedAt === null) return token.siblingUsed ? 'stolen' : { successorOf: token.hash }
  if (token.usedChild === null) return { successorOf: token.hash }
  if (!token.usedGrandchild && now - token.usedAt <= GRACE) return { successorOf: token.usedChild }
  return 'stolen'
}
