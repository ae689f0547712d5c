import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { NotAnswered } from '#app/data/server-requests.ts'
import { StoreTooNew } from '#offline/store.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { loginErrorText } from './login-error.ts'

/** Shows the key, and the values that the text contains. */
const t = ((key: string, values: { defaultValue?: string; status?: string } = {}) =>
  `${key}${values.defaultValue ?? ''}${values.status ?? ''}`) as unknown as TFunction<'account'>
const textOf = (answer: Answer<unknown>) => loginErrorText(t, new NotAnswered(answer))

it.each(['INVALID', 'MALFORMED', 'TOO_LARGE'])('an impossible login (%s) is reported as wrong, without technical details', (code) => {
  const text = textOf({ state: 'refused', status: 400, code, detail: 'username: Invalid length', details: undefined })
  expect(text).toBe('trouble.INVALID_PASSWORD_OR_LOGIN')
})

it("shows the server's text if it has one", () => {
  const text = textOf({ state: 'refused', status: 400, code: 'NEWER', detail: 'Ask at the desk.', details: undefined })
  expect(text).toBe('trouble.NEWERAsk at the desk.')
})

it('distinguishes an app error from a database of a newer app', () => {
  expect(loginErrorText(t, new TypeError('a part could not be loaded'))).toBe('common:whyNot.fault.text')
  expect(loginErrorText(t, new StoreTooNew())).toBe('common:tooOldHere')
})

it('contains the status of a failed server, and says if it is busy', () => {
  expect(textOf({ state: 'unreachable', retryAfterMs: null, status: 500 })).toBe('common:whyNot.failed.text (500)')
  expect(textOf({ state: 'unreachable', retryAfterMs: null, status: 503 })).toBe('common:whyNot.overloaded.text')
})
