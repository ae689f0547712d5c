import type { ImportKind } from '../imports.ts'
import { type FileRow, shown } from './cell.ts'
import { FIELDS } from './fields.ts'
import { headerOf } from './head-row.ts'
import { mappingBy } from './heads.ts'
import { layoutOf } from './known-layouts.ts'

/** The kind of a file that was read as machines only because no other kind was chosen; null if its header names no other. */
export function likelyKind(rows: readonly FileRow[]): ImportKind | null {
  const header = headerOf(rows, 'SALES')
  const heads = header === null ? [] : (rows[header]?.cells.map(shown) ?? [])
  if (layoutOf(heads)?.holds === 'SALES') return 'SALES'
  // A list of machines has no date together with an amount.
  const { at, amount, price } = mappingBy(FIELDS.SALES, heads)
  return at !== undefined && (amount ?? price) !== undefined ? 'SALES' : null
}
