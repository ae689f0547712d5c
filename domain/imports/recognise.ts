import type { ImportKind } from '../imports.ts'
import { chooseAmount } from './amount-column.ts'
import { isInCents } from './amounts.ts'
import { type FileRow, shown } from './cell.ts'
import { type ColumnShape, fitOfNumbers, type KnownNames, shapesOf } from './column-shapes.ts'
import { currencyPairs, pairUp } from './currency-pairs.ts'
import { type DateOrder, dateIn } from './dates.ts'
import { dayAbove } from './day-lines.ts'
import { FIELDS, QUIET_FIELDS } from './fields.ts'
import { headerOf } from './head-row.ts'
import { mappingBy, plainHead } from './heads.ts'
import { isTimeHead } from './hours.ts'
import { layoutOf } from './known-layouts.ts'
import type { LayoutHolds } from './layouts/layout.ts'
import { otherMachineColumn } from './machine-columns.ts'
import { hasHourSpans, hasReadings, isOfPeriods } from './periods.ts'
import { hasPivot, isSideBySide } from './pivots.ts'
import { correctRecords } from './record-columns.ts'
import { isTotalWord } from './row-role.ts'
import { amountsAmong, hasOtherNumbers, showPayments, type Tender, tendersOf } from './tenders.ts'

export type Understanding = {
  /** The index of the header among the given rows; null if the file has none. */
  header: number | null
  heads: string[]
  mapping: Record<string, number>
  /** Fields that were detected by the content of their columns instead of the header. */
  byContent: string[]
  layout: { vendor: string; report: string } | null
  holds: LayoutHolds
  dateOrder: DateOrder | undefined
  /** Amounts are in cents, according to the layout or the header. */
  inMinor: boolean
  /** Other candidates for the amount column. */
  otherAmounts: string[]
  /** Amounts in other currencies that are not read. */
  otherCurrencies: string[]
  /** Each amount has a currency of its own. */
  hasCurrencies: boolean
  /** Columns of amounts for each means of payment, if the amount is in one of them. */
  tenders: readonly Tender[]
  /** Columns beside the amount that show by which means of payment a row was paid. */
  paidBy: readonly Tender[]
}

/** Number of rows by which columns are classified. */
const SAMPLE = 200

/** Determines how a file is read: its header, its columns, and its report. The user's choices take precedence. */
export function understand(
  rows: readonly FileRow[],
  kind: ImportKind,
  {
    known,
    header: chosenHeader,
    mapping: chosen,
    withMachines = true,
    currency = '',
  }: {
    known?: KnownNames
    header?: number | null
    mapping?: Record<string, number>
    withMachines?: boolean
    currency?: string
  } = {},
): Understanding {
  const header = chosenHeader === undefined ? headerOf(rows, kind) : chosenHeader
  const after = rows.slice(header === null ? 0 : header + 1)
  const beginning = after.slice(0, SAMPLE)
  const hasDayLines = kind === 'SALES' && beginning.some(({ cells }) => dayAbove(cells) !== null)
  const sample = kind === 'SALES' ? withoutLines(beginning) : beginning
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length), header === null ? 0 : (rows[header]?.cells.length ?? 0))
  const heads = Array.from({ length: width }, (_, column) => (header === null ? '' : shown(rows[header]?.cells[column])))
  const layout = layoutOf(heads)
  const named = mappingBy(FIELDS[kind], heads)
  const shapes = shapesOf(sample, width, known)
  const means = kind === 'SALES' ? tendersOf(heads, shapes, sample) : []
  const split = amountsAmong(means, sample)
  const { mapping, byContent, otherAmounts } = chosen
    ? { mapping: { ...chosen }, byContent: [], otherAmounts: [] }
    : byShapes(kind, named, { shapes, split, means, sample, heads, withMachines, hasDayLines })
  // Their columns may have words for no value in most rows.
  if (!chosen && mapping.amount === undefined && mapping.price === undefined && split[0]) mapping.amount = split[0].column
  if (mapping.row !== undefined && mapping.slot !== undefined && haveRow(sample, mapping.row, mapping.slot)) delete mapping.row
  const pairs = kind === 'SALES' ? currencyPairs(heads, shapes, { sample, own: currency, amount: mapping.amount }) : []
  if (pairs.length > 0) pairUp(mapping, pairs, chosen === undefined)
  const isTurned = (kind === 'SALES' || kind === 'PLANOGRAMS') && hasPivot(rows.slice(header ?? 0), shapes, known)
  const isSums = kind === 'SALES' && (isOfPeriods(mapping.at, heads, sample) || hasHourSpans(sample, heads) || hasReadings(sample, heads))
  const isDouble = kind === 'SALES' && !layout && isSideBySide(heads, shapes, mapping)
  const isSplit = split.some(({ column }) => column === mapping.amount)
  const holds = isTurned
    ? 'PIVOT'
    : isDouble
      ? 'SIDE_BY_SIDE'
      : (layout?.holds ?? (isSettlement(kind, mapping, { withMachines, heads }) ? 'SETTLEMENT' : isSums ? 'AGGREGATE' : kind))
  return {
    header,
    heads,
    mapping,
    byContent,
    layout: layout && { vendor: layout.vendor, report: layout.report },
    holds,
    dateOrder: layout?.dateOrder,
    inMinor: layout?.inMinor === true || isInCents(heads[mapping.amount ?? mapping.price ?? mapping.cost ?? -1] ?? ''),
    otherAmounts: isDouble ? [] : otherAmounts,
    otherCurrencies: pairs.flatMap(({ amount, currency }) => (amount === mapping.amount ? [] : [`${heads[amount]} (${heads[currency]})`])),
    hasCurrencies: pairs.length > 0,
    tenders: isSplit ? split : [],
    paidBy: !isSplit && holds === 'SALES' && mapping.type === undefined && showPayments(means, sample, mapping) ? means : [],
  }
}

