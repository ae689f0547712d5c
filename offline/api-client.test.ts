import { afterEach, expect, test, vi } from 'vitest'
import 'fake-indexeddb/auto'
import { token } from '#contract/account.ts'
import { ANSWER_HEADER, DATA_TIME_HEADER } from '#contract/endpoint.ts'
import { alive } from '#contract/system.ts'
import { call } from './api-client.ts'

afterEach(() => vi.unstubAllGlobals())

test('the sign-in form sends all of its fields, even without a captcha', async () => {
  let sent = ''
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent = String(init.body)
    throw new TypeError('no network')
  })
  await call(token, { body: { grant_type: 'password', username: 'ada', password: 'secret', reCaptchaToken: '', alias: '' } })
  expect(sent).toBe('grant_type=password&username=ada&password=secret&reCaptchaToken=&alias=')
})

test('headers of responses of the server are passed on, those of proxies are not', async () => {
  const seen: (string | null)[] = []
  const onHeaders = (headers: Headers) => void seen.push(headers.get(DATA_TIME_HEADER))
  const respond = (headers: Record<string, string>) =>
    vi.stubGlobal('fetch', async () => Response.json({ data: { status: 'ok' } }, { headers: { [DATA_TIME_HEADER]: 'then', ...headers } }))
  respond({})
  await call(alive, {}, { onHeaders })
  expect(seen).toEqual([])
  respond({ [ANSWER_HEADER]: '1' })
  await call(alive, {}, { onHeaders })
  expect(seen).toEqual(['then'])
})

test('a server that times out is distinguished from an unreachable one', async () => {
  const request = { body: { grant_type: 'password', username: 'ada', password: 'secret', reCaptchaToken: '', alias: '' } } as const
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  expect(await call(token, request, { timeoutMs: 1 })).toEqual({ state: 'unreachable', retryAfterMs: null, isLate: true })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')))
  expect(await call(token, request)).toEqual({ state: 'unreachable', retryAfterMs: null })
})

test.each([
  [413, { status: 413 }],
  [429, { status: 429 }],
  [502, { status: 502 }],
  [200, { interceptedWith: 200 }],
  [403, { interceptedWith: 403 }],
])('a foreign response %i is of a proxy, or of a program in between', async (status, expected) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html></html>', { status })))
  expect(await call(alive, {})).toEqual({ state: 'unreachable', retryAfterMs: null, ...expected })
})
