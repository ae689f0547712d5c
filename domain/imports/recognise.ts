import type { ImportKind } from '../imports.ts'
import { type Cell, nameKey, shown } from './cell.ts'
import { type DateOrder, dateIn } from './dates.ts'
import { FIELDS, QUIET_FIELDS } from './fields.ts'
import { mappingBy, plainHead } from './heads.ts'
import { LAYOUTS, type Layout, type LayoutHolds } from './layouts.ts'
import { numberIn } from './numbers.ts'
import { productsIn } from './product-text.ts'
import { PAYMENT_WORDS } from './words.ts'

/** A row by its number in the file, from 1. */
export type FileRow = { number: number; cells: readonly Cell[] }

/** What a company has, by names as `nameKey` writes them: columns are recognised by it. */
export type KnownNames = { machines: ReadonlySet<string>; products: ReadonlySet<string> }

export type Understanding = {
  /** The place of the row of heads among the given rows; null where the file has none. */
  header: number | null
  heads: string[]
  mapping: Record<string, number>
  /** Fields that were found by what stands in their columns, and not by their heads. */
  byContent: string[]
  layout: { vendor: string; report: string } | null
  holds: LayoutHolds
  dateOrder: DateOrder | undefined
  /** Amounts are in cents. */
  inMinor: boolean
}

/** The heads are looked for among so many rows. */
const HEAD_ROWS = 15
/** Columns are judged by so many rows. */
const SAMPLE = 200

type Plain = { layout: Layout; heads: ReadonlySet<string> }
let plainLayouts: Plain[] | undefined
const layouts = () => {
  plainLayouts ??= LAYOUTS.map((layout) => ({
    layout,
    heads: new Set(
      layout.heads
        .split('|')
        .map(plainHead)
        .filter((head) => head !== ''),
    ),
  }))
  return plainLayouts
}

/** The layout of which most heads are there: at least three of them, and 60 % of all or ten. */
export function layoutOf(heads: readonly string[]): Layout | null {
  const plain = new Set(heads.map(plainHead).filter((head) => head !== ''))
  let best: { layout: Layout; score: number } | null = null
  for (const { layout, heads: known } of layouts()) {
    if (layout.isLoose) continue
    const common = [...known].filter((head) => plain.has(head)).length
    if (common < 3 || (common < known.size * 0.6 && common < 10)) continue
    // Of two layouts that share heads, the one that explains more of this file.
    const score = common / known.size + (2 * common) / Math.max(plain.size, known.size)
    if (!best || score > best.score) best = { layout, score }
  }
  return best?.layout ?? null
}

const KIND_OF: Partial<Record<LayoutHolds, ImportKind>> = {
  SALES: 'SALES',
  SETTLEMENT: 'SALES',
  MACHINES: 'MACHINES',
  PLANOGRAMS: 'PLANOGRAMS',
  PRODUCTS: 'PRODUCTS',
}
/** What kind of import a layout is meant for. */
export const kindOf = (holds: LayoutHolds): ImportKind | null => KIND_OF[holds] ?? null

const looksLikeData = (cell: Cell): boolean =>
  cell instanceof Date ||
  typeof cell === 'number' ||
  (shown(cell).length >= 6 && dateIn(cell, 'DAY_FIRST') !== null) ||
  numberIn(cell) !== null

/** How much a row looks like heads of such a file. */
function headScore(cells: readonly Cell[], kind: ImportKind): number {
  const texts = cells.map(shown)
  const filled = texts.filter((text) => text !== '').length
  if (filled === 0) return 0
  const mapping = mappingBy(FIELDS[kind], texts)
  const required = FIELDS[kind].filter(({ required }) => required)
  const found = Object.keys(mapping).length
  const foundRequired = required.filter(({ name }) => name in mapping).length
  const data = cells.filter(looksLikeData).length
  return found * 2 + foundRequired * 3 + Math.min(5, filled) * 0.2 - data * 2
}

/** Finds the row of heads; null where the rows begin at once. */
export function headerOf(rows: readonly FileRow[], kind: ImportKind): number | null {
  const among = rows.slice(0, HEAD_ROWS)
  const scores = among.map(({ cells }) => headScore(cells, kind))
  const best = scores.reduce((most, score, at) => (score > (scores[most] ?? 0) ? at : most), 0)
  if ((scores[best] ?? 0) > 2.5) return best
  // Heads of no language that we know: the first wide row of texts above the data.
  const width = Math.max(0, ...among.map(({ cells }) => cells.filter((cell) => shown(cell) !== '').length))
  const wide = among.findIndex(({ cells }) => cells.filter((cell) => shown(cell) !== '').length >= Math.max(1, width * 0.6))
  const first = among[Math.max(0, wide)]
  if (!first) return null
  const hasData = first.cells.some((cell) => cell instanceof Date || typeof cell === 'number' || dateIn(cell, 'DAY_FIRST') !== null)
  return hasData && width > 1 ? null : Math.max(0, wide)
}

