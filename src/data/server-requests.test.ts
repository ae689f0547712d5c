import { describe, expect, it } from 'vitest'
import { NotAnswered, whyNot } from './server-requests.ts'

describe('why a server call failed', () => {
  it.each([
    ['no network', { state: 'unreachable', retryAfterMs: null }, { reason: 'offline' }],
    ['a time-out', { state: 'unreachable', retryAfterMs: null, isLate: true }, { reason: 'late' }],
    ['a server error', { state: 'unreachable', retryAfterMs: null, status: 500 }, { reason: 'failed', status: 500 }],
    ['an overloaded server', { state: 'unreachable', retryAfterMs: 2_000, status: 503 }, { reason: 'overloaded' }],
    [
      'a full disk',
      { state: 'unreachable', retryAfterMs: 10_000, status: 503, code: 'DISK_FULL' },
      { reason: 'refused', code: 'DISK_FULL' },
    ],
    ['too many requests', { state: 'unreachable', retryAfterMs: 60_000, status: 429 }, { reason: 'busy' }],
    ['a proxy’s limit', { state: 'unreachable', retryAfterMs: null, status: 413 }, { reason: 'tooLarge' }],
    ['a firewall', { state: 'unreachable', retryAfterMs: null, interceptedWith: 403 }, { reason: 'intercepted', status: 403 }],
    ['a sign-in page', { state: 'unreachable', retryAfterMs: null, interceptedWith: 200 }, { reason: 'intercepted', status: null }],
    ['a refusal', { state: 'refused', status: 409, code: 'PLAN_LIMIT' }, { reason: 'refused', code: 'PLAN_LIMIT' }],
    ['an expired session', { state: 'signed-out' }, { reason: 'signedOut' }],
  ] as const)('distinguishes %s from the others, as a response and as a query error', (_, answer, expected) => {
    expect(whyNot(answer)).toEqual(expected)
    expect(whyNot(new NotAnswered(answer))).toEqual(expected)
  })

  it('distinguishes an unexpected response from an app error', () => {
    expect(whyNot(new NotAnswered(null))).toEqual({ reason: 'failed', status: null })
    expect(whyNot(new TypeError('x'))).toEqual({ reason: 'fault' })
  })
})
