import { type Problem, REFUSALS, type RefusalCode } from '#contract/errors.ts'
import { explain, titleOf } from './problems.ts'

/** A failure as a value. A handler returns it instead of a result, and its transaction is rolled back, except if `commits` is set. */
export class Refusal {
  readonly code: RefusalCode
  readonly detail: string | undefined
  readonly details: unknown
  /** Which fields of the request are wrong, and why. */
  readonly errors: Problem['errors']
  readonly retryAfterSeconds: number | undefined
  /** Commits what was done before, for calls that refuse one thing and do another instead. */
  readonly commits: boolean

  constructor(
    code: RefusalCode,
    more: { detail?: string; details?: unknown; errors?: Problem['errors']; retryAfterSeconds?: number; commits?: boolean } = {},
  ) {
    this.code = code
    this.detail = more.detail
    this.details = more.details
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
    this.commits = more.commits ?? false
  }

  get status(): number {
    return REFUSALS[this.code]
  }
}

export const refuse = (code: RefusalCode, more?: ConstructorParameters<typeof Refusal>[1]) => new Refusal(code, more)

export const problemOf = (refusal: Refusal): Problem => ({
  type: `/api/problems/${refusal.code}`,
  title: titleOf(refusal.code),
  status: refusal.status,
  code: refusal.code,
  detail: refusal.detail ?? explain(refusal.code),
  ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
  ...(refusal.details === undefined ? {} : { details: refusal.details }),
})
