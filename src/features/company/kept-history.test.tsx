// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as data from '#app/data/formats.ts'
import { history } from '#app/data/history.ts'
import type { History } from '#contract/history.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import company from '../../locales/en/company.json' with { type: 'json' }
import { HistoryRetention } from './HistoryRetention.tsx'

const formats = vi
  .spyOn(data, 'formats')
  .mockReturnValue({ number: String, months: String, month: (month: string) => `<${month}>` } as unknown as ReturnType<typeof data.formats>)
afterAll(() => formats.mockRestore())
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, company } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' })
const archivedIn = (...months: string[]): History['archived'] =>
  months.map((month) => ({ source: 'activities', month, rows: 2, bytes: 100, archivedAt: '2026-07-01T00:00:00Z' }))

function show(kept: History) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(history().queryKey, kept)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <HistoryRetention />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return client
}

it.each([null, 24] as const)('applies the kept months only if they changed: %s', async (months) => {
  show({ months, archived: [] })
  const keep = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Keep' })
  await waitFor(() => expect([keep.value, apply().disabled]).toEqual([String(months ?? ''), true]))
  fireEvent.change(keep, { target: { value: '36' } })
  await waitFor(() => expect(apply().disabled).toBe(false))
  fireEvent.change(keep, { target: { value: String(months ?? '') } })
  await waitFor(() => expect(apply().disabled).toBe(true))
})

it('keeps a choice that is not applied yet when another one was applied elsewhere', async () => {
  const client = show({ months: null, archived: [] })
  const keep = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Keep' })
  fireEvent.change(keep, { target: { value: '36' } })
  act(() => client.setQueryData(history().queryKey, { months: 24, archived: archivedIn('2026-05') }))
  await screen.findByText(/^Archived: <2026-05>/)
  expect(screen.getByRole('combobox', { name: 'Keep' })).toBe(keep)
  await waitFor(() => expect([keep.value, apply().disabled]).toEqual(['36', false]))
  act(() => client.setQueryData(history().queryKey, { months: 36, archived: [] }))
  await waitFor(() => expect(apply().disabled).toBe(true))
})

it('names the first and the last archived month', () => {
  show({ months: 12, archived: archivedIn('2026-05', '2026-04', '2026-04') })
  expect(screen.getByText(/^Archived: <2026-04> to <2026-05>, entries: 6\./)).toBeDefined()
})

it('names a single archived month once', () => {
  show({ months: 12, archived: archivedIn('2026-05', '2026-05') })
  expect(screen.getByText(/^Archived: <2026-05>, entries: 4\./)).toBeDefined()
})
