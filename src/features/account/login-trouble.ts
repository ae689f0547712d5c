import { whyNot } from '#app/data/why-not.ts'
import type { Answer } from '#offline/sync-calls.ts'

/** What to say when signing in failed: a key of ours, and the server's own words where we have none for its code. */
export type LoginTrouble = { key: string; words: string | undefined }

/** What was typed can be nobody's login or password, however long it is; the server's words on that are for programs. */
const NO_LOGIN: ReadonlySet<string> = new Set(['INVALID', 'MALFORMED', 'TOO_LARGE'])

export function troubleOf(answer: Exclude<Answer<unknown>, { state: 'answered' }>): LoginTrouble {
  switch (answer.state) {
    case 'unreachable':
      return { key: `common:whyNot.${whyNot(answer).reason}.text`, words: undefined }
    case 'signed-out':
      return { key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined }
    case 'refused':
      return answer.detail && !NO_LOGIN.has(answer.code)
        ? { key: `trouble.${answer.code}`, words: answer.detail }
        : { key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined }
  }
}
