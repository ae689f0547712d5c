// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import common from '#app/locales/en/common.json' with { type: 'json' }
import transactions from '#app/locales/en/transactions.json' with { type: 'json' }
import { PeriodFilter } from './PeriodFilter.tsx'
import type { PeriodSearch } from './period-search.ts'

const opened = vi.spyOn(device, 'getSession').mockImplementation(() => ({ account: { timezone: 'Europe/Berlin' } }) as LocalSession)
afterAll(() => opened.mockRestore())
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, transactions } } })
})
afterEach(cleanup)

const changes: PeriodSearch[] = []
const filter = (search: PeriodSearch) => (
  <MantineProvider env="test">
    <PeriodFilter search={search} onChange={(next) => changes.push(next)} />
  </MantineProvider>
)
const period = () => screen.getByRole<HTMLSelectElement>('combobox').value
const days = () => screen.queryAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)

it('follows the URL, except while days are typed', () => {
  const { rerender } = render(filter({ from: '2026-03-02', until: '2026-03-04' }))
  expect([period(), ...days()]).toEqual(['OWN', '02-03-2026', '04-03-2026'])
  rerender(filter({ period: 'YESTERDAY' }))
  expect([period(), ...days()]).toEqual(['YESTERDAY'])
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'OWN' } })
  rerender(filter({}))
  expect([period(), ...days()]).toEqual(['OWN', '', ''])
  const [from, until] = screen.getAllByRole('textbox')
  for (const field of [from, until]) if (field) fireEvent.change(field, { target: { value: '05-03-2026' } })
  expect(changes.at(-1)).toEqual({ period: undefined, from: '2026-03-05', until: '2026-03-05' })
  if (until) fireEvent.change(until, { target: { value: '15-03-2026' } })
  rerender(filter({ from: '2026-03-05', until: '2026-03-05' }))
  expect(days()).toEqual(['05-03-2026', '15-03-2026'])
  rerender(filter({ from: '2026-03-05', until: '2026-03-15' }))
  rerender(filter({}))
  expect([period(), ...days()]).toEqual([''])
})
