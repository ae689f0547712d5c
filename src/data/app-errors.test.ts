// @vitest-environment happy-dom
import * as v from 'valibot'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { reportAppErrors } from '#contract/app-errors.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { HOUR } from '#domain/time.ts'
import * as apiClient from '#offline/api-client.ts'
import { framesIn, noteCaughtError, reportErrors } from './app-errors.ts'
import { NotAnswered } from './server-requests.ts'

const sent: unknown[][] = []
let isReachable = true

async function answer(endpoint: Endpoint, { body }: { body?: unknown } = {}) {
  if (!isReachable) return { state: 'unreachable', retryAfterMs: null } as const
  sent.push(v.parse(reportAppErrors.body, body).errors)
  expect(endpoint).toBe(reportAppErrors)
  return { state: 'answered', value: {} } as const
}

reportErrors(() => '/dashboard/machines/$machineId')
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(apiClient, 'call').mockImplementation(answer as typeof apiClient.call)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  sent.length = 0
  isReachable = true
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let line = 0
function anError(): Error {
  const stack = `TypeError: ada@mail.example\n    at save (${location.origin}/assets/save-a1.js:1:${++line})\n    at f (https://other.example/x.js:1:1)`
  return Object.assign(new TypeError('ada@mail.example'), { stack })
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('uncaught errors, rejections and crashes of screens are sent without their messages', async () => {
  dispatchEvent(Object.assign(new Event('error'), { error: anError() }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: anError() }))
  noteCaughtError(anError())
  await pass(10_000)
  expect(sent).toMatchObject([
    ['error', 'rejection', 'caught'].map((kind) => ({
      kind,
      name: 'TypeError',
      route: '/dashboard/machines/$machineId',
      frames: [{ function: 'save', file: 'assets/save-a1.js', line: 1 }],
      count: 1,
    })),
  ])
  // Without the random ids, which contain the letters now and then.
  expect(JSON.stringify([sent, { ...localStorage }]).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')).not.toContain('ada')
})

test('they are stored while the server is unreachable, and sent once', async () => {
  isReachable = false
  noteCaughtError(anError())
  await pass(10_000)
  isReachable = true
  dispatchEvent(new Event('online'))
  await pass(10_000)
  dispatchEvent(new Event('online'))
  await pass(10_000)
  expect(sent.map((errors) => errors.length)).toEqual([1])
})

test('a repeated error is counted, and the oldest of too many are dropped', async () => {
  const error = anError()
  for (let n = 0; n < 5; n++) noteCaughtError(error)
  await pass(10_000)
  await pass(HOUR)
  noteCaughtError(error)
  await pass(10_000)
  expect(sent).toMatchObject([[{ count: 1 }], [{ count: 5 }]])
  isReachable = false
  for (let n = 0; n < 30; n++) noteCaughtError(anError())
  isReachable = true
  await pass(10_000)
  expect(sent[2]).toHaveLength(20)
})

test('missing responses are not reported', async () => {
  const spy = vi.spyOn(localStorage, 'setItem')
  onTestFinished(() => spy.mockRestore())
  noteCaughtError(new NotAnswered(null))
  noteCaughtError(new TypeError('Failed to fetch dynamically imported module: https://x'))
  await pass(10_000)
  expect(sent).toEqual([])
})

test('frames of every browser are read', () => {
  const { origin } = location
  const frame = { function: 'save', file: 'assets/a.js', line: 1, column: 2 }
  expect(framesIn(`Error: x\n    at save (${origin}/assets/a.js?v=1:1:2)`)).toEqual([{ ...frame }])
  expect(framesIn(`Error: x\n    at ${origin}/assets/a.js:1:2`)).toEqual([{ ...frame, function: '' }])
  expect(framesIn(`save@${origin}/assets/a.js:1:2\n@${origin}/assets/b.js:3:4`)).toEqual([
    frame,
    { function: '', file: 'assets/b.js', line: 3, column: 4 },
  ])
})
