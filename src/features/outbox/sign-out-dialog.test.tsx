// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as operations from '#app/data/outbox.ts'
import outbox from '../../locales/en/outbox.json' with { type: 'json' }
import { SignOutDialog } from './SignOutDialog.tsx'

let finish = () => {}
const sent = vi.spyOn(operations, 'sendAll').mockImplementation(() => new Promise<void>((done) => (finish = () => done())))
const counted = vi.spyOn(operations, 'countUnsent').mockResolvedValue(0)
const status = vi.spyOn(operations, 'sending').mockReturnValue({ queryKey: ['sending'], queryFn: () => null } as never)
afterAll(() => {
  for (const one of [sent, counted, status]) one.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { outbox } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

function Menu({ onLeave }: { onLeave(): Promise<void> }) {
  const [isOpen, setOpen] = useState(true)
  return <SignOutDialog opened={isOpen} onClose={() => setOpen(false)} onLeave={onLeave} />
}

/** Presses the buttons while the operations are sent, and returns how often the user was signed out. */
async function afterSending(...pressed: string[]): Promise<number> {
  const onLeave = vi.fn(async () => {})
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <Menu onLeave={onLeave} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  for (const name of pressed) fireEvent.click(screen.getByRole('button', { name }))
  await act(async () => finish())
  return onLeave.mock.calls.length
}

it('signs out after everything was sent', async () => {
  expect(await afterSending(outbox.signOut.sendNow)).toBe(1)
})

it('a user who decides to stay while it is sent is not signed out', async () => {
  expect(await afterSending(outbox.signOut.sendNow, outbox.signOut.stay)).toBe(0)
})
