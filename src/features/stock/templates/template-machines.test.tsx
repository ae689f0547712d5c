// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as machines from '#app/data/machines.ts'
import * as data from '#app/data/templates.ts'
import templates from '../../../locales/en/templates.json' with { type: 'json' }
import { TemplateMachines } from './TemplateMachines.tsx'

const links = Array.from({ length: 702 }, (_, index) => ({ machineId: index + 1, differing: index < 701 ? 1 : 0 }))
const mocks = [
  vi.spyOn(data, 'linkedMachines').mockReturnValue({ queryKey: ['links'], queryFn: () => links } as never),
  vi.spyOn(machines, 'machineList').mockReturnValue({ queryKey: ['machines'], queryFn: () => [] } as never),
]
afterAll(() => {
  for (const mock of mocks) mock.mockRestore()
})
beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'templates', resources: { en: { templates } } })
})
afterEach(cleanup)

test('button names as many machines as it opens, which are limited', async () => {
  const root = createRootRoute()
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => <TemplateMachines template={{ id: 7 } as never} /> })
  const planograms = createRoute({ getParentRoute: () => root, path: '/dashboard/planograms' })
  const router = createRouter({ routeTree: root.addChildren([start, planograms]), history: createMemoryHistory({ initialEntries: ['/'] }) })
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Preview differing machines (500)' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ template: 7, machines: { length: 500 } }))
})
