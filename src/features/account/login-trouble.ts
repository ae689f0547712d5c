import type { TFunction } from 'i18next'
import { whyNot } from '#app/data/why-not.ts'
import { StoreTooNew } from '#offline/store.ts'
import type { Answer } from '#offline/sync-calls.ts'

/** The message of a failed sign-in: a translation key, and the server's text if its code has no translation. */
export type LoginTrouble = { key: string; words: string | undefined; status?: string }

/** The text, with the status of a failed server. */
export const troubleText = (t: TFunction<'account'>, { key, words, status }: LoginTrouble): string =>
  t(key, { defaultValue: words, status })

/** The input cannot be a login or password; the server's text on that is technical. */
const NO_LOGIN: ReadonlySet<string> = new Set(['INVALID', 'MALFORMED', 'TOO_LARGE'])

/** An exception means that the app failed: a part of it or its database could not be loaded. */
export const troubleOfError = (error: unknown): LoginTrouble => {
  console.error(error)
  return { key: error instanceof StoreTooNew ? 'common:tooOldHere' : `common:whyNot.${whyNot(error).reason}.text`, words: undefined }
}

export function troubleOf(answer: Exclude<Answer<unknown>, { state: 'answered' }>): LoginTrouble {
  switch (answer.state) {
    case 'unreachable': {
      const why = whyNot(answer)
      const status = why.reason === 'failed' && why.status !== null ? ` (${why.status})` : ''
      return { key: `common:whyNot.${why.reason}.text`, words: undefined, status }
    }
    case 'signed-out':
      return { key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined }
    case 'refused':
      return answer.detail && !NO_LOGIN.has(answer.code)
        ? { key: `trouble.${answer.code}`, words: answer.detail }
        : { key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined }
  }
}
