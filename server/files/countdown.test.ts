import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countdown } from './countdown.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('counts only the time in which it runs', () => {
  const late = vi.fn()
  const clock = countdown(1_000, late)
  clock.start()
  vi.advanceTimersByTime(600)
  clock.stop()
  vi.advanceTimersByTime(60_000)
  clock.start()
  vi.advanceTimersByTime(399)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(late).toHaveBeenCalledOnce()
})

it('does nothing after it was stopped', () => {
  const late = vi.fn()
  const clock = countdown(1_000, late)
  clock.start()
  clock.stop()
  clock.stop()
  vi.advanceTimersByTime(60_000)
  expect(late).not.toHaveBeenCalled()
})
