// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanNotifications, Notifications } from '@mantine/notifications'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import i18n from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { toastSuccess } from './toasts.ts'

beforeAll(async () => {
  await i18n.init({ lng: 'en', resources: { en: { common: { close: 'Close' } } }, defaultNS: 'common' })
})

let frames: FrameRequestCallback[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  frames = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  render(
    <MantineProvider env="test">
      <Notifications />
    </MantineProvider>,
  )
  act(() => toastSuccess('Saved'))
})
afterEach(() => {
  act(cleanNotifications)
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'hidden')
})

const paint = () => {
  for (let n = 0; n < 2; n++) act(() => frames.splice(0).forEach((frame) => void frame(0)))
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const shown = () => screen.queryByText('Saved') !== null
/** The end of its time, then the transition. */
const expectToClose = () => {
  pass(200)
  paint()
  pass(1_000)
  expect(shown()).toBe(false)
}
const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('counts its time from when it was painted', () => {
  pass(60_000)
  expect(shown()).toBe(true)
  paint()
  pass(3_900)
  expect(shown()).toBe(true)
  expectToClose()
})

it('stays while the focus is in it, and its whole time afterwards', () => {
  paint()
  fireEvent.focusIn(screen.getByRole('button', { name: 'Close' }))
  pass(60_000)
  expect(shown()).toBe(true)
  fireEvent.focusOut(screen.getByRole('button', { name: 'Close' }))
  paint()
  pass(3_900)
  expect(shown()).toBe(true)
  expectToClose()
})

it('stays while the page is hidden, and its whole time afterwards', () => {
  paint()
  hide(true)
  pass(60_000)
  expect(shown()).toBe(true)
  hide(false)
  paint()
  pass(3_900)
  expect(shown()).toBe(true)
  expectToClose()
})
