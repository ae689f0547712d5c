import { noAmounts, seeAmount } from '#domain/imports/amounts.ts'
import { type Cell, nameKey, shown } from '#domain/imports/cell.ts'
import { machineInParts, type PartsRead, withoutCode } from '#domain/imports/column-shapes.ts'
import { noDates, seeDate } from '#domain/imports/date-column.ts'
import { dayAbove, isBelowDay, isHourAlone } from '#domain/imports/day-lines.ts'
import { FigureTotals } from '#domain/imports/figure-totals.ts'
import { isWholeHour } from '#domain/imports/hours.ts'
import { MachineColumns } from '#domain/imports/machine-columns.ts'
import { lineOfMachine, machineLine, readsMachineLines } from '#domain/imports/machine-lines.ts'
import { noNumbers, numberIn, seeNumber } from '#domain/imports/numbers.ts'
import { basketIn, listIn, productsIn } from '#domain/imports/product-text.ts'
import type { Understanding } from '#domain/imports/recognise.ts'
import { isTotalWord, remarkColumns, roleOf } from '#domain/imports/row-role.ts'
import { StateColumns } from '#domain/imports/states.ts'
import { paidParts } from '#domain/imports/tenders.ts'
import { WholeTimes } from '#domain/imports/whole-times.ts'
import { zoneInText } from '#domain/imports/zones.ts'
import type { ImportKind } from '#domain/imports.ts'
import type { Line } from '../../files/read-table.ts'
import { isMoney } from './row-currency.ts'
import { type KnownBefore, SeenNames } from './seen-names.ts'
import { SeenRecords } from './seen-records.ts'

/** Maximum number of named products. */
const MAX_SHARED = 5
/** Maximum number of rows that are named for a doubt. */
const MAX_NAMED_ROWS = 5

/** Whether signs of credit and debit behind amounts are explained by the user. */
export const hasSigns = (kind: ImportKind, { holds, tenders }: Understanding): boolean =>
  kind === 'SALES' && holds !== 'SETTLEMENT' && tenders.length === 0

/** Properties detected from all rows of a file. */
export class Seen {
  readonly #kind: ImportKind
  readonly #known: KnownBefore
  readonly understanding: Understanding
  readonly dates = noDates()
  readonly numbers = noNumbers()
  readonly amounts = noAmounts()
  readonly states: StateColumns
  readonly #remarks: readonly number[]
  readonly #figures: FigureTotals
  /** The numbers of totals without a word. */
  readonly #totals = new Set<number>()
  /** The numbers of the first rows of each kind. */
  readonly rows = {
    repeated: [] as number[],
    totalWords: [] as number[],
    blankDate: [] as number[],
    blankMachine: [] as number[],
    wide: [] as number[],
    baskets: [] as number[],
  }
  readonly headerNumber: number | null
  /** Number of headers. */
  readonly width: number
  readonly firstMachine: string | null
  hasMachineLines = false
  #machine = { last: '', blank: 0, named: 0, repeated: 0, isFirstNamed: false }
  #hasWholeMachines = false
  /** The first cells of which only a part names a machine, by how cells are then read. */
  readonly #partlyNamed: Record<PartsRead, string | null> = { ALL: null, NUMBERED: null }
  repeated = 0
  /** Names of products that several products have. */
  readonly sharedProducts = new Set<string>()
  /** The first cell that lists several products with their numbers and without their prices. */
  basket: string | null = null
  /** Rows with a word for a total that are read as sales. */
  totalWords = 0
  readonly records: SeenRecords
  readonly names: SeenNames
  readonly machineColumns: MachineColumns
  /** Lines above or between the rows that name a time zone. */
  zoneText: string | null = null
  /** Rows below headings of other columns, from one line until before another. */
  readonly #otherTables: { from: number; until: number }[] = []
  /** Times of day in a column of their own are hours without minutes. */
  hasWholeHours = false
  readonly times = new WholeTimes()
  readonly #day = { above: 0, last: '', blank: 0, named: 0, repeated: 0, isFirstNamed: false }
  #wide = 0
  #data = 0
  #payment = { id: '', amount: 0, sum: 0, lines: 0 }
  #sums = { fit: 0, misfit: 0 }

  constructor(kind: ImportKind, understanding: Understanding, beginning: readonly Line[], known: KnownBefore) {
    this.#kind = kind
    this.#known = known
    this.understanding = understanding
    const { header, heads, mapping } = understanding
    this.headerNumber = header === null ? null : (beginning[header]?.number ?? null)
    this.width = heads.findLastIndex((head) => head !== '') + 1
    this.states = new StateColumns(heads, mapping, { hasSigns: hasSigns(kind, understanding) })
    for (const { cells } of beginning.slice(0, Math.max(0, header ?? 0))) this.#seeZone(cells)
    this.#remarks = remarkColumns(mapping, heads)
    this.#figures = new FigureTotals(kind, mapping)
    this.machineColumns = new MachineColumns(mapping, heads, known.machines)
    this.records = new SeenRecords(kind, understanding)
    this.names = new SeenNames(mapping, known)
    const above = kind === 'SALES' && mapping.machine === undefined ? beginning.slice(0, Math.max(0, header ?? 0)) : []
    const named = above.map(({ cells }) => machineLine(cells, known.machines)).findLast((line) => line?.isSure)
    this.firstMachine = named?.name ?? null
    this.hasMachineLines = this.firstMachine !== null
  }

