// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanNotifications, Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import { assignMachines, groups, servicemen } from '#app/data/machine-today.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import common from '../../locales/en/common.json' with { type: 'json' }
import machines from '../../locales/en/machines.json' with { type: 'json' }
import outbox from '../../locales/en/outbox.json' with { type: 'json' }
import refusals from '../../locales/en/refusals.json' with { type: 'json' }
import { FleetActions } from './FleetActions.tsx'
import type { FleetMachine } from './fleet-machine.ts'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER' }
let ids = 0
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => `key-${++ids}` } }) as unknown as LocalSession)
const assigning = vi.spyOn(assignMachines, 'mutationFn')
afterAll(() => {
  opened.mockRestore()
  assigning.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common, machines, outbox, refusals } },
    interpolation: { escapeValue: false },
  })
})
afterEach(() => {
  act(cleanNotifications)
  cleanup()
})

const machine = { id: 7, name: 'Lobby' } as FleetMachine
let clearSelection = () => {}

function Fleet() {
  const [isSelected, setSelected] = useState(true)
  clearSelection = () => setSelected(false)
  return isSelected ? <FleetActions machines={[machine]} /> : <p>Nothing selected</p>
}

async function show() {
  const client = createQueryClient()
  for (const [{ queryKey }, data] of [
    [servicemen(), [{ userId: 3, name: 'Anna' }]],
    [groups(), []],
  ] as const) {
    client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
    client.setQueryData(queryKey as readonly unknown[], data)
  }
  const router = createRouter({ routeTree: createRootRoute({ component: Fleet }), history: createMemoryHistory() })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByPlaceholderText(machines.bulk.assign))
  const [anna] = await screen.findAllByText('Anna')
  if (anna) fireEvent.click(anna)
  const undo = await screen.findByRole('button', { name: outbox.undo })
  act(() => clearSelection())
  expect(await screen.findByText('Nothing selected')).toBeTruthy()
  return undo
}

it('reports the undo of an assignment after the selection is cleared', async () => {
  assigning.mockResolvedValue({ changed: [7] } as never)
  fireEvent.click(await show())
  expect(await screen.findByText(machines.bulk.undone)).toBeTruthy()
})

it('reports a failed undo of an assignment after the selection is cleared', async () => {
  assigning.mockResolvedValueOnce({ changed: [7] } as never)
  assigning.mockRejectedValueOnce(new NotAnswered({ state: 'refused', status: 404, code: 'USER_NOT_FOUND' }))
  fireEvent.click(await show())
  expect(await screen.findByText(refusals.USER_NOT_FOUND)).toBeTruthy()
})
