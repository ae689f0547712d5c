import { type Problem, REFUSALS, type RefusalCode } from '#contract/errors.ts'

/** A failure as a value. A handler returns it instead of a result, and its transaction is rolled back, except if `stands` is set. */
export class Refusal {
  readonly code: RefusalCode
  readonly detail: string | undefined
  readonly details: unknown
  /** Which fields of the request are wrong, and why. */
  readonly errors: Problem['errors']
  readonly retryAfterSeconds: number | undefined
  /** Commits what was done before, for calls that refuse one thing and do another instead. */
  readonly stands: boolean

  constructor(
    code: RefusalCode,
    more: { detail?: string; details?: unknown; errors?: Problem['errors']; retryAfterSeconds?: number; stands?: boolean } = {},
  ) {
    this.code = code
    this.detail = more.detail
    this.details = more.details
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.stands = more.stands ?? false
  }

  get status(): number {
    return REFUSALS[this.code]
  }
}

export const refuse = (code: RefusalCode, more?: ConstructorParameters<typeof Refusal>[1]) => new Refusal(code, more)

/** What the user can do about it, if no more specific text exists. */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'What was sent cannot be read; see the contract of this call.',
  401: 'No token came with this, or a dead one: sign in and send its access token as "Authorization: Bearer …".',
  403: 'You are not allowed to perform this action.',
  404: 'It is not there, or it belongs to another company.',
  409: 'It does not fit what is there now: read that again, then decide.',
  410: 'It is over: ask for a new one.',
  413: 'That is more than this call takes at once: send less.',
  415: 'This call does not read that type of body.',
  422: 'What was sent breaks a rule of this call.',
  426: 'This app is older than the server: update it.',
  429: 'That was too often: wait for as long as Retry-After says.',
  500: 'The server failed. It was written down; the same request may be sent again.',
  503: 'The server has too much to do: send the same again after what Retry-After says.',
}
const BY_CODE: Partial<Record<RefusalCode, string>> = {
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key came with another body before: a new request takes a new key.',
}

export const problemOf = (refusal: Refusal): Problem => ({
  type: `https://roundsman.example/problems/${refusal.code.toLowerCase().replaceAll('_', '-')}`,
  title: refusal.code.toLowerCase().replaceAll('_', ' '),
  status: refusal.status,
  code: refusal.code,
  detail: refusal.detail ?? BY_CODE[refusal.code] ?? BY_STATUS[refusal.status] ?? '',
  ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
  ...(refusal.details === undefined ? {} : { details: refusal.details }),
})
