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
import { changeWarehouse, storedProducts } from '#app/data/warehouse.ts'
import { STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import type { ProductCard } from '#contract/products.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import warehouse from '../../locales/en/warehouse.json' with { type: 'json' }
import { StoredTab } from './StoredTab.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER' }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
const sending = vi.spyOn(changeWarehouse, 'mutationFn')
afterAll(() => {
  opened.mockRestore()
  sending.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common, warehouse } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const cola = { id: 1, name: 'Cola', packaging: 'PIECE', volumeType: 'PIECE' } as unknown as ProductCard

function show() {
  const client = createQueryClient()
  const { queryKey } = storedProducts({ page: 0, size: STANDARD_SIZE.stored, query: '' })
  client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  const store = (inWarehouse: number) =>
    client.setQueryData(queryKey, {
      items: [{ product: cola, productInstallationId: null, inWarehouse, inMachines: 0, total: inWarehouse }],
      pageDetails: { totalPages: 1, totalElements: 1, hasNext: false },
    } as never)
  store(40)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <StoredTab search={{}} onSearch={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { store: (inWarehouse: number) => act(() => store(inWarehouse)) }
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Cola/ })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Set.*Cola/ })
const type = (value: string) => fireEvent.change(field(), { target: { value } })

it('keeps a typed quantity when the stock changes, and follows the stock otherwise', async () => {
  const { store } = show()
  const first = field()
  store(38)
  await waitFor(() => expect(field().value).toBe('38'))
  type('37')
  store(36)
  await waitFor(() => expect(screen.getAllByText('36').length).toBeGreaterThan(0))
  expect(field()).toBe(first)
  expect(field().value).toBe('37')
})

it('shows a saved quantity until the stock is read again', async () => {
  const { store } = show()
  sending.mockResolvedValueOnce(undefined as never)
  type('37')
  fireEvent.click(button())
  await waitFor(() => expect(sending).toHaveBeenCalled())
  expect(field().value).toBe('37')
  store(35)
  await waitFor(() => expect(field().value).toBe('35'))
})
