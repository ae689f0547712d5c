import type { TFunction } from 'i18next'
import { whyNot } from '#app/data/why-not.ts'
import { StoreTooNew } from '#offline/store.ts'
import type { Answer } from '#offline/sync-calls.ts'

/** What to say when signing in failed: a key of ours, and the server's own words where we have none for its code. */
export type LoginTrouble = { key: string; words: string | undefined; status?: string }

/** The words for it, with the status of a server that failed. */
export const troubleText = (t: TFunction<'account'>, { key, words, status }: LoginTrouble): string =>
  t(key, { defaultValue: words, status })

/** What was typed can be nobody's login or password, however long it is; the server's words on that are for programs. */
const NO_LOGIN: ReadonlySet<string> = new Set(['INVALID', 'MALFORMED', 'TOO_LARGE'])

/** Where something was thrown, the app itself failed: a part of it could not be loaded, or its database not be opened. */
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
