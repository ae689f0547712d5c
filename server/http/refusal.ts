import { type Problem, REFUSALS, type RefusalCode } from '#contract/errors.ts'

/** Bad news as data: a handler returns it instead of an answer, and everything it did is undone, unless it `stands`. */
export class Refusal {
  readonly code: RefusalCode
  readonly detail: string | undefined
  readonly details: unknown
  /** What is wrong where, in what was sent. */
  readonly errors: Problem['errors']
  readonly retryAfterSeconds: number | undefined
  /** What was done on the way to it stays done: it says no to one thing, and does another instead. */
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

export const problemOf = (refusal: Refusal): Problem => ({
  type: `https://roundsman.example/problems/${refusal.code.toLowerCase().replaceAll('_', '-')}`,
  title: refusal.code.toLowerCase().replaceAll('_', ' '),
  status: refusal.status,
  code: refusal.code,
  ...(refusal.detail === undefined ? {} : { detail: refusal.detail }),
  ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
  ...(refusal.details === undefined ? {} : { details: refusal.details }),
})
