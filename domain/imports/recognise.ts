import type { ImportKind } from '../imports.ts'
import { isInCents, isNoAmount, taxOfHead } from './amounts.ts'
import { type Cell, nameKey, shown } from './cell.ts'
import { currenciesIn } from './currencies.ts'
import { type DateOrder, dateIn } from './dates.ts'
import { plainDigits } from './digits.ts'
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
  /** Amounts are in cents, by the layout or the head. */
  inMinor: boolean
  /** Other columns that may be the amount as well. */
  otherAmounts: string[]
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
function headScore(cells: readonly Cell[], kind: ImportKind, among: readonly FileRow[]): number {
  const texts = cells.map(shown)
  const whole = texts.join('\n')
  const others = among.map((row) => row.cells.map(shown)).filter((other) => other.join('\n') !== whole)
  // A word that another row has in the same column is a value, such as "Paid"; a whole row of heads may be repeated.
  const isValue = (column: number) => texts[column] !== '' && others.some((other) => other[column] === texts[column])
  const filled = texts.filter((text) => text !== '').length
  if (filled === 0) return 0
  const mapping = mappingBy(FIELDS[kind], texts)
  const required = FIELDS[kind].filter(({ required }) => required)
  const found = Object.keys(mapping).length
  const foundRequired = required.filter(({ name }) => name in mapping).length
  const data = cells.filter((cell, column) => looksLikeData(cell) || isValue(column)).length
  return found * 2 + foundRequired * 3 + Math.min(5, filled) * 0.2 - data * 2
}

/** Finds the row of heads; null where the rows begin at once. */
export function headerOf(rows: readonly FileRow[], kind: ImportKind): number | null {
  const among = rows.slice(0, HEAD_ROWS)
  const scores = among.map(({ cells }) => headScore(cells, kind, among))
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
  slots: number
  currencies: number
  epochs: number
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
      payments: many((cell) => !/\d[.,]\d/.test(shown(cell)) && PAYMENT_WORDS.has(plainHead(shown(cell)))),
      productText: many((cell) => typeof cell === 'string' && productsIn(cell) !== null),
      distinct: new Set(cells.map(shown)).size,
      times: many((cell) => isHour(cell)),
      decimals: many((cell) => (typeof cell === 'number' ? !Number.isInteger(cell) : /[.,]\d{1,4}\D*$/.test(shown(cell)))),
      most: Math.max(0, ...numbers.map(Math.abs)),
      slots: many((cell) => /^[A-Z]{1,2}-?\d{1,3}$/.test(shown(cell))),
      epochs: many((cell) => EPOCH.test(shown(cell))),
      currencies: many((cell) => /^[A-Z]{3}$/.test(shown(cell)) && currenciesIn(shown(cell)) !== null),
    }
  })
}

/** Seconds or milliseconds since 1970, of the years 2014 to 2036. */
const EPOCH = /^(?:1[4-9]|20)\d{8}(?:\.\d{1,6}|\d{3})?$/
const HOUR =
  /^(?:午前|午後|上午|下午)?\s*\d{1,2}\s*[:h時时]\s*\d{2}(?:[:.分]\d{2}(?:\.\d+)?)?[秒分]?(?:\s*(?:[ap]\.?\s?m\.?|[صم]|öö|ös|uhr|h))?$/i
/** Whether a cell is a time of day. */
const isHour = (cell: Cell) =>
  cell instanceof Date ? cell.getTime() < 0 || cell.getUTCFullYear() < 1901 : shown(cell).length < 60 && HOUR.test(plainDigits(shown(cell)))

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
  const { mapping, byContent, otherAmounts } = chosen
    ? { mapping: chosen, byContent: [], otherAmounts: [] }
    : byShapes(kind, named, { shapes: shapesOf(sample, width, known), sample, heads, withMachines })
  const holds = layout?.holds ?? (isSettlement(kind, mapping, withMachines) ? 'SETTLEMENT' : kind)
  return {
    header,
    heads,
    mapping,
    byContent,
    layout: layout && { vendor: layout.vendor, report: layout.report },
    holds,
    dateOrder: layout?.dateOrder,
    inMinor: layout?.inMinor === true || isInCents(heads[mapping.amount ?? mapping.price ?? -1] ?? ''),
    otherAmounts,
  }
}

