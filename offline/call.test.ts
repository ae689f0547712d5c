import { afterEach, expect, test, vi } from 'vitest'
import 'fake-indexeddb/auto'
import { token } from '#contract/account.ts'
import { call } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

test('1.7.02: the sign-in form has all of its fields, also without a captcha', async () => {
  let sent = ''
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent = String(init.body)
    throw new TypeError('no network')
  })
  await call(token, { body: { grant_type: 'password', username: 'ada', password: 'secret', reCaptchaToken: '', alias: '' } })
  expect(sent).toBe('grant_type=password&username=ada&password=secret&reCaptchaToken=&alias=')
})
