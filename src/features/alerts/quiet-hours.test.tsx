// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createQueryClient } from '#app/app/query-client.ts'
import * as device from '#app/data/device.ts'
import type { LocalSession } from '#app/data/local-session.ts'
import alerts from '../../locales/en/alerts.json' with { type: 'json' }
import common from '../../locales/en/common.json' with { type: 'json' }
import * as data from './alerts.queries.ts'
import { Route } from './QuietHoursScreen.tsx'
import * as thisDevice from './ThisDevice.tsx'

const account = { locale: 'en-GB', timezone: 'Europe/Berlin', currency: 'EUR', companyRole: 'ROLE_MANAGER', roles: [] }
const opened = vi
  .spyOn(device, 'getSession')
  .mockImplementation(() => ({ account, device: { newId: () => 'key' } }) as unknown as LocalSession)
const push = vi.spyOn(thisDevice, 'ThisDevice').mockImplementation(() => null as never)
const sending = vi.spyOn(data.setQuietHours, 'mutationFn')
afterAll(() => {
  for (const one of [opened, push, sending]) one.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common, alerts } } })
})
afterEach(cleanup)

type Hours = { from: number; to: number; days: number[]; urgentToo: boolean }

/** Shows the form with these stored hours. `store` replaces them, as after another device has saved others. */
async function show(hours: Hours) {
  const client = createQueryClient()
  const { queryKey } = data.quietHours()
  client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  const store = (quietHours: Hours, waiting = 0) =>
    client.setQueryData(queryKey, { quietHours, timezone: 'Europe/Berlin', waiting } as never)
  store(hours)
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: '_signed-in' })
  const screenRoute = Route.update({ path: '/dashboard/settings/quiet-hours', getParentRoute: () => signedIn } as never)
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([screenRoute as never])]),
    history: createMemoryHistory({ initialEntries: ['/dashboard/settings/quiet-hours'] }),
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await screen.findByRole('spinbutton', { name: alerts.quiet.from })
  return { store: (...stored: Parameters<typeof store>) => act(() => void store(...stored)) }
}
const hour = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })
const chosen = () => [hour(alerts.quiet.from).value, hour(alerts.quiet.to).value]
const hours = (given: Partial<Hours>): Hours => ({ from: 20 * 60, to: 7 * 60, days: [1, 2, 3, 4, 5], urgentToo: false, ...given })

it('keeps typed quiet hours when stored ones arrive, and follows them otherwise', async () => {
  const { store } = await show(hours({}))
  fireEvent.change(hour(alerts.quiet.from), { target: { value: '21' } })
  store(hours({ from: 18 * 60, to: 6 * 60 }), 1)
  await screen.findByRole('status')
  await waitFor(() => expect(chosen()).toEqual(['21', '06']))
})

it('keeps what is typed while quiet hours are saved', async () => {
  const { store } = await show(hours({}))
  let done = () => {}
  sending.mockReturnValueOnce(new Promise<void>((answer) => (done = answer)) as never)
  fireEvent.change(hour(alerts.quiet.from), { target: { value: '21' } })
  const save = screen.getByRole<HTMLButtonElement>('button', { name: alerts.quiet.save })
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await waitFor(() => expect(sending.mock.calls.map(([{ quietHours }]) => quietHours?.from)).toEqual([21 * 60]))
  fireEvent.change(hour(alerts.quiet.to), { target: { value: '8' } })
  store(hours({ from: 21 * 60 }), 1)
  await screen.findByRole('status')
  await act(async () => done())
  await waitFor(() => expect(save.disabled).toBe(false))
  expect(chosen()).toEqual(['21', '08'])
})
