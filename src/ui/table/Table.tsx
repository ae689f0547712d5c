import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { positionAfter, rowOf } from '../row-keys.ts'
import { WindowRows } from '../WindowRows.tsx'
import { useAFewAtATime } from './a-few-at-a-time.ts'
import type { Column, Sort } from './column.ts'
import { SelectionBar, Tick } from './SelectionBar.tsx'
import classes from './Table.module.css'
import { TableTools } from './TableTools.tsx'
import { useColumnOrder, useDensity } from './use-column-choice.ts'
import { type Selection, useSelection } from './use-selection.ts'
import { useTableState } from './use-table-state.ts'

export type { Column, Sort } from './column.ts'

type Props<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf(row: T): string | number
  /** Under which the columns, their order and the height of the rows are remembered; without it, all columns are shown. */
  name?: string
  /** Lets the user select rows on a desktop. `actions` are the buttons for the selected rows; `clear` ends the selection. */
  selection?: {
    nameOf(row: T): string
    actions(rows: readonly T[], clear: () => void): ReactNode
    /** The selection of the parent, which shares it with another view of the rows. */
    of?: Selection<T>
    /** `rows` and those that a filter hides; by default `rows`. */
    all?: readonly T[]
    /** Called after the user changed the selection. */
    onChange?(rows: readonly T[]): void
  }
  /** False if `rows` is one page of a longer list, whose order is the server's. */
  isComplete?: boolean
  /** `rows` come sorted like this, and `onSort` changes it. Otherwise the table sorts them itself. */
  sort?: Sort
  onSort?(sort: Sort): void
  /** Rows that stay above the others in any order. */
  totals?: readonly T[]
  /** Shows one page of the sorted rows. Counts from 1. */
  page?: { number: number; size: number }
  /** Called after the user sorted the table. */
  onSorted?(): void
  /** The rows belong to the previous query until the current one has loaded. */
  isFading?: boolean
  /** Renders only the visible rows. By default if there are many; never for rows with fields, which would lose what was typed. */
  isVirtual?: boolean
  /** Estimated height of a virtual row. */
  rowPx?: number
  /** The layout of a row on a phone, instead of a list of labelled cells. */
  cardClass?: string | undefined
  /** A table on a phone too: few columns with little text. */
  isCompact?: boolean
}

/** More rows than this are virtual. */
const MANY = 200
const ROW_PX = 45
const COMPACT_ROW_PX = 38

/** A cell without a value; a phone does not show it. */
const NO_VALUE = '–'

/**
 * A table on a desktop; on a phone each row is a list of labelled cells. Sorts by its headers, lets the user choose the columns, and can
 * be used with the keyboard.
 */