type ColumnShape = {
  filled: number
  dates: number
  numbers: number
  machines: number
  products: number
  payments: number
  productText: number
  distinct: number
  times: number
  decimals: number
  most: number
}

function shapesOf(rows: readonly FileRow[], width: number, known: KnownNames | undefined): ColumnShape[] {
  return Array.from({ length: width }, (_, column): ColumnShape => {
    const cells = rows.map(({ cells }) => cells[column] ?? null).filter((cell) => shown(cell) !== '')
    const many = (is: (cell: Cell) => boolean) => cells.filter(is).length
    const numbers = cells.map((cell) => numberIn(cell)).filter((value) => value !== null)
    return {
      filled: cells.length,
      dates: many(
        (cell) =>
          typeof cell !== 'number' && (dateIn(cell, 'DAY_FIRST') ?? dateIn(cell, 'MONTH_FIRST')) !== null && !/^\d+$/.test(shown(cell)),
      ),
      numbers: numbers.length,
      machines: known
        ? many((cell) => known.machines.has(nameKey(shown(cell))) || known.machines.has(nameKey(withoutCode(shown(cell)))))
        : 0,
      products: known ? many((cell) => known.products.has(nameKey(shown(cell)))) : 0,
      payments: many((cell) => PAYMENT_WORDS.has(plainHead(shown(cell)))),
      productText: many((cell) => typeof cell === 'string' && productsIn(cell) !== null),
      distinct: new Set(cells.map(shown)).size,
      times: many((cell) => /^\d{1,2}:\d{2}(:\d{2})?(\s*[ap]m)?$/i.test(shown(cell))),
      decimals: many((cell) => (typeof cell === 'number' ? !Number.isInteger(cell) : /[.,]\d{1,4}\D*$/.test(shown(cell)))),
      most: Math.max(0, ...numbers.map(Math.abs)),
    }
  })
}

/** A machine's name without the code in front of it: "[16] Foyer". */
export const withoutCode = (name: string): string => name.replace(/^\[[^\]]{1,20}\]\s*/, '')

/** How a file is to be read: its heads, its columns, and whose report it is. What a person has said counts before all that is found. */
export function understand(
  rows: readonly FileRow[],
  kind: ImportKind,
  {
    known,
    header: chosenHeader,
    mapping: chosen,
    withMachines = true,
  }: { known?: KnownNames; header?: number | null; mapping?: Record<string, number>; withMachines?: boolean } = {},
): Understanding {
  const header = chosenHeader === undefined ? headerOf(rows, kind) : chosenHeader
  const after = rows.slice(header === null ? 0 : header + 1)
  const sample = after.slice(0, SAMPLE)
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length), header === null ? 0 : (rows[header]?.cells.length ?? 0))
  const heads = Array.from({ length: width }, (_, column) => (header === null ? '' : shown(rows[header]?.cells[column])))
  const layout = layoutOf(heads)
  const named = mappingBy(FIELDS[kind], heads)
  const { mapping, byContent } = chosen
    ? { mapping: chosen, byContent: [] }
    : byShapes(kind, named, shapesOf(sample, width, known), sample.length, withMachines)
  const holds = layout?.holds ?? (isSettlement(kind, mapping) ? 'SETTLEMENT' : kind)
  return {
    header,
    heads,
    mapping,
    byContent,
    layout: layout && { vendor: layout.vendor, report: layout.report },
    holds,
    dateOrder: layout?.dateOrder,
    inMinor: layout?.inMinor === true || (mapping.amount !== undefined && plainHead(heads[mapping.amount] ?? '') === 'amount cents'),
  }
}

/** Payments with their fees, and no machine or product: they belong to sales that are there already. */
const isSettlement = (kind: ImportKind, mapping: Record<string, number>): boolean =>
  kind === 'SALES' &&
  mapping.id !== undefined &&
  (mapping.fee !== undefined || mapping.net !== undefined) &&
  mapping.machine === undefined &&
  mapping.product === undefined

