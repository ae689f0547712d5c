import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { HOUR, MINUTE, SECOND } from '#domain/time.ts'
import type { AppContext } from '../../http/request-context.ts'
import { clearLoginAttempts, countLoginAttempt, refundLoginAttempt } from './login-throttle.store.ts'

type Bucket = { kind: 'address' | 'login' | 'device' | 'register' | 'letter' | 'reset' | 'late-reset'; limit: number; lasts: number }

const ADDRESS: Bucket = { kind: 'address', limit: 10, lasts: MINUTE }
/** All devices on which this login has never succeeded, together. */
const UNKNOWN_DEVICES: Bucket = { kind: 'login', limit: 20, lasts: 15 * MINUTE }
/** One device of this login: no stranger can fill its bucket. */
const KNOWN_DEVICE: Bucket = { kind: 'device', limit: 10, lasts: 15 * MINUTE }

/** Companies that are asked for from one address. */
const REGISTRATIONS: Bucket = { kind: 'register', limit: 5, lasts: HOUR }
/** Letters to one mailbox about an account of its own: nobody's may be flooded. */
const LETTERS: Bucket = { kind: 'letter', limit: 5, lasts: HOUR }
/** Letters to one mailbox with a link for a new password, counted apart, because registrations of others must not use them up. */
const RESETS: Bucket = { kind: 'reset', limit: 5, lasts: HOUR }
/**
 * What others ask for must not keep the owner from a link: past the limit one more letter goes out every ten minutes, so that the
 * mailbox always holds a link that is good for most of its hour.
 */
const LATE_RESETS: Bucket = { kind: 'late-reset', limit: 1, lasts: 10 * MINUTE }

export type Allowance = { allowed: true } | { allowed: false; retryAfterSeconds: number }

type Lent = Pick<AppContext, 'database' | 'keyFor' | 'now'>

/** Counted whether it succeeds or not. */
export const countSignIn = (ctx: Lent, ip: string): Promise<Allowance> => take(ctx, ADDRESS, keyOf(ctx, ADDRESS, networkOf(ip)))

export const countRegistration = (ctx: Lent, ip: string): Promise<Allowance> =>
  take(ctx, REGISTRATIONS, keyOf(ctx, REGISTRATIONS, networkOf(ip)))

/** Whether one more letter about a registration may go to this mailbox; counted for those that nobody here has, too. */
export const mayWriteTo = async (ctx: Lent, email: string): Promise<boolean> =>
  (await take(ctx, LETTERS, keyOf(ctx, LETTERS, email))).allowed

/** The same for a link to set a new password. */
export const mayResetBy = async (ctx: Lent, email: string): Promise<boolean> =>
  (await take(ctx, RESETS, keyOf(ctx, RESETS, email))).allowed || (await take(ctx, LATE_RESETS, keyOf(ctx, LATE_RESETS, email))).allowed

/**
 * Takes one attempt from the bucket of this login on this device (`device` null: any unknown one), before the password is looked
 * at, so that many at once cannot all pass. Logins that do not exist have buckets too.
 */
export async function guessOf(ctx: Lent, login: string, device: string | null) {
  const bucket = device === null ? UNKNOWN_DEVICES : KNOWN_DEVICE
  const key = keyOf(ctx, bucket, device === null ? login : `${device} ${login}`)
  const allowance = await take(ctx, bucket, key)
  /** The password was right. A stranger's failures on unknown devices are not forgotten for it. */
  const wasRight = () => ctx.database.asSystem((db) => (device === null ? refundLoginAttempt(db, key) : clearLoginAttempts(db, key)))
  return { allowance, wasRight }
}

async function take(ctx: Pick<AppContext, 'database' | 'now'>, { limit, lasts }: Bucket, key: string): Promise<Allowance> {
  const now = ctx.now()
  const { count, since } = await ctx.database.asSystem((db) => countLoginAttempt(db, key, lasts, now))
  return count <= limit ? { allowed: true } : { allowed: false, retryAfterSeconds: (since + lasts - now) / SECOND }
}

/** People type passwords into the login field, and an address is a person's: neither is kept as it is. */
const keyOf = (ctx: Pick<AppContext, 'keyFor'>, { kind }: Bucket, of: string) =>
  `${kind}:${createHmac('sha256', ctx.keyFor('guesses')).update(of).digest('base64url')}`

/** What one person holds: an IPv4 address, or the 64 bits of an IPv6 one that a provider hands out. */
export function networkOf(ip: string): string {
  const four = ip.replace(/^::ffff:/i, '')
  if (isIPv4(four)) return four
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')].slice(0, 4).join(':')
}
