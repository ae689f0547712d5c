import type { KeyboardEvent } from 'react'

/** The position of a field in the grid. */
export const inGrid = (row: number, column: number) => ({ 'data-grid-row': row, 'data-grid-column': column })

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Moves between the fields of a table as in a spreadsheet: up and down with the arrows and Enter, and sideways at the end of the text. A
 * select keeps its own keys.
 */
export function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  const step = STEPS[event.key]
  if (!step || !(field instanceof HTMLInputElement) || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
    return
  const place = placeOf(field)
  if (!place) return
  const [rows, columns] = event.key === 'Enter' && event.shiftKey ? [-1, 0] : step
  if (rows !== 0 && field.getAttribute('aria-haspopup') === 'listbox') return
  if (columns !== 0 && !isAtEdge(field, columns)) return
  const next = event.currentTarget.querySelector<HTMLInputElement>(
    `input[data-grid-row="${place.row + rows}"][data-grid-column="${place.column + columns}"]`,
  )
  if (!next || next.disabled) return
  event.preventDefault()
  next.focus()
  next.select()
}

function placeOf({ dataset: { gridRow, gridColumn } }: HTMLInputElement) {
  return gridRow === undefined || gridColumn === undefined ? null : { row: Number(gridRow), column: Number(gridColumn) }
}

/** Whether the next key in this direction would leave the text. A full selection is at both ends. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, direction: number): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return selectionStart === selectionEnd && selectionStart === (direction < 0 ? 0 : value.length)
}