/** Payments with their fees, and no machine or product: they belong to sales that are there already. */
const isSettlement = (kind: ImportKind, mapping: Record<string, number>, withMachines: boolean): boolean =>
  kind === 'SALES' &&
  (mapping.id !== undefined || withMachines) &&
  (mapping.fee !== undefined || mapping.net !== undefined) &&
  mapping.machine === undefined &&
  mapping.product === undefined

type Seen = { shapes: readonly ColumnShape[]; sample: readonly FileRow[]; heads: readonly string[]; withMachines: boolean }

/** Puts right by what stands in the columns what their heads leave open or say wrongly. */
function byShapes(kind: ImportKind, named: Record<string, number>, { shapes, sample, heads, withMachines }: Seen) {
  const rows = sample.length
  const mapping = { ...named }
  const byContent: string[] = []
  let otherAmounts: string[] = []
  const taken = () => new Set(Object.values(mapping))
  const part = (
    column: number,
    of: 'dates' | 'numbers' | 'machines' | 'products' | 'payments' | 'productText' | 'times' | 'slots' | 'currencies' | 'epochs',
  ) => {
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
    drop('at', (column) => part(column, 'dates') < 0.3 && part(column, 'numbers') < 0.5 && part(column, 'epochs') < 0.5)
    drop('time', (column) => part(column, 'times') < 0.3 && part(column, 'dates') < 0.3)
    if (mapping.at === undefined && mapping.time !== undefined && part(mapping.time, 'dates') > 0.5) {
      mapping.at = mapping.time
      delete mapping.time
    }
    drop('time', (column) => part(column, 'times') < 0.3)
    for (const field of ['amount', 'price', 'quantity', 'fee', 'net']) drop(field, (column) => part(column, 'numbers') < 0.3)
    drop(
      'type',
      (column) => part(column, 'payments') < 0.1 && shapes.some((_, other) => !taken().has(other) && part(other, 'payments') > 0.7),
    )
    find('at', (column) => (part(column, 'dates') > 0.6 ? part(column, 'dates') : part(column, 'epochs') > 0.9 ? 0.5 : 0))
    if (mapping.at !== undefined && mapping.time === undefined && !hasHours(sample, mapping.at))
      find('time', (column) => (part(column, 'times') > 0.8 ? 1 : 0))
    find('currency', (column) => (part(column, 'currencies') > 0.9 ? 1 : 0))
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
  if (has('slot')) find('slot', (column) => (part(column, 'slots') > 0.9 ? 1 : 0))
  if (kind === 'SALES') {
    find('type', (column) => (part(column, 'payments') > 0.7 ? part(column, 'payments') : 0))
    otherAmounts = chooseAmount({ mapping, byContent, shapes, sample, heads, part, isFilled })
  }
  return { mapping, byContent, otherAmounts }
}

/** Whether days of a column have a time of day. */
const hasHours = (sample: readonly FileRow[], column: number) =>
  sample.some(({ cells }) => {
    const read = dateIn(cells[column], 'DAY_FIRST') ?? dateIn(cells[column], 'MONTH_FIRST')
    return read?.hasTime && read.wall % 86_400_000 !== 0
  })

type Choosing = Omit<Seen, 'withMachines'> & {
  mapping: Record<string, number>
  byContent: string[]
  part(column: number, of: 'numbers' | 'dates' | 'times'): number
  isFilled(column: number): boolean
}

/** Which column is what was paid: with tax before without it, and the sum of others before its parts. Gives the heads of others that may be meant. */
function chooseAmount({ mapping, byContent, shapes, sample, heads, part, isFilled }: Choosing): string[] {
  const head = (column: number) => heads[column] ?? ''
  const isMoney = (column: number) =>
    isFilled(column) && part(column, 'numbers') > 0.8 && part(column, 'dates') < 0.2 && part(column, 'times') < 0.5
  const named = mapping.amount
  if (named !== undefined) {
    const plain = plainHead(head(named))
    // One name over several columns: the one with tax is meant.
    const others = shapes
      .map((_, column) => column)
      .filter((column) => column !== named && isMoney(column) && plainHead(head(column)) === plain)
    const gross =
      taxOfHead(head(named)) === 'NET'
        ? shapes.findIndex(
            (_, column) =>
              column !== named && isMoney(column) && taxOfHead(head(column)) === 'GROSS' && !isNoAmount(plainHead(head(column))),
          )
        : -1
    const better =
      gross >= 0
        ? gross
        : others.find(
            (column) => taxOfHead(head(column)) === 'GROSS' || (taxOfHead(head(named)) === 'NET' && taxOfHead(head(column)) === null),
          )
    if (better !== undefined) {
      mapping.amount = better
      for (const field of Object.keys(mapping)) if (field !== 'amount' && mapping[field] === better) delete mapping[field]
      return []
    }
    return others.filter((column) => taxOfHead(head(column)) === null && differs(sample, named, column)).map((column) => head(column))
  }
  if (mapping.price !== undefined) return []
  const taken = new Set(Object.values(mapping))
  const candidates = shapes
    .map((_, column) => column)
    .filter((column) => !taken.has(column) && isMoney(column) && (shapes[column]?.most ?? 0) <= 1e6 && !isNoAmount(plainHead(head(column))))
  const numeric = numbersOf(
    sample,
    shapes.map((_, column) => column).filter((column) => isMoney(column)),
  )
  const weights = new Map(
    candidates.map((column) => {
      const shape = shapes[column]
      const tax = taxOfHead(head(column))
      const ofParts = isSumOfOthers(numeric, column) ? 2 : 0
      const ofTax = tax === 'GROSS' ? 1 : tax === 'NET' ? -1 : 0
      return [column, ofParts + ofTax + (shape ? shape.decimals / Math.max(1, shape.filled) : 0)]
    }),
  )
  const weight = (column: number) => weights.get(column) ?? 0
  const best = candidates.toSorted((a, b) => weight(b) - weight(a) || a - b)[0]
  if (best === undefined) return []
  mapping.amount = best
  byContent.push('amount')
  return candidates
    .filter((column) => column !== best && weight(column) > weight(best) - 1 && differs(sample, best, column))
    .map((column) => head(column) || `${column + 1}`)
}

const differs = (sample: readonly FileRow[], one: number, other: number) =>
  sample.some(({ cells }) => numberIn(cells[one]) !== numberIn(cells[other]))

type Numbers = ReadonlyMap<number, readonly (number | null)[]>

/** The numbers of some columns in the first rows, read once because each column is compared with many others. */
const numbersOf = (sample: readonly FileRow[], columns: readonly number[]): Numbers =>
  new Map(columns.map((column) => [column, sample.slice(0, 50).map(({ cells }) => numberIn(cells[column]))]))

/** Whether a column is the sum of two others in nearly all rows: net and tax. */
function isSumOfOthers(numbers: Numbers, column: number): boolean {
  const sums = numbers.get(column) ?? []
  const others = [...numbers].flatMap(([other, values]) => (other === column ? [] : [values])).slice(0, 12)
  return others.some((one, at) => others.slice(at + 1).some((other) => isSum(sums, one, other)))
}

/** Stops at the first row that is one miss too many, because a file can have hundreds of columns. */
function isSum(sums: readonly (number | null)[], one: readonly (number | null)[], other: readonly (number | null)[]): boolean {
  let hits = 0
  let misses = 0
  for (const [row, sum] of sums.entries()) {
    const [a, b] = [one[row], other[row]]
    if (!sum || !a || !b) continue
    if (Math.abs(sum - a - b) < 0.02) hits++
    else if (++misses > sums.length * 0.1) return false
  }
  return hits > 0 && hits >= (hits + misses) * 0.9
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
