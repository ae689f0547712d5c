import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
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
  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const watching = new ResizeObserver(measure)
    watching.observe(document.body)
    return () => watching.disconnect()
  }, [])
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    overscan: 6,
    scrollMargin: top,
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
      style={{ height: rows.getTotalSize() }}
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
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {children(item)}
          </Row>
        )
      })}
    </Rows>
  )
}
