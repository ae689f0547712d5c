// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draggedTo, useTileGestures } from './use-tile-gestures.ts'

const slot = { from: 8, step: 1, cap: 8 }

test('a drag down is less, a drag up more, within the limits', () => {
  expect(draggedTo(slot, 0)).toBe(8)
  expect(draggedTo(slot, 63)).toBe(5)
  expect(draggedTo(slot, 10_000)).toBe(0)
  expect(draggedTo(slot, -10_000)).toBe(8)
  expect(draggedTo({ ...slot, from: 2 }, -42)).toBe(4)
})

test('one drag covers small and large slots, and canisters in their own step', () => {
  expect(draggedTo({ from: 20, step: 1, cap: 20 }, 180)).toBe(0)
  expect(draggedTo({ from: 3, step: 1, cap: 3 }, 26)).toBe(2)
  expect(draggedTo({ from: 2_000, step: 100, cap: 2_000 }, 90)).toBe(1_000)
})

test('a slot without a maximum has no upper limit', () => {
  expect(draggedTo({ from: 0, step: 1, cap: null }, -340)).toBeGreaterThan(10)
})

describe('a finger on a tile', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  const calls: string[] = []
  function Tile() {
    const { handlers } = useTileGestures({
      ...slot,
      onDrag: (quantity) => calls.push(`drag to ${quantity}`),
      onHold: () => {},
      onLong: () => {},
      onLongPress: () => calls.push('keypad'),
    })
    return <div data-testid="tile" {...handlers} />
  }
  /** Events at these times and heights, all handled after the timers have run, as on a busy phone. */
  function touched(...events: [type: 'pointerDown' | 'pointerMove' | 'pointerUp', atMs: number, y: number][]): string[] {
    calls.length = 0
    render(<Tile />)
    const tile = screen.getByTestId('tile')
    tile.setPointerCapture = () => {}
    for (const [index, [type, atMs, y]] of events.entries()) {
      if (index === 1) act(() => void vi.advanceTimersByTime(1_000))
      const event = new PointerEvent(type.toLowerCase(), {
        bubbles: true,
        pointerId: 1,
        pointerType: 'touch',
        isPrimary: true,
        button: 0,
        clientY: y,
      })
      Object.defineProperty(event, 'timeStamp', { value: 5_000 + atMs })
      fireEvent(tile, event)
    }
    return calls
  }

  test('that swipes at once scrolls, however late the phone handles it', () => {
    expect(touched(['pointerDown', 0, 100], ['pointerMove', 60, 140], ['pointerMove', 300, 200], ['pointerUp', 320, 200])).toEqual([])
  })

  test('that rests first drags', () => {
    expect(touched(['pointerDown', 0, 100], ['pointerMove', 400, 140], ['pointerMove', 500, 202], ['pointerUp', 520, 202])).toEqual([
      'drag to 8',
      'drag to 5',
    ])
  })

  test('that taps opens no keypad, however late the phone handles it', () => {
    expect(touched(['pointerDown', 0, 100], ['pointerUp', 80, 100])).toEqual([])
  })

  test('that presses long opens the keypad', () => {
    expect(touched(['pointerDown', 0, 100], ['pointerUp', 700, 100])).toEqual(['keypad'])
  })
})
