// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, lazyRouteComponent, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import common from '../locales/en/common.json' with { type: 'json' }
import { FailedScreen } from './FailedScreen.tsx'

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('requests the code of a missing screen again, also once the network is back', async () => {
  const missing = new TypeError('Failed to fetch dynamically imported module: https://x/screen.js')
  // The router itself reloads the page at the first failure of each screen.
  sessionStorage.setItem(`tanstack_router_reload:${missing.message}`, '1')
  // React and the router report the error that the screen shows.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  let hasNetwork = false
  const load = vi.fn(async () => {
    if (!hasNetwork) throw missing
    return { Screen: () => <h1>Planning</h1> }
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const rootRoute = createRootRoute()
  const routeTree = rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path: '/', component: lazyRouteComponent(load, 'Screen') }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory(), defaultErrorComponent: FailedScreen })
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: common.tryAgain }))
  await screen.findByText(common.screenStillMissing)
  expect(load).toHaveBeenCalledTimes(2)
  hasNetwork = true
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: 'Planning' })
  expect(reload).not.toHaveBeenCalled()
})

const show = (error: Error) =>
  render(
    <MantineProvider>
      <FailedScreen error={error} reset={() => {}} />
    </MantineProvider>,
  )

it('distinguishes a screen whose code is missing from a crash', () => {
  show(new TypeError('Failed to fetch dynamically imported module: https://x/screen.js'))
  expect(screen.getByRole('alert').textContent).toContain(common.screenMissing)
  expect(screen.getByRole('alert').textContent).toContain(common.screenMissingText)
  cleanup()
  show(new TypeError('x is not a function'))
  expect(screen.getByRole('alert').textContent).toContain(common.appFailed)
})
