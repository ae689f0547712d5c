import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import classes from './ScrolledRows.module.css'

type Props<T> = {
  items: readonly T[]
  keyOf(item: T): string | number
  /** The least height of a row, and the estimate for rows that are not rendered yet. */
  rowPx: number
  /** Limits the height of the list. */
  className: string | undefined
  children(item: T): ReactNode
  /** Below the rows. */
  footer?: ReactNode
}

/** The size of the list until it is measured. */
const FIRST_RECT = { width: 320, height: 800 }

/** A list that scrolls in itself. Only visible rows are rendered, so ten thousand are as fast as ten. */
export function ScrolledRows<T>({ items, keyOf, rowPx, className = '', children, footer }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    initialRect: FIRST_RECT,
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
  })
  return (
    <div ref={scroller} className={`${classes.scroller} ${className}`}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index]
          return (
            item !== undefined && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={classes.row}
                style={{ minHeight: rowPx, transform: `translateY(${start}px)` }}
                aria-setsize={items.length}
                aria-posinset={index + 1}
              >
                {children(item)}
              </li>
            )
          )
        })}
      </ul>
      {footer}
    </div>
  )
}
