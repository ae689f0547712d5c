// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import * as server from '#app/data/machine-today.ts'
import * as toasts from '#app/ui/toasts.ts'
import type { Machine } from '#contract/machines.ts'
import { aMachineCard } from '../../../tests/support/machine-card.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import machines from '../../locales/en/machines.json' with { type: 'json' }
import { DeactivateCard } from './DeactivateCard.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
const sending = vi.fn()
const request = vi.spyOn(server, 'deactivateMachine').mockReturnValue({ mutationFn: sending } as never)
const success = vi.spyOn(toasts, 'toastSuccess').mockImplementation(() => '')
const failure = vi.spyOn(toasts, 'toastError').mockImplementation(() => '')
afterAll(() => {
  for (const one of [opened, request, success, failure]) one.mockRestore()
})
beforeAll(async () => {
  await i18n
    .use(initReactI18next)
    .init({ lng: 'en', defaultNS: 'common', resources: { en: { common, machines } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

/** Deactivates a machine, and returns how the request ends. */
async function deactivate() {
  const client = createQueryClient()
  let settle: { done(): void; fail(): void } = { done() {}, fail() {} }
  sending.mockReturnValueOnce(new Promise<void>((done, failed) => (settle = { done, fail: () => failed(new Error('lost')) })))
  let hide = () => {}
  const root = createRootRoute({ component: Outlet })
  function Page() {
    const [isShown, setShown] = useState(true)
    hide = () => setShown(false)
    return isShown ? <DeactivateCard machine={aMachineCard({}) as Machine} /> : <p>left</p>
  }
  const machine = createRoute({ getParentRoute: () => root, path: '/dashboard/machines/1', component: Page })
  const other = createRoute({ getParentRoute: () => root, path: '/dashboard/$', component: () => <p>other</p> })
  const history = createMemoryHistory({ initialEntries: ['/dashboard/machines/1'] })
  const router = createRouter({ routeTree: root.addChildren([machine, other]), history })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Deactivate machine' }))
  fireEvent.click((await screen.findAllByRole('button', { name: 'Deactivate machine' })).at(-1) as HTMLElement)
  await waitFor(() => expect(sending).toHaveBeenCalled())
  sending.mockClear()
  return {
    ...settle,
    /** Once the handlers of the request have run; what they did can be compared without waiting. */
    settled: () => waitFor(() => expect(client.isMutating()).toBe(0)),
    leave: () => act(() => hide()),
    go: (to: string) => act(() => router.navigate({ to } as never)),
    at: () => router.state.location.pathname,
  }
}

it('shows that a machine is deactivated and leaves its page without the card', async () => {
  const { done, settled, leave, at } = await deactivate()
  leave()
  await screen.findByText('left')
  done()
  await settled()
  expect(success.mock.calls).toHaveLength(1)
  await waitFor(() => expect(at()).toBe('/dashboard/machines'))
})

it('stays on the page to which the user went meanwhile', async () => {
  success.mockClear()
  const { done, settled, go, at } = await deactivate()
  await go('/dashboard/rounds')
  done()
  await settled()
  expect(success.mock.calls).toHaveLength(1)
  expect(at()).toBe('/dashboard/rounds')
})

it('shows that deactivating a machine failed without the card', async () => {
  const { fail, settled, leave } = await deactivate()
  leave()
  fail()
  await settled()
  expect(failure.mock.calls).toHaveLength(1)
})
