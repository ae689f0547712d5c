// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import { moneySettings } from '#app/data/money-settings.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import company from '../../locales/en/company.json' with { type: 'json' }
import { DefaultTax } from './DefaultTax.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
afterAll(() => {
  for (const one of [opened]) one.mockRestore()
})
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, company } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

it('keeps a typed tax rate when another one is stored, and follows it otherwise', async () => {
  const client = createQueryClient()
  const { queryKey } = moneySettings()
  client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  const store = (defaultTax: number) => client.setQueryData(queryKey, { defaultTax } as never)
  store(19)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <DefaultTax />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const rate = screen.getByRole<HTMLInputElement>('textbox', { name: company.tax.rate })
  const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(company.tax.validFrom) })
  const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: company.tax.apply })
  act(() => void store(20))
  await waitFor(() => expect([rate.value, apply().disabled]).toEqual(['20', true]))
  fireEvent.change(rate, { target: { value: '7' } })
  await waitFor(() => expect(apply().disabled).toBe(false))
  fireEvent.change(day(), { target: { value: '01-03-2026' } })
  act(() => void store(21))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect([rate.value, day().value, apply().disabled]).toEqual(['7', '01-03-2026', false])
  act(() => void store(7))
  await waitFor(() => expect(rate.value).toBe('7'))
})
