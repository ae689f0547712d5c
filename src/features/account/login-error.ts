import type { TFunction } from 'i18next'
import { NotAnswered, whyNot } from '#app/data/server-requests.ts'
import { StoreTooNew } from '#offline/store.ts'

/** The input cannot be a login or password; the server's text on that is technical. */
const NO_LOGIN: ReadonlySet<string> = new Set(['INVALID', 'MALFORMED', 'TOO_LARGE'])

/**
 * The text of a failed sign-in. A code without a translation is shown with the server's text. An error other than a response means that the
 * app failed: a part of it or its database could not be loaded.
 */
export function loginErrorText(t: TFunction<'account'>, error: unknown): string {
  const answer = error instanceof NotAnswered ? error.answer : null
  if (answer?.state === 'refused' && answer.detail && !NO_LOGIN.has(answer.code))
    return t(`trouble.${answer.code}`, { defaultValue: answer.detail })
  if (answer?.state === 'refused' || answer?.state === 'signed-out') return t('trouble.INVALID_PASSWORD_OR_LOGIN')
  if (error instanceof StoreTooNew) return t('common:tooOldHere')
  const why = whyNot(error)
  return t(`common:whyNot.${why.reason}.text`, { status: why.reason === 'failed' && why.status !== null ? ` (${why.status})` : '' })
}
