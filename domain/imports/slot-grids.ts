import { type Cell, type FileRow, shown } from './cell.ts'
import { currenciesIn, withoutCurrency } from './currencies.ts'
import { numberIn } from './numbers.ts'

/** The headers of the list into which a grid is converted: names of fields. */
const HEADS = ['Slot', 'Product', 'Price', 'Maximum'] as const

/** Titles stand above the first grid within this many rows. */
const BEGINNING = 15
/** Cells of a grid without a product. */
const EMPTY = /^[-–—/xX.]?$/
const NAME = /\p{L}{2}/u
const SLOT = /^[A-Z]{0,2}-?\d{1,3}$/
/** A row of shelves: "A", "3", "Row 3". */
const SHELF = /^(?:\p{L}{3,12}\.?\s)?([A-Z]|\d{1,2})$/u

const isName = (cell: Cell | undefined) => NAME.test(withoutCurrency(shown(cell))) && numberIn(cell) === null
const isBlank = (cell: Cell | undefined) => EMPTY.test(shown(cell))
const columnsWith = (cells: readonly Cell[], is: (cell: Cell) => boolean) => cells.flatMap((cell, column) => (is(cell) ? [column] : []))

/** A slot of a grid, with the number of the row that names its product. */
type GridSlot = { number: number; slot: string; product: Cell; price: Cell; maximum: Cell }

/** Lines of numbers below products: prices have decimals or a currency, and maxima neither. */
function readNumbers(cells: readonly Cell[], slots: ReadonlyMap<number, GridSlot>): boolean {
  const filled = columnsWith(cells, (cell) => !isBlank(cell)).filter((column) => slots.has(column))
  if (filled.length === 0 || filled.some((column) => numberIn(cells[column]) === null)) return false
  const arePrices = filled.some((column) => /[.,]\d{1,2}\b|\p{Sc}|\p{L}/u.test(shown(cells[column])))
  const field = arePrices ? 'price' : 'maximum'
  for (const column of filled) {
    const slot = slots.get(column)
    if (slot?.[field] === null) slot[field] = cells[column] ?? null
  }
  return true
}

/** The columns of a header such as "1 2 3" or "A B C" above shelves; null if the row is none. */
function columnsOf(cells: readonly Cell[]): ReadonlyMap<number, string> | null {
  const [first, ...others] = cells.map(shown)
  const filled = others.flatMap((text, index) => (text === '' ? [] : [{ text, column: index + 1 }]))
  if (filled.length < 2 || numberIn(first) !== null) return null
  const areNumbers = filled.every(({ text }, index) => /^\d{1,2}$/.test(text) && Number(text) === Number(filled[0]?.text) + index)
  const areLetters = filled.every(({ text }, index) => text === String.fromCharCode(65 + index))
  return areNumbers || areLetters ? new Map(filled.map(({ text, column }) => [column, text])) : null
}

/** The slot in a column of a shelf: A1 has its letter first, and shelf 1 has the slots 11, 12 and 13. */
const slotAt = (shelf: string, column: string) => (/\d/.test(shelf) && /[A-Z]/.test(column) ? `${column}${shelf}` : `${shelf}${column}`)

/** A longer cell is no product with its price; the pattern takes quadratic time. */
const MAX_LENGTH = 200

/** A price behind a product: "Cola 1,80 €", "Cola (1.80)", or on its own line. */
const PRICED = /^(.*?\S)(?:\s*[\n(/|]\s*|\s+)(\p{Sc}?\s?\d{1,4}[.,]\d{2}(?:\s?(?:\p{Sc}|\p{L}{2,3}))?)\)?$/su

function pricedIn(text: string): { product: string; price: string } | null {
  const [, name = '', price = ''] = (text.length > MAX_LENGTH ? null : PRICED.exec(text)) ?? []
  if (name === '' || numberIn(price) === null) return null
  // The currency may be before the price: "Cola EUR 1.80".
  const currency = /\s+(\p{L}{2,3})$/u.exec(name)?.[1]
  const isCurrency = currency !== undefined && currenciesIn(currency) !== null
  return isCurrency ? { product: name.slice(0, -currency.length).trim(), price: `${currency} ${price}` } : { product: name.trim(), price }
}

