// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import common from '../locales/en/common.json' with { type: 'json' }
import { CopyButton } from './CopyButton.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const copy = () => {
  render(
    <MantineProvider env="test">
      <CopyButton text="secret" label="Copy" copiedLabel="Copied" />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
}

it('asks to copy by hand if the browser refuses', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  copy()
  expect((await screen.findByRole('alert')).textContent).toBe(common.notCopied)
  expect(screen.queryByText('Copied')).toBeNull()
})

it('shows that it has copied', async () => {
  const writing = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  copy()
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(writing).toHaveBeenCalledWith('secret')
  expect(screen.queryByRole('alert')).toBeNull()
})
