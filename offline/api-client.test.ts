import { afterEach, expect, test, vi } from 'vitest'
import 'fake-indexeddb/auto'
import { token } from '#contract/account.ts'
import { call } from './api-client.ts'

afterEach(() => vi.unstubAllGlobals())

test('1.7.02: the sign-in form sends all of its fields, even without a captcha', async () => {
  let sent = ''
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent = String(init.body)
    throw new TypeError('no network')
  })
  await call(token, { body: { grant_type: 'password', username: 'ada', password: 'secret', reCaptchaToken: '', alias: '' } })
  expect(sent).toBe('grant_type=password&username=ada&password=secret&reCaptchaToken=&alias=')
})

test('findings 10: a server that times out is distinguished from an unreachable one', async () => {
  const asking = { body: { grant_type: 'password', username: 'ada', password: 'secret', reCaptchaToken: '', alias: '' } } as const
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  expect(await call(token, asking, { timeoutMs: 1 })).toEqual({ state: 'unreachable', retryAfterMs: null, isLate: true })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')))
  expect(await call(token, asking)).toEqual({ state: 'unreachable', retryAfterMs: null })
})