/** Moves the prices behind products into their own column, if all products have one. */
function splitPrices(slots: readonly GridSlot[]): void {
  const parts = slots.map(({ product }) => pricedIn(shown(product)))
  if (parts.includes(null) || slots.some(({ price }) => price !== null)) return
  for (const [index, slot] of slots.entries()) Object.assign(slot, parts[index])
}

/** A row of the list into which a grid is converted. */
type GridRow = { number: number; cells: Cell[] }

type Found = { slots: GridSlot[]; rows: number }

/** Shelves below a header of columns, each with its products, and with numbers below them. */
function shelvesAt(rows: readonly FileRow[], from: number): Found | null {
  const columns = columnsOf(rows[from]?.cells ?? [])
  if (!columns) return null
  const slots: GridSlot[] = []
  let shelf: ReadonlyMap<number, GridSlot> = new Map()
  let shelves = 0
  let at = from + 1
  for (; at < rows.length; at++) {
    const { cells = [], number = 0 } = rows[at] ?? {}
    const name = SHELF.exec(shown(cells[0]))?.[1]
    if (name === undefined) {
      if (shown(cells[0]) !== '' && numberIn(cells[0]) === null && shelf.size === 0) break
      if (!readNumbers(cells, shelf)) break
      continue
    }
    const products = columnsWith(cells, (cell) => !isBlank(cell)).filter((column) => column > 0)
    if (products.length === 0) continue
    if (!products.every((column) => columns.has(column) && isName(cells[column]))) break
    shelf = new Map(
      products.map((column) => [
        column,
        { number, slot: slotAt(name, columns.get(column) ?? ''), product: cells[column] ?? null, price: null, maximum: null },
      ]),
    )
    slots.push(...shelf.values())
    shelves++
  }
  return shelves >= 2 ? { slots, rows: at - from } : null
}

/** A line of slots, the products below them, and their prices and maxima below those. */
function blockAt(rows: readonly FileRow[], from: number): Found | null {
  const [numbers, products] = [rows[from], rows[from + 1]]
  if (!numbers || !products) return null
  const columns = columnsWith(numbers.cells, (cell) => SLOT.test(shown(cell)))
  const others = columnsWith(numbers.cells, (cell) => !isBlank(cell) && !SLOT.test(shown(cell)))
  if (
    columns.length < 2 ||
    others.some((column) => column > 0) ||
    new Set(columns.map((column) => shown(numbers.cells[column]))).size < columns.length
  )
    return null
  const named = columns.filter((column) => isName(products.cells[column]))
  if (named.length === 0 || columns.some((column) => !isBlank(products.cells[column]) && !isName(products.cells[column]))) return null
  const slots = new Map(
    named.map((column): [number, GridSlot] => [
      column,
      {
        number: products.number,
        slot: shown(numbers.cells[column]),
        product: products.cells[column] ?? null,
        price: null,
        maximum: null,
      },
    ]),
  )
  let at = from + 2
  while (at < rows.length && !blockAt(rows, at) && readNumbers(rows[at]?.cells ?? [], slots)) at++
  return { slots: [...slots.values()], rows: at - from }
}

/**
 * Converts planograms that are drawn as shelves, with a cell for each slot, into a list with a row for each slot. Other lines, such as the names
 * of machines above their grids, stay where they are. Null if the file is no grid.
 */
export function rowsOfGrid<Row extends FileRow & { cells: Cell[] }>(rows: readonly Row[]): (Row | GridRow)[] | null {
  const converted: (Row | GridRow)[] = []
  let isGrid = false
  let blocks = 0
  for (let at = 0; at < rows.length; ) {
    const found = !isGrid && at >= BEGINNING ? null : (shelvesAt(rows, at) ?? blockAt(rows, at))
    const row = rows[at]
    if (!row) break
    if (!found) {
      converted.push(row)
      at++
      continue
    }
    splitPrices(found.slots)
    if (!isGrid) converted.push({ number: row.number, cells: [...HEADS] })
    isGrid = true
    blocks++
    converted.push(...found.slots.map(({ number, slot, product, price, maximum }) => ({ number, cells: [slot, product, price, maximum] })))
    at += found.rows
  }
  return blocks > 0 ? converted : null
}
