// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import { moneySettings } from '#app/data/money-settings.ts'
import * as client from '#offline/api-client.ts'
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

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: company.tax.rate })

/** Shows the card; returns a function that stores another rate. */
function show(defaultTax: number) {
  const queries = createQueryClient()
  const { queryKey } = moneySettings()
  queries.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  const store = (tax: number) => queries.setQueryData(queryKey, { defaultTax: tax } as never)
  store(defaultTax)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <DefaultTax />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { queries, store }
}

it('can be sent again when the rate was stored and the response was lost', async () => {
  const call = vi.spyOn(client, 'call').mockResolvedValue({ state: 'unreachable', retryAfterMs: null })
  const { store } = show(19)
  fireEvent.change(field(), { target: { value: '7' } })
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: company.tax.apply })
  await waitFor(() => expect(apply.disabled).toBe(false))
  fireEvent.click(apply)
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: common.unsettled.sendAgain })
  // Until the card shows the stored rate.
  await act(() => new Promise<void>((resolve) => void [store(7), notifyManager.schedule(resolve)]))
  expect([field().value, again.disabled]).toEqual(['7', false])
  fireEvent.click(again)
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  call.mockRestore()
})

it('keeps a typed tax rate when another one is stored, and follows it otherwise', async () => {
  const { queries, store } = show(19)
  const rate = field()
  const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(company.tax.validFrom) })
  const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: company.tax.apply })
  act(() => void store(20))
  await waitFor(() => expect([rate.value, apply().disabled]).toEqual(['20', true]))
  fireEvent.change(rate, { target: { value: '7' } })
  await waitFor(() => expect(apply().disabled).toBe(false))
  fireEvent.change(day(), { target: { value: '01-03-2026' } })
  act(() => void store(21))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  expect([rate.value, day().value, apply().disabled]).toEqual(['7', '01-03-2026', false])
  act(() => void store(7))
  await waitFor(() => expect(rate.value).toBe('7'))
})
