import { defaultRangeExtractor, type Range, useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from './paper.ts'
import { positionAfter, rowOf } from './row-keys.ts'
import classes from './WindowRows.module.css'

type Props<T> = {
  items: readonly T[]
  keyOf(item: T): string | number
  /** Estimated height of a row; measured once it is rendered. */
  rowPx: number
  /** A separate list, or the body of a table, whose header is then the first row. */
  row?: 'li' | 'tr'
  rowClass?: string | undefined
  children(item: T): ReactNode
}

/** Rows that scroll with the page. Only visible rows are rendered, so ten thousand are as fast as ten. */
export function WindowRows<T>({ items, keyOf, rowPx, row: Row = 'li', rowClass = '', children }: Props<T>) {
  const list = useRef<HTMLElement | null>(null)
  const [top, setTop] = useState(0)
  const isPrinting = useIsPrinting()
  /** The index of the row with the focus. It stays rendered when it scrolls out of sight, because its removal would end the focus. */
  const focused = useRef<number | null>(null)
  /** The index of a row that gets the focus once it is rendered. */
  const awaited = useRef<number | null>(null)
  /** The index of the row that a key gave the focus. It stays in view while the rows above it are measured, until the user scrolls. */
  const inView = useRef<number | null>(null)
  const extractRange = useCallback((range: Range) => {
    const visible = defaultRangeExtractor(range)
    const kept = focused.current
    if (kept === null || kept >= range.count || visible.includes(kept)) return visible
    return [...visible, kept].toSorted((a, b) => a - b)
  }, [])
  useEffect(() => {
    // Notified of every layout that changes the page's height, including the first: reading it earlier would force another layout.
    const watching = new ResizeObserver(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    watching.observe(document.body)
    const release = () => {
      inView.current = null
    }
    for (const gesture of GESTURES) window.addEventListener(gesture, release, { passive: true })
    return () => {
      watching.disconnect()
      for (const gesture of GESTURES) window.removeEventListener(gesture, release)
    }
  }, [])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    overscan: isPrinting ? items.length : 4,
    rangeExtractor: extractRange,
    scrollMargin: top,
    // Known before the first render, so that the rows are part of it.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: heightOf,
    scrollToFn: scrollOn,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
  })
  const Rows = Row === 'tr' ? 'tbody' : 'ul'
  const drawn = rows.getVirtualItems()
  const first = drawn[0]?.index
  const rowAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
  const focusRow = (index: number): boolean => {
    const row = rowAt(index)
    row?.focus()
    return row !== null
  }
  useEffect(() => {
    if (awaited.current !== null && focusRow(awaited.current)) awaited.current = null
  })
  const height = rows.getTotalSize()
  const placed = useRef({ height, top })
  useEffect(() => {
    const hasMoved = placed.current.height !== height || placed.current.top !== top
    placed.current = { height, top }
    if (hasMoved && inView.current !== null && inView.current === focused.current)
      rowAt(inView.current)?.scrollIntoView({ block: 'nearest' })
  })
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const row = rowOf(event)
    const index = row && positionAfter(event.key, indexOf(row), items.length)
    inView.current = index
    if (index === null) return
    event.preventDefault()
    if (focusRow(index)) return
    awaited.current = index
    rows.scrollToIndex(index)
  }
  const placeOf = (index: number) =>
    Row === 'tr'
      ? { 'aria-rowindex': index + 2, tabIndex: index === first ? 0 : -1 }
      : { 'aria-setsize': items.length, 'aria-posinset': index + 1 }
  return (
    <Rows
      ref={(element: HTMLElement | null) => {
        list.current = element
      }}
      onFocus={({ target }) => {
        const row = target.closest('[data-index]')
        focused.current = row && indexOf(row)
      }}
      onBlur={() => {
        focused.current = null
      }}
      onKeyDown={moveFocus}
      className={classes.rows}
      style={isPrinting ? undefined : { height }}
    >
      {drawn.map(({ index, key, start }) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          <Row
            key={key}
            ref={rows.measureElement}
            data-index={index}
            {...placeOf(index)}
            className={`${classes.row} ${rowClass}`}
            data-printed={isPrinting || undefined}
            style={isPrinting ? undefined : { transform: `translateY(${start - top}px)` }}
          >
            <Drawn item={item} draw={children as (item: unknown) => ReactNode} />
          </Row>
        )
      })}
    </Rows>
  )
}

/** What a user does to scroll or to point elsewhere. */
const GESTURES = ['wheel', 'touchmove', 'pointerdown'] as const

const indexOf = (row: Element) => Number(row.getAttribute('data-index'))

/** Skips scrolling to the current position, which would force another layout before painting. */
const scrollOn: typeof windowScroll<Window> = (offset, options, rows) => {
  if (offset !== rows.scrollOffset || options.adjustments || options.behavior) windowScroll(offset, options, rows)
}

/**
 * A newly rendered row has its previous or estimated height: the observer reports the real one before it is painted, without an extra
 * layout.
 */
function heightOf(row: Element, observed: ResizeObserverEntry | undefined, rows: Virtualizer<Window, Element>): number {
  const height = observed?.borderBoxSize[0]?.blockSize
  if (height !== undefined) return Math.round(height)
  const index = rows.indexFromElement(row)
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index)
}

/** The content of a row is rendered again only when its item changes, not when the row moves. */
const Drawn = memo(({ item, draw }: { item: unknown; draw(item: unknown): ReactNode }) => draw(item))
