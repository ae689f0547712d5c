// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as data from '#app/data/formats.ts'
import imports from '../../locales/en/imports.json' with { type: 'json' }
import { ImportButton } from './ImportButton.tsx'

const formats = vi.spyOn(data, 'formats').mockReturnValue({ number: String } as unknown as ReturnType<typeof data.formats>)
afterAll(() => formats.mockRestore())
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { imports } } })
})
afterEach(cleanup)

const show = (blocked: string | null) => {
  render(
    <MantineProvider env="test">
      <ImportButton added={3} blocked={blocked} isBusy={false} onClick={() => {}} />
    </MantineProvider>,
  )
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Import 3 rows' })
}

it('shows below the button of a blocked import why it is blocked', () => {
  const button = show(imports.nothingToImport)
  expect(button.disabled).toBe(true)
  const reason = screen.getByText(imports.nothingToImport)
  expect(button.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(button.getAttribute('aria-describedby')).toBe(reason.id)
})

it('gives no reason for an import that can start', () => {
  const button = show(null)
  expect([button.disabled, button.getAttribute('aria-describedby')]).toEqual([false, null])
})
