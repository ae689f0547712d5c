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
  400: 'The request could not be read. See the reference of this endpoint.',
  401: 'The access token is missing, invalid or expired. Please sign in and send it as "Authorization: Bearer …".',
  403: 'You are not allowed to perform this action.',
  404: 'The resource does not exist, or belongs to another company.',
  409: 'The request conflicts with the current state of the resource. Fetch it again, then retry.',
  410: 'The resource has expired. Request a new one.',
  413: 'The request is larger than this endpoint allows. Send less at once.',
  415: 'This endpoint does not support the content type of the request.',
  422: 'The request contains invalid values.',
  426: 'The server requires a newer version of this app. Update the app.',
  429: 'Too many requests. Wait for the time given in Retry-After.',
  500: 'The server failed, and the error was logged. You can send the same request again.',
  503: 'The server is overloaded. Send the same request again after the time given in Retry-After.',
}
const BY_CODE: Partial<Record<RefusalCode, string>> = {
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used before with a different body. Use a new key for a new request.',
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
