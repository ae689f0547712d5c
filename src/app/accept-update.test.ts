import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '#domain/time.ts'
import { acceptUpdate, type Workers } from './accept-update.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type State = ServiceWorkerState
const aWorker = (state: State) => ({ state, postMessage: vi.fn() })
type Registration = NonNullable<Awaited<ReturnType<Workers['getRegistration']>>>

/** Accepts the update; the test changes `registration`. */
async function accepted(registration: Registration) {
  const onSlow = vi.fn()
  const reload = vi.fn()
  acceptUpdate({ getRegistration: async () => registration, wake: async () => {} }, { onSlow, reload })
  await vi.advanceTimersByTimeAsync(0)
  return { onSlow, reload }
}
const TAKE_OVER = { type: 'take-over' }

test('activation is requested until the waiting version takes over; a delay is reported', async () => {
  const waiting = aWorker('installed')
  const { onSlow, reload } = await accepted({ waiting, installing: null, active: aWorker('activated') })
  expect(waiting.postMessage.mock.calls).toEqual([[TAKE_OVER]])
  expect(onSlow).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(waiting.postMessage.mock.calls.length).toBeGreaterThan(5)
  expect(onSlow).toHaveBeenCalledTimes(1)
  expect(reload).not.toHaveBeenCalled()
})

test('activation is requested once the active version runs, or does not respond', async () => {
  const waiting = aWorker('installed')
  const registration: Registration = { waiting, installing: null, active: aWorker('activated') }
  const wake = () => new Promise((resolve) => setTimeout(resolve, 2 * SECOND))
  acceptUpdate({ getRegistration: async () => registration, wake }, { onSlow: () => {}, reload: () => {} })
  await vi.advanceTimersByTimeAsync(1 * SECOND)
  expect(waiting.postMessage).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1 * SECOND)
  expect(waiting.postMessage).toHaveBeenCalledTimes(1)

  const silent = aWorker('installed')
  acceptUpdate(
    { getRegistration: async () => ({ ...registration, waiting: silent }), wake: () => new Promise(() => {}) },
    { onSlow: () => {}, reload: () => {} },
  )
  await vi.advanceTimersByTimeAsync(4 * SECOND)
  expect(silent.postMessage).toHaveBeenCalledTimes(1)
})

test('activation of a newer version that replaced the offered one is requested', async () => {
  const registration: Registration = { waiting: null, installing: aWorker('installing'), active: aWorker('activated') }
  const { reload } = await accepted(registration)
  const newer = aWorker('installed')
  Object.assign(registration, { waiting: newer, installing: null })
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(newer.postMessage).toHaveBeenCalledWith(TAKE_OVER)
  expect(reload).not.toHaveBeenCalled()
})

test('the page reloads once if the version has taken over unnoticed, or is gone', async () => {
  const registration: Registration = { waiting: null, installing: null, active: aWorker('activating') }
  const { onSlow, reload } = await accepted(registration)
  expect(reload).not.toHaveBeenCalled()
  Object.assign(registration, { active: aWorker('activated') })
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(onSlow).not.toHaveBeenCalled()
})

test('an unregistered worker does not stop the reload', async () => {
  const reload = vi.fn()
  const getRegistration = () => Promise.reject(new DOMException('unregistered'))
  acceptUpdate({ getRegistration, wake: () => Promise.reject(new Error('offline')) }, { onSlow: () => {}, reload })
  await vi.advanceTimersByTimeAsync(0)
  expect(reload).toHaveBeenCalledTimes(1)
})
