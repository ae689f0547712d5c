// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './ConfirmDialog.tsx'

beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common: { close: 'Close', cancel: 'Cancel' } } } })
})
afterEach(cleanup)

it.each([
  { state: 'stays open while its request runs', isBusy: true, closed: 0 },
  { state: 'closes while no request runs', isBusy: false, closed: 3 },
])('$state', ({ isBusy, closed }) => {
  const onClose = vi.fn()
  render(
    <MantineProvider env="test">
      <ConfirmDialog opened title="Delete" confirm="Delete now" onConfirm={() => {}} onClose={onClose} isBusy={isBusy}>
        It cannot be restored.
      </ConfirmDialog>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(closed)
})
