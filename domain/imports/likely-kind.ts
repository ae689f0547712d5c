import type { ImportKind } from '../imports.ts'
import { type FileRow, shown } from './cell.ts'
import { FIELDS } from './fields.ts'
import { headerOf } from './head-row.ts'
import { mappingBy } from './heads.ts'
import { layoutOf } from './known-layouts.ts'
import { understand } from './recognise.ts'

/** The kind of a file that was read as machines only because no other kind was chosen; null if its columns fit no other. */
export function likelyKind(rows: readonly FileRow[]): ImportKind | null {
  const header = headerOf(rows, 'SALES')
  const heads = header === null ? [] : (rows[header]?.cells.map(shown) ?? [])
  if (layoutOf(heads)?.holds === 'SALES' || hasSales(mappingBy(FIELDS.SALES, heads))) return 'SALES'
  const { mapping } = understand(rows, 'SALES')
  return hasSales(mapping) && hasRepeated(rows.slice((header ?? -1) + 1), mapping.machine) ? 'SALES' : null
}

/** A list of machines has no date together with an amount. */
const hasSales = ({ at, amount, price }: Record<string, number>) => at !== undefined && (amount ?? price) !== undefined

/** A list of machines can have other dates and numbers under unknown names, but names each machine once. */
function hasRepeated(rows: readonly FileRow[], column: number | undefined): boolean {
  if (column === undefined) return false
  const values = rows.map(({ cells }) => shown(cells[column] ?? null)).filter(Boolean)
  return new Set(values).size < values.length
}
