// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import { inParts } from '#app/data/in-parts.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import common from '../locales/en/common.json' with { type: 'json' }
import { PartsNote } from './PartsNote.tsx'

const account = { locale: 'en-GB', currency: 'EUR', timezone: 'Europe/Berlin' }
const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ account }) as LocalSession)
afterAll(() => opened.mockRestore())

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
})
afterEach(cleanup)

const machines = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const note = (key: string, state: { isPending: boolean; isError: boolean }) => (
  <MantineProvider env="test">
    <PartsNote of={{ variables: { key }, ...state }} />
  </MantineProvider>
)
const PENDING = { isPending: true, isError: false }

it('shows how far a large selection is, and what remains done after a failure', async () => {
  const key = '0199d7d6-6b1c-7a51-9d5e-3c2b1a00ff00'
  const failing: ((reason: Error) => void)[] = []
  const { rerender } = render(note(key, PENDING))
  let sent = 0
  const sending = inParts(machines(2_723), key, () =>
    ++sent < 3 ? Promise.resolve(sent) : new Promise<number>((_, reject) => failing.push(reject)),
  )
  const failed = expect(sending).rejects.toThrow('refused')
  expect((await screen.findByText(/^2000 of 2,723/)).textContent).toBe('2000 of 2,723 machines done')
  await act(async () => {
    failing[0]?.(new Error('refused'))
    await failed
  })
  rerender(note(key, { isPending: false, isError: true }))
  expect(screen.getByText('The first 2000 of 2,723 machines are done.')).toBeTruthy()
})

it('shows nothing for a selection that fits into one request', async () => {
  const key = '0199d7d6-6b1c-7a51-9d5e-3c2b1a00ff01'
  render(note(key, PENDING))
  await act(() => inParts(machines(1_000), key, async () => {}).then(() => undefined))
  expect(screen.queryByRole('status')).toBeNull()
})
