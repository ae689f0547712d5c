// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import shell from '../locales/en/shell.json' with { type: 'json' }
import { KeyHelp } from './KeyHelp.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'shell', resources: { en: { shell } } })
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

it('lists the keys of what has loaded since it was opened', async () => {
  render(
    <MantineProvider>
      <KeyHelp places={[]} onClose={() => {}} />
    </MantineProvider>,
  )
  await screen.findByText('Show this list')
  expect(screen.queryByText('Select the row')).toBeNull()
  const table = document.createElement('table')
  table.innerHTML = '<tbody><tr tabindex="0"><td><input type="checkbox"></td></tr></tbody>'
  document.body.append(table)
  expect(await screen.findByText('Select the row')).toBeDefined()
})
