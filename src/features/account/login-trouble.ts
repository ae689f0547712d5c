import type { Answer } from '#offline/sync-calls.ts'

/** What to say when signing in failed: a key of ours, and the server's own words where we have none for its code. */
export type LoginTrouble = { key: string; words: string | undefined }

export function troubleOf(answer: Exclude<Answer<unknown>, { state: 'answered' }>): LoginTrouble {
  switch (answer.state) {
    case 'unreachable':
      return { key: 'trouble.UNREACHABLE', words: undefined }
    case 'signed-out':
      return { key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined }
    case 'refused':
      return answer.detail
        ? { key: `trouble.${answer.code}`, words: answer.detail }
        : { key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined }
  }
}