/** Puts right by what stands in the columns what their heads leave open or say wrongly. */
function byShapes(kind: ImportKind, named: Record<string, number>, shapes: readonly ColumnShape[], rows: number, withMachines: boolean) {
  const mapping = { ...named }
  const byContent: string[] = []
  const taken = () => new Set(Object.values(mapping))
  const part = (column: number, of: 'dates' | 'numbers' | 'machines' | 'products' | 'payments' | 'productText' | 'times') => {
    const shape = shapes[column]
    return shape && shape.filled > 0 ? shape[of] / shape.filled : 0
  }
  const isFilled = (column: number) => (shapes[column]?.filled ?? 0) >= Math.max(1, rows * 0.3)
  const find = (field: string, fits: (column: number) => number) => {
    if (mapping[field] !== undefined) return
    const columns = shapes.map((_, column) => column).filter((column) => !taken().has(column) && isFilled(column) && fits(column) > 0)
    const best = columns.toSorted((a, b) => fits(b) - fits(a) || a - b)[0]
    if (best === undefined) return
    mapping[field] = best
    byContent.push(field)
  }
  const has = (field: string) => FIELDS[kind].some(({ name }) => name === field)
  const drop = (field: string, isWrong: (column: number) => boolean) => {
    const column = mapping[field]
    if (column !== undefined && rows > 0 && (shapes[column]?.filled ?? 0) > 0 && isWrong(column)) delete mapping[field]
  }

  if (kind === 'SALES') {
    // A column of hours beside a column of days, or the only column of times.
    drop('at', (column) => part(column, 'dates') < 0.3 && part(column, 'numbers') < 0.5)
    drop('time', (column) => part(column, 'times') < 0.3 && part(column, 'dates') < 0.3)
    if (mapping.at === undefined && mapping.time !== undefined && part(mapping.time, 'dates') > 0.5) {
      mapping.at = mapping.time
      delete mapping.time
    }
    drop('time', (column) => part(column, 'times') < 0.3)
    drop('amount', (column) => part(column, 'numbers') < 0.3)
    drop('price', (column) => part(column, 'numbers') < 0.3)
    drop('quantity', (column) => part(column, 'numbers') < 0.3)
    drop('fee', (column) => part(column, 'numbers') < 0.3)
    find('at', (column) => (part(column, 'dates') > 0.6 ? part(column, 'dates') : 0))
  }
  if (has('product'))
    find('product', (column) => (part(column, 'productText') > 0.5 ? 1 : part(column, 'products') > 0.4 ? part(column, 'products') : 0))
  if (has('machine') && withMachines) {
    find('machine', (column) => (part(column, 'machines') > 0.4 ? part(column, 'machines') : 0))
    const named = mapping.machine
    // Several columns may name the machine: the one whose names we know is the right one.
    const better = shapes
      .map((_, column) => column)
      .find((column) => part(column, 'machines') > 0.5 && (named === undefined || part(named, 'machines') < 0.1) && !taken().has(column))
    if (better !== undefined) mapping.machine = better
  }
  if (kind === 'SALES') {
    find('type', (column) => (part(column, 'payments') > 0.7 ? part(column, 'payments') : 0))
    if (mapping.amount === undefined && mapping.price === undefined)
      find('amount', (column) => {
        const shape = shapes[column]
        if (!shape || part(column, 'numbers') < 0.8 || part(column, 'dates') > 0.2 || shape.most > 1e6) return 0
        return 0.1 + shape.decimals / Math.max(1, shape.filled)
      })
  }
  return { mapping, byContent }
}

/** Fields that a person chooses columns for. */
export const shownFields = (kind: ImportKind) => FIELDS[kind].filter(({ name }) => !QUIET_FIELDS.has(name))

const TOTAL_WORDS =
  /^(grand )?totals?$|^(sub)?total\b|^sum(me|a|ma)?$|^gesamt(summe)?$|^razem$|^łącznie$|^ogółem$|^итого$|^всего$|^合计$|^总计$|^合計$|^総計$|^somme$|^totale$|^totaux$|^其他$/iu

export type RowRole = 'DATA' | 'TOTAL' | 'GROUP' | 'HEADS'

/** What a row below the heads is: a total or a line that names a group is no record. */
export function roleOf(cells: readonly Cell[], kind: ImportKind, mapping: Record<string, number>, heads: readonly string[]): RowRole {
  const texts = cells.map(shown)
  const filled = texts.filter((text) => text !== '')
  if (filled.length > 1 && texts.filter((text, column) => text !== '' && text === heads[column]).length >= Math.max(2, filled.length * 0.8))
    return 'HEADS'
  const at = (field: string) => (mapping[field] === undefined ? '' : (texts[mapping[field]] ?? ''))
  const saysTotal = filled.some((text) => TOTAL_WORDS.test(text.replace(/[:：]$/, '')))
  if (kind === 'SALES') {
    const isTimed = mapping.at === undefined || at('at') !== ''
    if (
      saysTotal &&
      (!isTimed ||
        TOTAL_WORDS.test(at('at')) ||
        (mapping.at !== undefined && dateIn(cells[mapping.at], 'DAY_FIRST') === null && dateIn(cells[mapping.at], 'MONTH_FIRST') === null))
    )
      return 'TOTAL'
    if (
      !isTimed &&
      at('id') === '' &&
      (at('machine') === '' || mapping.machine === undefined) &&
      (at('amount') !== '' || at('price') !== '')
    )
      return 'TOTAL'
    if (!isTimed && filled.length === 1 && cells.length > 0 && Object.keys(mapping).length > 1) return 'GROUP'
    return 'DATA'
  }
  const required = FIELDS[kind].filter(({ required }) => required).map(({ name }) => at(name))
  if (saysTotal && required.some((text) => text === '' || TOTAL_WORDS.test(text))) return 'TOTAL'
  if (filled.length === 1 && required.length > 1 && Object.keys(mapping).length > 2 && required.slice(1).every((text) => text === ''))
    return 'GROUP'
  return 'DATA'
}
