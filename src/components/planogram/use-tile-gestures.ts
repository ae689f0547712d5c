import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** A finger that rests this long takes hold of the tile; one that moves earlier scrolls the page. */
const HOLD_MS = 180
const LONG_PRESS_MS = 550
/** Within this time after the finger has left, its click arrives. */
const CLICK_MS = 100
/** Movement below this is a finger that trembles. */
const SLACK_PX = 8
/** The length of a drag over a tile's whole range. */
const DRAG_PX = 168
const MIN_STEP_PX = 9
const MAX_STEP_PX = 26

type Drag = { from: number; step: number; cap: number | null }
type Props = Drag & { onDrag(quantity: number): void; onHold(): void; onLong(): void; onLongPress(): void }

type Press = {
  id: number
  /** When the finger touched, as the browser's events say. A busy phone handles them later, and its timers may run before them. */
  at: number
  isMouse: boolean
  y: number
  drag: Drag
  isHeld: boolean
  isDragging: boolean
  isLong: boolean
  timers: ReturnType<typeof setTimeout>[]
}

const hasRested = ({ at, isMouse }: Press, { timeStamp }: { timeStamp: number }): boolean => isMouse || timeStamp - at >= HOLD_MS

/** The quantity after a drag of this many pixels; downwards is less. */
export function draggedTo({ from, step, cap }: Drag, pixels: number): number {
  const steps = Math.max(1, (cap ?? Math.max(from, 10 * step)) / step)
  const stepPx = Math.min(MAX_STEP_PX, Math.max(MIN_STEP_PX, DRAG_PX / steps))
  const quantity = Math.max(0, from - Math.round(pixels / stepPx) * step)
  return cap === null ? quantity : Math.min(quantity, cap)
}

/**
 * Drag down for less, drag up for more, press long for the keypad. On a touch screen the finger has to rest first, because a planogram
 * fills the screen and is scrolled by swiping over it. The keypad opens when the finger leaves, so that one who hesitates can still drag. A
 * tap stays the click of the element.
 */
export function useTileGestures({ from, step, cap, onDrag, onHold, onLong, onLongPress }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const press = useRef<Press | null>(null)
  const endsWithoutClick = useRef(false)
  const [isHeld, setHeld] = useState(false)
  const [isDragging, setDragging] = useState(false)

  useEffect(() => {
    const tile = element.current
    // React's own handler is passive and could not stop the page from scrolling.
    const keep = (event: TouchEvent) =>
      press.current?.isHeld && hasRested(press.current, event) && event.cancelable && event.preventDefault()
    // The click of a long press would hit the keypad that has just opened.
    const endHere = (event: TouchEvent) => endsWithoutClick.current && event.cancelable && event.preventDefault()
    tile?.addEventListener('touchmove', keep, { passive: false })
    tile?.addEventListener('touchend', endHere, { passive: false })
    return () => {
      tile?.removeEventListener('touchmove', keep)
      tile?.removeEventListener('touchend', endHere)
      for (const timer of press.current?.timers ?? []) clearTimeout(timer)
    }
  }, [])

  const end = () => {
    for (const timer of press.current?.timers ?? []) clearTimeout(timer)
    press.current = null
    setHeld(false)
    setDragging(false)
  }
  return {
    isHeld,
    isDragging,
    /** Whether the click that follows belongs to a drag or a long press. */
    takesClick: () => endsWithoutClick.current,
    handlers: {
      ref: element,
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || !event.isPrimary) return
        end()
        endsWithoutClick.current = false
        const isMouse = event.pointerType === 'mouse'
        const now: Press = {
          id: event.pointerId,
          at: event.timeStamp,
          isMouse,
          y: event.clientY,
          drag: { from, step, cap },
          isHeld: isMouse,
          isDragging: false,
          isLong: false,
          timers: [],
        }
        press.current = now
        if (!isMouse)
          now.timers.push(
            setTimeout(() => {
              now.isHeld = true
              setHeld(true)
              onHold()
            }, HOLD_MS),
          )
        now.timers.push(
          setTimeout(() => {
            now.isLong = true
            if (!now.isDragging) onLong()
          }, LONG_PRESS_MS),
        )
      },
      onPointerMove: (event: PointerEvent) => {
        const now = press.current
        if (now?.id !== event.pointerId) return
        const moved = event.clientY - now.y
        if (!now.isHeld || !(now.isDragging || hasRested(now, event))) {
          if (Math.abs(moved) > SLACK_PX) end()
          return
        }
        if (!now.isDragging) {
          if (Math.abs(moved) <= SLACK_PX) return
          now.isDragging = true
          // From here on, so that the first step is as long as the others.
          now.y = event.clientY - Math.sign(moved)
          endsWithoutClick.current = true
          element.current?.setPointerCapture(event.pointerId)
          setDragging(true)
        }
        onDrag(draggedTo(now.drag, event.clientY - now.y))
      },
      onPointerUp: (event: PointerEvent) => {
        const now = press.current
        const isLongPress = now?.isLong && !now.isDragging && event.timeStamp - now.at >= LONG_PRESS_MS
        end()
        if (isLongPress) {
          endsWithoutClick.current = true
          onLongPress()
        }
        // A later click without a pointer, as of a screen reader, is a tap again.
        setTimeout(() => {
          endsWithoutClick.current = false
        }, CLICK_MS)
      },
      onPointerCancel: end,
      onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    },
  }
}