/** Rows without the lines and totals between them, which would hide what a column contains. */
function withoutLines(rows: readonly FileRow[]): readonly FileRow[] {
  const others = rows.filter(({ cells }) => cells.filter((cell) => shown(cell) !== '').length > 1 && !cells.some(isTotalWord))
  return others.length * 4 >= rows.length ? others : rows
}

/** Headers that name a payee rather than a machine. */
const PAYEE = /^(terminal|tid|merchant|mid|point of sale|pos|outlet|store|shop|location id)\b/

/** Headers of dates that are not those of the sale. */
const OTHER_DATE =
  /\b(?:payout|paid out|settled|settlement|batch|value date|booking|posted|posting|deposit|due|expiry|export|printed|updated|modified|funding|auszahlung|wertstellung|buchung|valuta|rozliczenia|wyplaty|liquidacion|versement|accredito)/

/** Headers of slots that are numbered within their row. */
const COLUMN_OF_ROW = /^(?:column|col|kolumna|spalte|columna|coluna|colonne|colonna|kolumn|kolom|sloupec|列|колонка)$/

/** Headers of payment references, which can look like a slot. */
const REFERENCE =
  /\b(?:id|rrn|ref|reference|auth|payment|transaction|card|machine|label|terminal|device|store|shop|room|asset|order|invoice|receipt|no|nr|number|numer|nummer|bestellnr|belegnr|rechnungsnr|ordernr)\b|referen|riferim|beleg|bonnummer|kvitt|paragon|recibo|ricevuta|recu|ticket|referans|odkaz|viite|номер|чек|番号|编号/u

/** Payments with fees and without machine or product: they belong to existing sales. */
function isSettlement(
  kind: ImportKind,
  mapping: Readonly<Record<string, number>>,
  { withMachines, heads }: { withMachines: boolean; heads: readonly string[] },
): boolean {
  const { id, fee, net, machine, product, slot } = mapping
  if (kind !== 'SALES' || product !== undefined || (id === undefined && !withMachines)) return false
  if (machine === undefined) return fee !== undefined || net !== undefined
  return fee !== undefined && net !== undefined && slot === undefined && PAYEE.test(plainHead(heads[machine] ?? ''))
}

