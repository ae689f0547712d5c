// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanNotifications, Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import i18n from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import { assignMachines, groups, restartMachines, servicemen } from '#app/data/machine-today.ts'
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
  assigning.mockReset()
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
}

async function assign() {
  await show()
  fireEvent.click(await screen.findByPlaceholderText(machines.bulk.assign))
  const [anna] = await screen.findAllByText('Anna')
  if (anna) fireEvent.click(anna)
}

async function clear() {
  act(() => clearSelection())
  expect(await screen.findByText('Nothing selected')).toBeTruthy()
}

async function assignAndClear() {
  await assign()
  const undo = await screen.findByRole('button', { name: outbox.undo })
  await clear()
  return undo
}

/** Assigns a machine, clears the selection while the request runs, and returns how it ends. */
async function clearWhileRunning() {
  let ends = { resolve: (_changed: never) => {}, reject: (_error: Error) => {} }
  assigning.mockReturnValueOnce(new Promise((resolve, reject) => (ends = { resolve, reject })))
  await assign()
  await waitFor(() => expect(assigning).toHaveBeenCalled())
  await clear()
  return ends
}

const refusal = new NotAnswered({ state: 'refused', status: 404, code: 'USER_NOT_FOUND' })

it('offers to undo an assignment that ends after the selection is cleared', async () => {
  const { resolve } = await clearWhileRunning()
  resolve({ changed: [7] } as never)
  expect(await screen.findByRole('button', { name: outbox.undo })).toBeTruthy()
})

it('reports an assignment that fails after the selection is cleared', async () => {
  const { reject } = await clearWhileRunning()
  reject(refusal)
  expect(await screen.findByText(refusals.USER_NOT_FOUND)).toBeTruthy()
})

it('reports a failed assignment once while the machines are selected', async () => {
  assigning.mockRejectedValueOnce(refusal)
  await assign()
  expect(await screen.findAllByText(refusals.USER_NOT_FOUND)).toHaveLength(1)
})

it('restarts other machines after a restart', async () => {
  const restarting = vi.spyOn(restartMachines, 'mutationFn').mockResolvedValue([{ machineId: 7, refusal: null }] as never)
  await show()
  for (let times = 1; times <= 2; times++) {
    fireEvent.click(await screen.findByRole('button', { name: machines.bulk.restart }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: machines.bulk.restart }))
    await waitFor(() => expect(restarting).toHaveBeenCalledTimes(times))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  restarting.mockRestore()
})

it('reports the undo of an assignment after the selection is cleared', async () => {
  assigning.mockResolvedValue({ changed: [7] } as never)
  fireEvent.click(await assignAndClear())
  expect(await screen.findByText(machines.bulk.undone)).toBeTruthy()
})

it('reports a failed undo of an assignment after the selection is cleared', async () => {
  assigning.mockResolvedValueOnce({ changed: [7] } as never)
  assigning.mockRejectedValueOnce(refusal)
  fireEvent.click(await assignAndClear())
  expect(await screen.findByText(refusals.USER_NOT_FOUND)).toBeTruthy()
})
