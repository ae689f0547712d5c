// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import common from '../locales/en/common.json' with { type: 'json' }
import refusals from '../locales/en/refusals.json' with { type: 'json' }
import { useKeyedMutation, useServerMutation } from './use-server-mutation.ts'

let ids = 0
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ device: { newId: () => `key-${++ids}` } }) as LocalSession)
afterAll(() => opened.mockRestore())

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, refusals } } })
})
afterEach(cleanup)

const render = <T,>(hook: () => T) => {
  const client = createQueryClient()
  return renderHook(hook, {
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
}
const refused = new NotAnswered({ state: 'refused', status: 409, code: 'SUPPLIER_NOT_FOUND' })
const lost = new NotAnswered({ state: 'unreachable', retryAfterMs: null })

describe('a server mutation', () => {
  it('runs once for a double tap, and again after it has ended', async () => {
    const change = vi.fn(async (_input: string) => {})
    const { result } = render(() => useServerMutation({ mutationFn: change }))
    act(() => {
      result.current.mutate('a')
      result.current.mutate('a')
    })
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    expect(change).toHaveBeenCalledTimes(1)
    act(() => result.current.mutate('b'))
    await waitFor(() => expect(change).toHaveBeenCalledTimes(2))
  })

  it('describes a refusal, and logs an error of the app', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fault = new Error('fault')
    const forbidden = new NotAnswered({ state: 'refused', status: 403, code: 'FORBIDDEN' })
    const change = vi.fn().mockRejectedValueOnce(refused).mockRejectedValueOnce(forbidden).mockRejectedValueOnce(fault)
    const { result } = render(() => useServerMutation<unknown, void>({ mutationFn: change }))
    act(() => result.current.mutate())
    await waitFor(() => expect(result.current.errorText).toBe(refusals.SUPPLIER_NOT_FOUND))
    act(() => result.current.mutate())
    await waitFor(() => expect(result.current.errorText).toBe(refusals.FORBIDDEN_form))
    expect(log).not.toHaveBeenCalled()
    act(() => result.current.mutate())
    await waitFor(() => expect(result.current.errorText).toBe(common.whyNot.fault.text))
    expect(log).toHaveBeenCalledWith(fault)
    log.mockRestore()
  })
})

describe('the idempotency key of a mutation', () => {
  type Input = { name: string; key: string }
  const signedOut = new NotAnswered({ state: 'signed-out' })
  const sent = async (steps: readonly { name: string; fails?: Error }[]) => {
    const keys: string[] = []
    const locks: boolean[] = []
    const failures = steps.map(({ fails }) => fails)
    const { result } = render(() =>
      useKeyedMutation<void, Input>({
        mutationFn: async ({ key }: Input) => {
          const failure = failures[keys.length]
          keys.push(key)
          if (failure) throw failure
        },
      }),
    )
    for (const [index, { name }] of steps.entries()) {
      act(() => result.current.mutate({ name }))
      await waitFor(() => expect([keys.length, result.current.isPending]).toEqual([index + 1, false]))
      locks.push(result.current.isUnsettled)
    }
    return { keys: keys.map((key) => keys.indexOf(key)), locks }
  }

  it('stays after a lost response; changes after a response, a refusal and other input', async () => {
    const steps = [
      { name: 'a', fails: lost },
      { name: 'a', fails: lost },
      { name: 'a' },
      { name: 'a', fails: refused },
      { name: 'a', fails: lost },
      { name: 'b' },
    ]
    expect((await sent(steps)).keys).toEqual([0, 0, 0, 3, 4, 5])
  })

  it('is unsettled after a lost response until the server has responded', async () => {
    const steps = [
      { name: 'a', fails: signedOut },
      { name: 'a', fails: lost },
      { name: 'a', fails: signedOut },
      { name: 'a', fails: refused },
      { name: 'a', fails: lost },
      { name: 'a' },
    ]
    expect(await sent(steps)).toEqual({ keys: [0, 0, 0, 0, 4, 4], locks: [false, true, true, false, true, false] })
  })
})
