// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import { MASK, TerminalFields } from '#contract/payments.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import payments from '../../locales/en/payments.json' with { type: 'json' }
import { CredentialsForm } from './CredentialsForm.tsx'
import { setTerminalCredentials } from './payments.queries.ts'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
const sending = vi.spyOn(setTerminalCredentials, 'mutationFn')
afterAll(() => {
  for (const one of [opened, sending]) one.mockRestore()
})
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, payments } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const FIELDS = [
  { name: 'username', least: 2, most: 50 },
  { name: 'password', isSecret: true, least: 2, most: 50 },
] as const
let store: (stored: TerminalFields) => void = () => {}
function Terminals() {
  const [stored, setStored] = useState<TerminalFields>({ username: 'mills', password: MASK })
  store = setStored
  return <CredentialsForm schema={TerminalFields} fields={FIELDS} stored={stored} change={setTerminalCredentials} />
}

it('keeps what is typed while credentials are saved, and hides a saved secret', async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <Terminals />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const [user, secret] = [screen.getByLabelText<HTMLInputElement>(/^Login/), screen.getByLabelText<HTMLInputElement>(/^Password/)]
  const save = screen.getByRole<HTMLButtonElement>('button', { name: payments.save })
  let answer = () => {}
  sending.mockReturnValueOnce(new Promise((done) => (answer = () => done({ username: 'mills', password: MASK }))) as never)
  fireEvent.input(secret, { target: { value: 'secret-1' } })
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await waitFor(() => expect(sending).toHaveBeenCalled())
  fireEvent.input(user, { target: { value: 'roastery' } })
  act(() => store({ username: 'mills', password: MASK }))
  answer()
  await waitFor(() => expect([secret.value, user.value, save.disabled]).toEqual([MASK, 'roastery', false]))
})
