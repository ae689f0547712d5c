// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { type ReactNode, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import refusals from '../../locales/en/refusals.json' with { type: 'json' }
import { useDraftMutation } from './use-draft-mutation.ts'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, refusals } } })
})
afterEach(cleanup)

type Input = { amount: number; key: string }
const lost = new NotAnswered({ state: 'unreachable', retryAfterMs: null })
const signedOut = new NotAnswered({ state: 'signed-out' })
const refusal = (code: string) => new NotAnswered({ state: 'refused', status: 409, code })

/** Sends a draft once per outcome; returns its keys, counted from 0, and whether the form is locked after each. */
async function send(outcomes: readonly (Error | null)[], lifetimeMs?: number) {
  const keys: string[] = []
  let ids = 0
  const useSaved = () => {
    const [saved, setSaved] = useState({ opId: 'key-0', isSent: false, savedAt: Date.now() })
    return {
      ...saved,
      renew: () => {
        const opId = `key-${++ids}`
        setSaved({ opId, isSent: false, savedAt: Date.now() })
        return opId
      },
      noteSent: async (isSent: boolean) => setSaved((before) => ({ ...before, isSent, savedAt: Date.now() })),
    }
  }
  const mutationFn = async ({ key }: Input) => {
    const outcome = outcomes[keys.length]
    keys.push(key)
    if (outcome) throw outcome
  }
  const client = createQueryClient()
  const { result } = renderHook(() => useDraftMutation<void, Input>(useSaved(), { mutationFn }, lifetimeMs), {
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const locks: boolean[] = []
  for (const index of outcomes.keys()) {
    act(() => result.current.mutate({ amount: 5 }))
    await waitFor(() => expect([keys.length, result.current.isPending]).toEqual([index + 1, false]))
    locks.push(result.current.isUnsettled)
  }
  return { keys: keys.map((key) => keys.indexOf(key)), locks }
}

it('locks a draft after a lost response, until the server has responded', async () => {
  expect(await send([lost, lost, refusal('PASS_CHANGED'), lost])).toEqual({ keys: [0, 0, 0, 3], locks: [true, true, false, true] })
})

it('keeps a draft locked when its second attempt was not executed', async () => {
  expect(await send([signedOut, lost, signedOut])).toEqual({ keys: [0, 0, 0], locks: [false, true, true] })
})

it('keeps the key of a draft that the server has stored with other values', async () => {
  expect(await send([lost, refusal('IDEMPOTENCY_KEY_REUSED'), lost])).toEqual({ keys: [0, 0, 0], locks: [true, false, true] })
})

it('sends a draft with a new key when its lifetime is over', async () => {
  expect(await send([lost, lost], 0)).toEqual({ keys: [0, 1], locks: [false, false] })
})

it('sends a draft only after its key and its lock are written', async () => {
  let write = () => {}
  const written = new Promise<void>((resolve) => {
    write = resolve
  })
  const sent = vi.fn(async () => {})
  const draft = { opId: 'key-0', isSent: false, savedAt: 0, renew: () => 'key-1', noteSent: () => written }
  const client = createQueryClient()
  const { result } = renderHook(() => useDraftMutation<void, Input>(draft, { mutationFn: sent }), {
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await act(async () => result.current.mutate({ amount: 5 }))
  expect(sent).not.toHaveBeenCalled()
  write()
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
})
