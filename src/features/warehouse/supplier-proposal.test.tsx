// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as drafts from '#app/components/use-draft.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import * as toasts from '#app/ui/toasts.ts'
import type { Supplier } from '#contract/purchases.ts'
import type { ProposedLine } from '#contract/supplier-orders.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import supplierOrders from '../../locales/en/supplierOrders.json' with { type: 'json' }
import { addOrder } from './orders.queries.ts'
import { SupplierProposal } from './SupplierProposal.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
const clear = vi.fn()
const draft = vi.spyOn(drafts, 'useDraft').mockReturnValue({
  value: {},
  opId: 'key',
  isSent: false,
  savedAt: 0,
  change: () => {},
  clear,
  noteSent: () => Promise.resolve(),
} as never)
const sending = vi.spyOn(addOrder, 'mutationFn')
// The note adapts its height to fonts, which this environment does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
const success = vi.spyOn(toasts, 'toastSuccess').mockImplementation(() => {})
afterAll(() => {
  for (const one of [opened, draft, sending, success]) one.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common, supplierOrders } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const supplier = { identifier: 3, name: 'Filstal', email: 'office@filstal.example', minimumOrder: null, leadDays: 2 } as Supplier
const line = {
  productId: 1,
  product: { id: 1, name: 'Cola', packaging: 'PIECE', volume: 1, volumeType: 'PIECE', deleted: false },
  piecesPerCase: 24,
  unitCost: 0.5,
  perDay: 3,
  shortage: 30,
  inWarehouse: 0,
  onOrder: 0,
  cases: 2,
} as ProposedLine

it('shows that an order was sent after its tab was left', async () => {
  let hide = () => {}
  function Page() {
    const [isShown, setShown] = useState(true)
    hide = () => setShown(false)
    return isShown ? <SupplierProposal supplier={supplier} expectedOn="2026-12-01" lines={[line]} /> : <p>left</p>
  }
  const client = createQueryClient()
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  let done = (_: unknown) => {}
  sending.mockReturnValueOnce(new Promise((answer) => (done = answer)) as never)
  fireEvent.click(await screen.findByRole('button', { name: supplierOrders.send }))
  fireEvent.click(await screen.findByRole('button', { name: supplierOrders.confirm.send }))
  await waitFor(() => expect(sending.mock.calls).toHaveLength(1))
  act(() => hide())
  await screen.findByText('left')
  done({ id: 9, number: 4 })
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect([success.mock.calls, clear.mock.calls.length]).toEqual([[['Order 4 is on its way to Filstal.']], 1])
})