type Seen = {
  shapes: readonly ColumnShape[]
  split: readonly Tender[]
  /** Columns of amounts or marks for each means of payment. */
  means: readonly Tender[]
  sample: readonly FileRow[]
  heads: readonly string[]
  withMachines: boolean
  /** Dates are on lines of their own above their sales. */
  hasDayLines: boolean
}

/** Corrects the mapping by the content of columns if headers are missing or wrong. */
function byShapes(
  kind: ImportKind,
  named: Record<string, number>,
  { shapes, split, means, sample, heads, withMachines, hasDayLines }: Seen,
) {
  const rows = sample.length
  const mapping = { ...named }
  const byContent: string[] = []
  let otherAmounts: string[] = []
  const taken = () => new Set(Object.values(mapping))
  const part = (column: number, of: Exclude<keyof ColumnShape, 'filled' | 'distinct' | 'most'>) => {
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
  const release = (column: number) => {
    for (const field of Object.keys(mapping)) if (mapping[field] === column) delete mapping[field]
  }
  const has = (field: string) => FIELDS[kind].some(({ name }) => name === field)
  const drop = (field: string, isWrong: (column: number) => boolean) => {
    const column = mapping[field]
    if (column !== undefined && rows > 0 && (shapes[column]?.filled ?? 0) > 0 && isWrong(column)) delete mapping[field]
  }

  if (kind === 'SALES') {
    const timed = hasDayLines && !shapes.some((_, column) => part(column, 'dates') > 0.6)
    const times = timed ? shapes.findIndex((_, column) => part(column, 'times') > 0.8 && isFilled(column)) : -1
    if (times >= 0) {
      release(times)
      mapping.at = times
      delete mapping.time
    }
    // A column of times next to a column of days, or the only column of times.
    drop('at', (column) => column !== times && part(column, 'dates') < 0.3 && part(column, 'numbers') < 0.5 && part(column, 'epochs') < 0.5)
    const isPartOfDay = mapping.at !== undefined && part(mapping.at, 'numbers') > 0.9 && (shapes[mapping.at]?.most ?? 1) < 1
    drop('at', (column) => column !== times && isPartOfDay)
    const isTimeless = (column: number) => part(column, 'times') < 0.3 && part(column, 'hours') < 0.9
    drop('time', (column) => isTimeless(column) && part(column, 'dates') < 0.3)
    if (mapping.at === undefined && mapping.time !== undefined && part(mapping.time, 'dates') > 0.5) {
      mapping.at = mapping.time
      delete mapping.time
    }
    drop('time', isTimeless)
    for (const field of ['amount', 'price', 'quantity', 'fee', 'net']) drop(field, (column) => part(column, 'numbers') < 0.3)
    // Columns such as "Art" name products or means of payment.
    drop('product', (column) => part(column, 'payments') > 0.7 && part(column, 'products') === 0)
    drop(
      'type',
      (column) => part(column, 'payments') < 0.1 && shapes.some((_, other) => !taken().has(other) && part(other, 'payments') > 0.7),
    )
    // The time of a sale is preferred to a day, and to the date of its settlement.
    const weightOfDate = (column: number) => (OTHER_DATE.test(plainHead(heads[column] ?? '')) ? 0.1 : hasHours(sample, column) ? 1 : 0.5)
    find('at', (column) =>
      part(column, 'dates') > 0.6 ? part(column, 'dates') * weightOfDate(column) : fitOfNumbers(shapes[column], isPartOfDay),
    )
    // Without any dates, the column with the name of one shows what is wrong.
    if (mapping.at === undefined && named.at !== undefined && !taken().has(named.at)) mapping.at = named.at
    if (mapping.at !== undefined && mapping.at !== times && mapping.time === undefined && !hasHours(sample, mapping.at))
      find('time', (column) =>
        part(column, 'times') > 0.8 ? 1 : part(column, 'hours') > 0.9 && isTimeHead(plainHead(heads[column] ?? '')) ? 0.5 : 0,
      )
    drop('half', (column) => part(column, 'halves') < 0.9)
    find('half', (column) => (part(column, 'halves') > 0.9 ? 1 : 0))
    find('currency', (column) => (part(column, 'currencies') > 0.9 ? 1 : 0))
  } else correctRecords(kind, { mapping, byContent, heads, sample, part, find, drop })
  if (has('product'))
    find('product', (column) => (part(column, 'productText') > 0.5 ? 1 : part(column, 'products') > 0.4 ? part(column, 'products') : 0))
  if (has('machine') && withMachines) {
    find('machine', (column) => (part(column, 'machines') > 0.4 ? part(column, 'machines') : 0))
    const named = mapping.machine
    // Several columns may contain the machine: select the one with known names.
    const better = shapes
      .map((_, column) => column)
      .find((column) => part(column, 'machines') > 0.5 && (named === undefined || part(named, 'machines') < 0.1) && !taken().has(column))
    if (better !== undefined) mapping.machine = better
  }
  if (has('slot')) {
    // A row alone numbers the lines of many files, such as those with refused rows.
    const { row, slot = -1 } = mapping
    if (row !== undefined && !needRow(sample, mapping) && (row > slot || !COLUMN_OF_ROW.test(plainHead(heads[slot] ?? ''))))
      delete mapping.row
    find('slot', (column) => (part(column, 'slots') > 0.9 && !REFERENCE.test(plainHead(heads[column] ?? '')) ? 1 : 0))
    // Some reports have two columns without headers: the product, and its slot.
    const after = (mapping.product ?? -1) + 1
    const isUnnamed = after > 0 && heads[after] === '' && heads[after - 1] === '' && heads.some((head) => head !== '')
    find('slot', (column) => (isUnnamed && column === after && part(column, 'selections') > 0.9 ? 1 : 0))
  }
  if (kind === 'SALES') {
    // Numbers of rooms or machines look like codes of payments.
    find('type', (column) => (part(column, 'payments') > 0.7 && part(column, 'selections') < 0.9 ? part(column, 'payments') : 0))
    if (mapping.amount === undefined && mapping.price === undefined) for (const { column } of split) release(column)
    otherAmounts = chooseAmount({ mapping, byContent, shapes, sample, heads, part, isFilled })
    if (split.some(({ column }) => column === mapping.amount)) otherAmounts = []
    // "Card" also names the number of a card.
    const { card, amount } = mapping
    if (card !== undefined && amount !== undefined && means.some(({ column }) => column === card) && !hasOtherNumbers(card, sample, amount))
      delete mapping.card
  }
  if (has('otherMachine') && mapping.machine !== undefined) {
    const other = otherMachineColumn(heads, (column) => part(column, 'machines'), mapping)
    if (other !== undefined) mapping.otherMachine = other
  }
  return { mapping, byContent, otherAmounts }
}

/** Whether all numbers of slots begin with their row, such as A1 in row A. */
function haveRow(sample: readonly FileRow[], row: number, slot: number): boolean {
  const both = sample
    .map(({ cells }) => [shown(cells[row]), shown(cells[slot])] as const)
    .filter(([line, number]) => line !== '' && number !== '')
  return both.every(([line, number]) => number.length > line.length && number.startsWith(line))
}

/** Whether the slots of a machine have equal numbers in different rows, and no number of a slot occurs twice in a row. */
function needRow(
  sample: readonly FileRow[],
  { machine = -1, row = -1, slot = -1, amount, price, product }: Record<string, number>,
): boolean {
  if (slot < 0 || amount !== undefined || (price ?? product) === undefined) return false
  const keysOf = (columns: readonly number[]) =>
    sample.filter(({ cells }) => shown(cells[slot]) !== '').map(({ cells }) => columns.map((column) => shown(cells[column])).join('|'))
  const [alone, within] = [keysOf([machine, slot]), keysOf([machine, row, slot])]
  return new Set(alone).size < alone.length && new Set(within).size === within.length
}

/** Whether the dates of a column have a time of day. */
const hasHours = (sample: readonly FileRow[], column: number) =>
  sample.some(({ cells }) => {
    const read = dateIn(cells[column], 'DAY_FIRST') ?? dateIn(cells[column], 'MONTH_FIRST')
    return read?.hasTime && read.wall % 86_400_000 !== 0
  })

/** Fields that users map to columns. */
export const shownFields = (kind: ImportKind) => FIELDS[kind].filter(({ name }) => !QUIET_FIELDS.has(name))
