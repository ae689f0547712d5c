// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type GoPlace, useGoKeys } from './use-go-keys.ts'

afterEach(cleanup)

const PLACES: GoPlace[] = [{ key: 'm', to: '/outbox', label: 'outbox:title' }]

/** Keys pressed at these times since the page was opened, all handled at once. Returns the page shown afterwards. */
function shownAfter(...presses: [key: string, atMs: number][]): string {
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  renderHook(() => useGoKeys(PLACES), {
    wrapper: ({ children }) => <RouterContextProvider router={router as never}>{children}</RouterContextProvider>,
  })
  for (const [key, atMs] of presses) {
    const event = new KeyboardEvent('keydown', { key })
    Object.defineProperty(event, 'timeStamp', { value: atMs })
    window.dispatchEvent(event)
  }
  return router.latestLocation.pathname
}

test('a letter soon after g opens its page, also just after the page has loaded', () => {
  expect(shownAfter(['g', 10], ['m', 400])).toBe('/outbox')
})

test('keys count by when they were pressed, not by when they were handled', () => {
  expect(shownAfter(['g', 5_000], ['m', 7_000])).toBe('/')
})

test('a letter alone opens nothing, also just after the page has loaded', () => {
  expect(shownAfter(['m', 400])).toBe('/')
})
