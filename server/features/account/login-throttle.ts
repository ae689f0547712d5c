import { createHmac } from 'node:crypto'
import { HOUR, MINUTE, SECOND } from '#domain/time.ts'
import { networkOf } from '../../http/network.ts'
import type { AppContext } from '../../http/request-context.ts'
import { clearLoginAttempts, countLoginAttempt, refundLoginAttempt } from './login-throttle.store.ts'
import { inAscii } from './mail-spellings.ts'

type Bucket = {
  kind: 'address' | 'login' | 'device' | 'register' | 'letter' | 'reset' | 'late-reset' | 'invite'
  limit: number
  lasts: number
}

const ADDRESS: Bucket = { kind: 'address', limit: 10, lasts: MINUTE }
/** Shared by all devices on which this login has never succeeded. */
const UNKNOWN_DEVICES: Bucket = { kind: 'login', limit: 20, lasts: 15 * MINUTE }
/** One device of this login, so that strangers cannot exhaust the bucket. */
const KNOWN_DEVICE: Bucket = { kind: 'device', limit: 10, lasts: 15 * MINUTE }

/** Registrations from one address. */
const REGISTRATIONS: Bucket = { kind: 'register', limit: 5, lasts: HOUR }
/** Registration mails to one mailbox, so that it cannot be flooded. */
const REGISTRATION_MAILS: Bucket = { kind: 'letter', limit: 5, lasts: HOUR }
/** Mails with a link for a new password to one mailbox. Counted separately, so that registrations by others cannot use up the limit. */
const RESETS: Bucket = { kind: 'reset', limit: 5, lasts: HOUR }
/**
 * Requests by others must not keep the owner from a link: beyond the limit one more mail is sent every ten minutes, so the mailbox always
 * contains a link that is valid for most of its hour.
 */
const LATE_RESETS: Bucket = { kind: 'late-reset', limit: 1, lasts: 10 * MINUTE }

/** Mails with an invitation to one mailbox. */
const INVITATIONS: Bucket = { kind: 'invite', limit: 5, lasts: HOUR }

type Allowance = { allowed: true } | { allowed: false; retryAfterSeconds: number }

type ThrottleContext = Pick<AppContext, 'database' | 'keyFor' | 'now'>

/** Counts successful and failed attempts. */
export const countSignIn = (ctx: ThrottleContext, ip: string): Promise<Allowance> =>
  takeAttempt(ctx, ADDRESS, keyOf(ctx, ADDRESS, networkOf(ip)))

export const countRegistration = (ctx: ThrottleContext, ip: string): Promise<Allowance> =>
  takeAttempt(ctx, REGISTRATIONS, keyOf(ctx, REGISTRATIONS, networkOf(ip)))

/** Whether another registration mail may be sent to this mailbox. Unknown mailboxes are counted too. */
export const mayWriteTo = async (ctx: ThrottleContext, email: string): Promise<boolean> =>
  (await takeAttempt(ctx, REGISTRATION_MAILS, keyOf(ctx, REGISTRATION_MAILS, email))).allowed

/** The same for a link to set a new password. */
export const mayResetBy = async (ctx: ThrottleContext, email: string): Promise<boolean> =>
  (await takeAttempt(ctx, RESETS, keyOf(ctx, RESETS, email))).allowed ||
  (await takeAttempt(ctx, LATE_RESETS, keyOf(ctx, LATE_RESETS, email))).allowed

/** The same for an invitation, by its address or its user. */
export const mayInviteBy = async (ctx: ThrottleContext, invitee: string): Promise<boolean> =>
  (await takeAttempt(ctx, INVITATIONS, keyOf(ctx, INVITATIONS, invitee))).allowed

/**
 * Takes an attempt from the bucket of this login on this device (`device` null: any unknown device). It is counted before the password is
 * verified, so that concurrent attempts cannot all pass. Unknown logins have buckets too.
 */
export async function guessOf(ctx: ThrottleContext, login: string, device: string | null) {
  const bucket = device === null ? UNKNOWN_DEVICES : KNOWN_DEVICE
  const key = keyOf(ctx, bucket, device === null ? login : `${device} ${login}`)
  const allowance = await takeAttempt(ctx, bucket, key)
  /** The password was correct. Failures on unknown devices are not reset, because they may be a stranger's. */
  const wasRight = () => ctx.database.asSystem((db) => (device === null ? refundLoginAttempt(db, key) : clearLoginAttempts(db, key)))
  return { allowance, wasRight }
}

async function takeAttempt(ctx: Pick<AppContext, 'database' | 'now'>, { limit, lasts }: Bucket, key: string): Promise<Allowance> {
  const now = ctx.now()
  const { count, since } = await ctx.database.asSystem((db) => countLoginAttempt(db, key, lasts, now))
  return count <= limit ? { allowed: true } : { allowed: false, retryAfterSeconds: (since + lasts - now) / SECOND }
}

/**
 * Keys are hashed, because users type passwords into the login field, and addresses are personal data. All spellings of a mail address are
 * counted together, because they reach the same account and mailbox.
 */
const keyOf = (ctx: Pick<AppContext, 'keyFor'>, { kind }: Bucket, of: string) =>
  `${kind}:${createHmac('sha256', ctx.keyFor('guesses')).update(inAscii(of)).digest('base64url')}`
