// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import common from '../../locales/en/common.json' with { type: 'json' }
import { SavedViews } from './SavedViews.tsx'
import * as data from './use-views.ts'

const useViews = vi.spyOn(data, 'useViews').mockReturnValue({ views: [], isLoaded: true, save: () => {}, remove: () => {} } as never)
afterAll(() => useViews.mockRestore())
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

it('returns the focus to its button after a view was saved', async () => {
  render(
    <MantineProvider env="test">
      <SavedViews list="machines" current={undefined} search={{ sort: 'name' }} onOpen={() => {}} />
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Views' })
  button.focus()
  fireEvent.click(button)
  const item = await screen.findByRole('menuitem', { name: 'Save view' })
  item.focus()
  fireEvent.click(item)
  const name = await screen.findByRole('textbox')
  await waitFor(() => expect(document.activeElement === name).toBe(true))
  fireEvent.change(name, { target: { value: 'Berlin' } })
  fireEvent.submit(name)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement === button).toBe(true))
})