  isData(line: Line): boolean {
    const { number } = line
    const isBelow = this.headerNumber === null || number > this.headerNumber
    if (!isBelow || this.#totals.has(number)) return false
    return !this.#otherTables.some(({ from, until }) => number >= from && number < until) && this.#roleOf(line) === 'DATA'
  }

  #roleOf({ cells }: Line) {
    return roleOf(cells, this.#kind, this.understanding.mapping, this.understanding.heads)
  }

  #seeZone(cells: readonly Cell[]): void {
    for (const cell of cells) if (this.zoneText === null && typeof cell === 'string' && zoneInText(cell) !== null) this.zoneText = cell
  }

  see(line: Line): void {
    const { mapping } = this.understanding
    const { cells } = line
    if (this.headerNumber !== null && line.number <= this.headerNumber) return
    if (readsMachineLines(this.#kind) && mapping.machine === undefined && !this.hasMachineLines)
      this.hasMachineLines = lineOfMachine(this.#kind, cells, this.#known.machines)?.isSure === true
    const role = this.#roleOf(line)
    const table = this.#otherTables.at(-1)
    if (role === 'HEADS' && table) table.until = Math.min(table.until, line.number)
    if (role === 'OTHER_HEADS') this.#otherTables.push({ from: line.number, until: Number.POSITIVE_INFINITY })
    if (role === 'GROUP') this.#seeZone(cells)
    if (role === 'DAY') {
      this.#day.above++
      seeDate(this.dates, dayAbove(cells))
    }
    const isElsewhere = this.#otherTables.at(-1)?.until === Number.POSITIVE_INFINITY
    if (role === 'TOTAL') this.#figures.end()
    if (role !== 'DATA' || isElsewhere) return
    if (this.#figures.isTotal(cells)) {
      this.#totals.add(line.number)
      return
    }
    this.#data++
    this.names.see(line)
    if (this.#kind === 'SALES' && this.#remarks.some((column) => isTotalWord(cells[column]))) {
      this.totalWords++
      this.#note('totalWords', line)
    }
    if (cells.length > this.width) {
      this.#wide++
      this.#note('wide', line)
    }
    if (mapping.at !== undefined) this.#seeDate(cells[mapping.at] ?? null, line)
    const time = mapping.time === undefined ? null : (cells[mapping.time] ?? null)
    if (shown(time) !== '') {
      if (isWholeHour(time)) this.hasWholeHours = true
      else this.dates.hasTime = true
      this.times.see(time)
      this.dates.hasSeconds ||= /\d:\d\d:\d\d/.test(shown(time))
    }
    for (const field of ['amount', 'price', 'cost', 'fee']) if (mapping[field] !== undefined) seeNumber(this.numbers, cells[mapping[field]])
    for (const { column } of this.understanding.tenders) if (column !== mapping.amount) seeNumber(this.numbers, cells[column])
    this.machineColumns.see(line)
    if (mapping.machine !== undefined) this.#seeMachine(shown(cells[mapping.machine]), line)
    if (mapping.product !== undefined && this.#known.sharedNames.size > 0) this.#seeProduct(shown(cells[mapping.product]))
    if (this.#kind === 'SALES' && mapping.product !== undefined) this.#seeBasket(shown(cells[mapping.product]), line)
    if (this.#kind === 'SALES') this.#seeSale(line, mapping)
    else this.#seeRecord(line, mapping)
  }

  /** The first cell of which only a part names a machine. Beside whole names, only numbers may be the other parts. */
  machineInPart(): { cell: string; read: PartsRead } | null {
    const read = this.#hasWholeMachines ? 'NUMBERED' : 'ALL'
    const cell = this.#partlyNamed[read]
    return cell === null ? null : { cell, read }
  }

  #seeProduct(text: string): void {
    for (const name of productsIn(text)?.map(({ product }) => product) ?? [text])
      if (this.sharedProducts.size < MAX_SHARED && this.#known.sharedNames.has(nameKey(name))) this.sharedProducts.add(name)
  }

  #seeBasket(text: string, line: Line): void {
    const { products } = this.#known
    const isListed =
      (basketIn(text)?.length ?? 0) > 1 || (!products.has(nameKey(text)) && listIn(text, (name) => products.has(nameKey(name))) !== null)
    if (!isListed) return
    this.basket ??= text
    this.#note('baskets', line)
  }

  #seeRecord(line: Line, mapping: Readonly<Record<string, number>>): void {
    const column = mapping.price ?? mapping.cost ?? -1
    const paid = numberIn(line.cells[column] ?? null)
    if (paid !== null) this.#seeAmount(line, column, { amount: paid, price: null, quantity: 1, product: '' })
    this.records.see(line)
  }

  /** Amounts in another currency say nothing about those of the company. */
  #seeAmount(line: Line, column: number, of: { amount: number; price: number | null; quantity: number; product: string }): void {
    if (this.#known.otherCurrency(line) !== null) return
    seeAmount(this.amounts, { ...of, text: shown(line.cells[column]), isInUnits: isMoney(line, column, this.#known.currency) })
  }

  #note(kind: keyof Seen['rows'], { number }: Line): void {
    if (this.rows[kind].length < MAX_NAMED_ROWS) this.rows[kind].push(number)
  }

  #seeDate(cell: Cell, line: Line): void {
    const [day, isAlone] = [this.#day, isHourAlone(cell)]
    const text = isAlone ? '' : shown(cell)
    if (isAlone) this.dates.hasTime = true
    else seeDate(this.dates, cell)
    if (text === '') {
      if (!isBelowDay(line.cells, this.understanding.mapping)) return
      day.blank++
      this.#note('blankDate', line)
    } else {
      if (day.named === 0) day.isFirstNamed = day.blank === 0
      if (day.repeated === 0 && (text === day.last || /\d[:h時时]\d/.test(text))) day.repeated++
      day.named++
      day.last = text
    }
  }

  /** The number of rows without a date in a file that writes each date once: above its rows, or in the first of them. */
  belowTheirDate(): number {
    const { above, blank, named, repeated, isFirstNamed } = this.#day
    return above > 0 || (isFirstNamed && repeated === 0 && blank * 4 >= named + blank) ? blank : 0
  }

  #seeMachine(name: string, line: Line): void {
    if (this.#known.machines.has(nameKey(name)) || this.#known.machines.has(nameKey(withoutCode(name)))) this.#hasWholeMachines = true
    else if (this.#partlyNamed.NUMBERED === null && machineInParts(this.#known.machines, name, 'ALL') !== null) {
      this.#partlyNamed.ALL ??= name
      if (machineInParts(this.#known.machines, name, 'NUMBERED') !== null) this.#partlyNamed.NUMBERED = name
    }
    const seen = this.#machine
    if (name === '') {
      seen.blank++
      this.#note('blankMachine', line)
    } else {
      if (seen.named === 0) seen.isFirstNamed = seen.blank === 0
      if (name === seen.last) seen.repeated++
      seen.named++
    }
    seen.last = name
  }

  /** The number of rows without a machine in a file that writes each machine once, in the first of its rows. */
  belowTheirMachine(): number {
    const { blank, named, repeated, isFirstNamed } = this.#machine
    return isFirstNamed && repeated === 0 && blank * 4 >= named + blank ? blank : 0
  }

  #seeSale(line: Line, mapping: Readonly<Record<string, number>>): void {
    const { cells } = line
    this.states.see(cells)
    const number = (field: string) => (mapping[field] === undefined ? null : numberIn(cells[mapping[field]]))
    const parts = paidParts(cells, this.understanding.tenders)
    const amount = parts.length > 0 ? parts.reduce((sum, part) => sum + part.amount, 0) : number('amount')
    const [price, quantity] = [number('price'), number('quantity') ?? 1]
    const paid = amount ?? price
    if (paid === null) return
    const product = mapping.product === undefined ? '' : shown(cells[mapping.product])
    const column = (amount === null ? mapping.price : (parts[0]?.columns[0] ?? mapping.amount)) ?? -1
    this.#seeAmount(line, column, { amount: paid, price: amount === null ? null : price, quantity, product })
    const id = mapping.id === undefined ? '' : shown(cells[mapping.id])
    const payment = this.#payment
    if (id !== '' && payment.id === id && payment.amount === paid) {
      this.repeated++
      this.#note('repeated', line)
      payment.sum += (price ?? 0) * quantity
      payment.lines++
      return
    }
    this.#endPayment()
    this.#payment = { id, amount: paid, sum: (price ?? 0) * quantity, lines: 1 }
  }

  #endPayment(): void {
    const { amount, sum, lines } = this.#payment
    if (lines < 2) return
    if (Math.abs(amount - sum) < 0.005) this.#sums.fit++
    else this.#sums.misfit++
    this.#payment = { id: '', amount: 0, sum: 0, lines: 0 }
  }

  /** Whether each line of a payment repeats its total while the prices of the lines add up to it. */
  repeatsTotals(): boolean {
    this.#endPayment()
    const { mapping } = this.understanding
    return this.#sums.fit > 0 && this.#sums.misfit === 0 && mapping.amount !== undefined && mapping.price !== undefined
  }

  isMostlyWide(): boolean {
    return this.headerNumber !== null && this.#wide > this.#data / 2
  }
}
