import type { ReactNode } from 'react'

/** A column of a table. The first one names the row and is always shown. */
export type Column<T> = {
  key: string
  /** Empty for a column of labelled buttons, which has no header. */
  label: string
  cell(row: T): ReactNode
  /** The value that the column sorts by; a row without one comes last in both directions. Absent if the column does not sort. */
  sortBy?(row: T): SortValue
  /** Aligned at the end; sorts from the largest number. */
  isNumber?: boolean
  /** Never broken across lines. */
  isWord?: boolean
  /** Not shown until the user chooses it. */
  isHidden?: boolean
  /** The user cannot hide it. */
  isFixed?: boolean
  /** A track of CSS grid, such as `minmax(10rem, 2fr)`. A table whose columns have widths is laid out as a grid. */
  width?: string
  /** The cell explains itself on a phone. */
  hasNoPhoneLabel?: boolean
  className?: string | undefined
}

type SortValue = string | number | boolean | null | undefined

/** A column and a direction. */
export type Sort = { id: string; desc: boolean }
