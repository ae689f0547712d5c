// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import common from '../locales/en/common.json' with { type: 'json' }
import { FailedScreen } from './FailedScreen.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
})
afterEach(cleanup)

const show = (error: Error) =>
  render(
    <MantineProvider>
      <FailedScreen error={error} reset={() => {}} />
    </MantineProvider>,
  )

it('distinguishes a screen whose code is missing from a crash', () => {
  show(new TypeError('Failed to fetch dynamically imported module: https://x/screen.js'))
  expect(screen.getByRole('alert').textContent).toContain(common.screenMissing)
  expect(screen.getByRole('alert').textContent).toContain(common.screenMissingText)
  cleanup()
  show(new TypeError('x is not a function'))
  expect(screen.getByRole('alert').textContent).toContain(common.appFailed)
})
