import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, Sort } from './column.ts'
import { useColumnChoice } from './use-column-choice.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature, sortedRowModel: createSortedRowModel() })

/** React Table's own types depend on the type of a row, which only the columns know here. */
type Held = { row: unknown }

type Input<T> = {
  columns: readonly Column<T>[]
  rows: readonly T[]
  name: string | undefined
  isComplete: boolean
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  onSorted: (() => void) | undefined
}

/** The rows in their order, and the columns with their state: sorted, shown, sortable. */
export function useTableState<T>({ columns, rows, name, isComplete, sort, onSort, onSorted }: Input<T>) {
  const { i18n } = useTranslation()
  const [own, setOwn] = useState<SortingState>([])
  const [choice, setChoice] = useColumnChoice(name, columns)
  const compare = useMemo(() => valueOrder(i18n.language), [i18n.language])
  const definitions = useMemo(
    () =>
      columns.map(
        ({ key, sortBy, isNumber = false }): ColumnDef<typeof features, Held> => ({
          id: key,
          ...(sortBy && { accessorFn: ({ row }: Held) => sortBy(row as T) ?? undefined }),
          enableSorting: sortBy !== undefined && (isComplete || onSort !== undefined),
          sortDescFirst: isNumber,
          sortUndefined: 'last',
          sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
        }),
      ),
    [columns, compare, isComplete, onSort],
  )
  const sorting = onSort ? (sort ? [sort] : []) : own
  // Only a table that sorts itself needs a model of its rows.
  const isSorting = !onSort && isComplete && sorting.length > 0
  const data = useMemo(() => (isSorting ? rows.map((row) => ({ row })) : []), [rows, isSorting])
  const table = useTable({
    features,
    columns: definitions,
    data,
    state: { sorting, columnVisibility: choice },
    manualSorting: onSort !== undefined,
    enableSortingRemoval: onSort === undefined,
    enableMultiSort: false,
    onSortingChange: (change: Updater<SortingState>) => {
      const next = functionalUpdate(change, sorting)
      if (!onSort) setOwn(next)
      else if (next[0]) onSort(next[0])
      onSorted?.()
    },
    onColumnVisibilityChange: (change: Updater<ColumnVisibilityState>) => setChoice(functionalUpdate(change, choice)),
  })
  const sorted = isSorting ? table.getRowModel().rows.map(({ original }) => original.row as T) : rows
  return { table, sorted }
}

/** Texts in the order of a language, with numbers by value. */
export function valueOrder(language: string): (a: unknown, b: unknown) => number {
  const collator = new Intl.Collator(language, { numeric: true })
  return (a, b) => (typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b))
}
