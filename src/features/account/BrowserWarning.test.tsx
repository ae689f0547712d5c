// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import account from '../../locales/en/account.json' with { type: 'json' }
import { BrowserWarning } from './BrowserWarning.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { account } } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['http from another machine', false, /over http/],
  ['https', true, null],
])('a page opened over %s', (_, isSecureContext, warning) => {
  vi.stubGlobal('isSecureContext', isSecureContext)
  render(
    <MantineProvider env="test">
      <BrowserWarning />
    </MantineProvider>,
  )
  expect(screen.queryByRole('alert')?.textContent ?? null).toEqual(warning && expect.stringMatching(warning))
})
