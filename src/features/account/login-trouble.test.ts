import type { TFunction } from 'i18next'
import { expect, it, vi } from 'vitest'
import { StoreTooNew } from '#offline/store.ts'
import { troubleOf, troubleOfError, troubleText } from './login-trouble.ts'

it.each(['INVALID', 'MALFORMED', 'TOO_LARGE'])('an impossible login (%s) is reported as wrong, without technical details', (code) => {
  const said = troubleOf({ state: 'refused', status: 400, code, detail: 'username: Invalid length', details: undefined })
  expect(said).toEqual({ key: 'trouble.INVALID_PASSWORD_OR_LOGIN', words: undefined })
})

it("shows the server's text if it has one", () => {
  const said = troubleOf({ state: 'refused', status: 400, code: 'NEWER', detail: 'Ask at the desk.', details: undefined })
  expect(said).toEqual({ key: 'trouble.NEWER', words: 'Ask at the desk.' })
})

it('distinguishes an app error from a database of a newer app', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(troubleOfError(new TypeError('a part could not be loaded'))).toMatchObject({ key: 'common:whyNot.fault.text' })
  expect(troubleOfError(new StoreTooNew())).toMatchObject({ key: 'common:tooOldHere' })
  expect(said).toHaveBeenCalledTimes(2)
  said.mockRestore()
})

it('findings 10: contains the status of a failed server', () => {
  const t = ((key: string, { status }: { status?: string }) => `${key}${status}`) as TFunction<'account'>
  const failed = troubleOf({ state: 'unreachable', retryAfterMs: null, status: 503 })
  expect(troubleText(t, failed)).toBe('common:whyNot.failed.text (503)')
})