export function Table<T>({ rows, sort, onSort, name, isComplete = true, totals = [], page, selection, ...props }: Props<T>) {
  const { label, keyOf, isFading = false, rowPx = ROW_PX, cardClass, isCompact = false, onSorted } = props
  const { t } = useTranslation()
  const [columns, setOrder] = useColumnOrder(name, props.columns)
  const [density, setDensity] = useDensity(name)
  const { table, sorted } = useTableState({ columns, rows, name, isComplete, sort, onSort, onSorted })
  const own = useSelection(sorted, keyOf, selection?.all ?? rows, selection?.onChange)
  const selected = selection?.of ?? own
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns])
  const visible = table.getVisibleLeafColumns()
  const shown = visible.flatMap(({ id }) => byKey.get(id) ?? [])
  const paged = page ? sorted.slice((page.number - 1) * page.size, page.number * page.size) : sorted
  const items = totals.length > 0 ? [...totals, ...paged] : paged
  const { isVirtual = items.length > MANY } = props
  const cells = (row: T) => (
    <>
      {selection && (
        <td className={classes.tick}>
          <Tick
            label={t('table.select', { name: selection.nameOf(row) })}
            checked={selected.has(row)}
            onToggle={(isRange) => selected.toggle(row, isRange)}
          />
        </td>
      )}
      <Cells row={row} columns={shown} />
    </>
  )
  const rowClass = `${classes.row} ${cardClass ?? ''}`
  const hasGrid = isVirtual || columns.some(({ width }) => width !== undefined)
  const head = (
    <thead>
      <tr className={classes.heads}>
        {selection && (
          <th scope="col" className={classes.tick}>
            <Tick
              label={t('table.selectAll')}
              checked={selected.state === 'all'}
              isMixed={selected.state === 'some'}
              onToggle={selected.toggleAll}
            />
          </th>
        )}
        {visible.map((column) => {
          const { label: head = '', isNumber } = byKey.get(column.id) ?? {}
          const order = column.getIsSorted()
          // A column of labelled buttons has no header.
          if (!head) return <td key={column.id} />
          return (
            <th
              key={column.id}
              scope="col"
              data-number={isNumber || undefined}
              aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
            >
              {column.getCanSort() ? (
                <button type="button" className={classes.sort} onClick={column.getToggleSortingHandler()}>
                  {head}
                  {order === 'asc' && <IconChevronUp size={14} aria-hidden />}
                  {order === 'desc' && <IconChevronDown size={14} aria-hidden />}
                </button>
              ) : (
                head
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
  // Hundreds of rows are rendered between keystrokes instead of before each, together with the headers that describe them.
  const deferred = useDeferredValue(
    isVirtual ? null : (
      <>
        {head}
        <Body rows={items} keyOf={keyOf} cells={cells} rowClass={rowClass} />
      </>
    ),
  )
  const content = isVirtual ? (
    <>
      {head}
      <WindowRows items={items} keyOf={keyOf} rowPx={density === 'compact' ? COMPACT_ROW_PX : rowPx} row="tr" rowClass={rowClass}>
        {cells}
      </WindowRows>
    </>
  ) : (
    deferred
  )
  return (
    <>
      <TableTools
        table={table}
        hasOrder={!isCompact && rows.length > 1}
        labelOf={(key) => byKey.get(key)?.label ?? ''}
        hideable={
          name === undefined ? [] : props.columns.slice(1).flatMap(({ key, label: head, isFixed }) => (head && !isFixed ? [key] : []))
        }
        order={columns.flatMap(({ key, label: head }) => (head ? [key] : []))}
        onOrder={setOrder}
        density={density}
        onDensity={setDensity}
      />
      <table
        aria-label={label}
        aria-rowcount={isVirtual ? items.length + 1 : undefined}
        className={[
          classes.table,
          hasGrid && classes.grid,
          name !== undefined && classes.sticky,
          cardClass ? classes.cards : isCompact ? classes.compact : classes.labelled,
        ]
          .filter(Boolean)
          .join(' ')}
        data-fading={isFading || undefined}
        data-density={density}
        style={hasGrid ? ({ '--columns': [...(selection ? ['2rem'] : []), ...shown.map(trackOf)].join(' ') } as CSSProperties) : undefined}
        onKeyDown={(event) => {
          if (selection && event.shiftKey) extendSelection(event, items, selected)
          if (event.key === 'Escape' && selected.rows.length > 0) {
            selected.clear()
            // The panel beside the table stays open until the next press.
            event.preventDefault()
          }
          onRowKey(event)
        }}
      >
        {content}
      </table>
      {selection && <SelectionBar selection={selected}>{selection.actions(selected.rows, selected.clear)}</SelectionBar>}
    </>
  )
}

const trackOf = ({ width, isNumber }: { width?: string; isNumber?: boolean }) =>
  width ?? (isNumber ? 'minmax(4.5rem, 0.6fr)' : 'minmax(0, 1fr)')

type BodyProps<T> = {
  rows: readonly T[]
  keyOf(row: T): string | number
  cells(row: T): ReactNode
  rowClass: string
}

const Body = <T,>({ rows, keyOf, cells, rowClass }: BodyProps<T>) => (
  <tbody>
    {useAFewAtATime(rows, keyOf).map((row, index) => (
      <tr key={keyOf(row)} tabIndex={index === 0 ? 0 : -1} className={rowClass}>
        {cells(row)}
      </tr>
    ))}
  </tbody>
)

const Cells = <T,>({ row, columns }: { row: T; columns: readonly Column<T>[] }) =>
  columns.map(({ key, label, isNumber, isWord, hasNoPhoneLabel, className, cell }, index) => {
    const content = cell(row)
    return (
      <td
        key={key}
        className={className}
        data-number={isNumber || undefined}
        data-word={isWord || undefined}
        data-first={index === 0 || undefined}
        data-none={(index > 0 && content === NO_VALUE) || undefined}
      >
        {index > 0 && label && !hasNoPhoneLabel && (
          <span className={classes.head} aria-hidden>
            {label}
          </span>
        )}
        <span className={classes.cell}>{content}</span>
      </td>
    )
  })

/** With Shift, the keys that move between rows select those they pass, or remove those they leave when they move back over selected rows. */
function extendSelection<T>(event: KeyboardEvent, items: readonly T[], selected: Selection<T>): void {
  const row = rowOf(event)
  if (!row) return
  // Virtual rows have their index; the others are all rendered.
  const from = Number(row.dataset.index ?? [...(row.parentElement?.children ?? [])].indexOf(row))
  const to = positionAfter(event.key, from, items.length)
  const reached = to === null ? undefined : items[to]
  if (to === null || to === from || reached === undefined) return
  const isGrowing = !selected.has(reached)
  const passed = items.slice(Math.min(from, to), Math.max(from, to) + 1)
  selected.set(isGrowing ? passed : passed.filter((item) => item !== reached), isGrowing)
}

/**
 * The arrow keys, Home and End move between rows, which virtual rows do themselves. On a row, Enter opens its link or its first button, and
 * Space selects it; x selects it from its link too.
 */
function onRowKey(event: KeyboardEvent<HTMLTableElement>): void {
  const row = event.defaultPrevented ? null : rowOf(event)
  if (!row) return
  const { key } = event
  const rows = row.parentElement?.children ?? []
  const position = positionAfter(key, [...rows].indexOf(row), rows.length)
  if (position !== null) {
    event.preventDefault()
    const next = rows[position]
    if (next instanceof HTMLElement) next.focus()
    return
  }
  const isOnRow = event.target === row
  const opened = key === 'Enter' && isOnRow ? (row.querySelector<HTMLElement>('a[href]') ?? row.querySelector('button')) : null
  const isSelecting = key === 'x' || (key === ' ' && isOnRow)
  const found = isSelecting ? row.querySelector<HTMLElement>('input[type="checkbox"]') : opened
  if (!found) return
  event.preventDefault()
  found.click()
}
