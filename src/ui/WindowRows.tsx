import { useWindowVirtualizer, type Virtualizer, windowScroll } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from './paper.ts'
import classes from './WindowRows.module.css'

type Props<T> = {
  items: readonly T[]
  keyOf(item: T): string | number
  /** How high a row is likely to be; it is measured once it is drawn. */
  rowPx: number
  /** A list of its own, or the body of a table; its head is the table's first row then. */
  row?: 'li' | 'tr'
  rowClass?: string | undefined
  children(item: T): ReactNode
}

/** Rows that scroll with the page. Only those in sight are drawn, so ten thousand are as quick as ten. */
export function WindowRows<T>({ items, keyOf, rowPx, row: Row = 'li', rowClass = '', children }: Props<T>) {
  const list = useRef<HTMLElement | null>(null)
  const [top, setTop] = useState(0)
  const isPrinting = useIsPrinting()
  useEffect(() => {
    // Told of every layout that changes the page's height, the first one too: asking sooner would lay it out once more.
    const watching = new ResizeObserver(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    watching.observe(document.body)
    return () => watching.disconnect()
  }, [])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    overscan: isPrinting ? items.length : 4,
    scrollMargin: top,
    // Known before anything is drawn: so the rows are there in the first drawing, and not in a second.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: heightOf,
    scrollToFn: scrollOn,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
  })
  const Rows = Row === 'tr' ? 'tbody' : 'ul'
  const placeOf = (index: number) =>
    Row === 'tr' ? { 'aria-rowindex': index + 2 } : { 'aria-setsize': items.length, 'aria-posinset': index + 1 }
  return (
    <Rows
      ref={(element: HTMLElement | null) => {
        list.current = element
      }}
      className={classes.rows}
      style={isPrinting ? undefined : { height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map(({ index, key, start }) => {
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

/** Where the window is already it is not sent: that would lay out the page once more before it is drawn. */
const scrollOn: typeof windowScroll<Window> = (offset, options, rows) => {
  if (offset !== rows.scrollOffset || options.adjustments || options.behavior) windowScroll(offset, options, rows)
}

/** A row that was just drawn is as high as it was, or as is likely: the observer tells before it is seen, and costs no layout. */
function heightOf(row: Element, observed: ResizeObserverEntry | undefined, rows: Virtualizer<Window, Element>): number {
  const height = observed?.borderBoxSize[0]?.blockSize
  if (height !== undefined) return Math.round(height)
  const index = rows.indexFromElement(row)
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index)
}

/** What a row holds is drawn anew when its item changes, and not when it only moves. */
const Drawn = memo(({ item, draw }: { item: unknown; draw(item: unknown): ReactNode }) => draw(item))
