import { type Cell, nameKey, shown } from '#domain/imports/cell.ts'
import { dateIn } from '#domain/imports/dates.ts'
import { dayAbove, isBelowDay, isHourAlone, onDay } from '#domain/imports/day-lines.ts'
import { FIELDS } from '#domain/imports/fields.ts'
import { FigureTotals } from '#domain/imports/figure-totals.ts'
import { isInactive } from '#domain/imports/inactive.ts'
import { machineColumns } from '#domain/imports/machine-columns.ts'
import { lineOfMachine } from '#domain/imports/machine-lines.ts'
import { payoutRows } from '#domain/imports/payout-rows.ts'
import { periodColumn } from '#domain/imports/periods.ts'
import { hasOtherSeparator, isTotalWord, remarkColumns, roleOf } from '#domain/imports/row-role.ts'
import { weekdayIn } from '#domain/imports/weekdays.ts'
import { isCharge, stateNamed } from '#domain/imports/words.ts'
import type { SaleState } from '#domain/imports.ts'
import { echoed, type Problem } from '../../files/read-rows.ts'
import type { Line, Unreadable } from '../../files/read-table.ts'
import { recordsImporter } from './import-records.ts'
import { paymentsImporter, salesImporter } from './import-sales.ts'
import type { ImportSource } from './import-source.ts'
import { knownTo } from './known.ts'
import { linesJoined } from './lines.ts'
import type { Outcome } from './outcome.ts'
import { rowsByPayment } from './payment-rows.ts'
import type { Reading } from './reading.ts'
import { MONEY_FIELDS, otherCurrencyOf } from './row-currency.ts'
import { type Importer, ImportRun, type ReadRow } from './taking.ts'
import { machineNamed } from './understand.ts'

/** Rows per step, because on the embedded database a statement blocks the whole process. */
export const ROWS_AT_ONCE = 250
/** Sales per step on PostgreSQL while the process serves no requests. The daily totals of a step are written once. */
const SALES_AT_ONCE = 1_000

/** Limit for machines, products or slots in one file, because created records are stored for the undo. */
const MAX_RECORDS = 50_000

/** Processes the rows of a file: counts new, known and invalid rows, and writes them if requested. */
export async function importFile(brought: ImportSource, reading: Reading, { write }: { write: boolean }): Promise<Outcome | Unreadable> {
  const { kind, company, inDb, pace } = brought
  const lines = linesJoined(kind, brought.lines)
  const begun = brought.begun ? { kind, created: brought.begun } : null
  const known = await inDb((db) => knownTo(db, company, begun))
  const taking = new ImportRun(brought, reading, { ...known, byParts: reading.machineParts }, write)
  const isSettlement = reading.understanding.holds === 'SETTLEMENT'
  const take: Importer = kind !== 'SALES' ? recordsImporter(taking) : isSettlement ? paymentsImporter(taking) : salesImporter(taking)
  const hasLargeSteps = kind === 'SALES' && brought.database === 'postgresql'
  const atOnce = () => (hasLargeSteps && !pace.isShared() ? SALES_AT_ONCE : ROWS_AT_ONCE)
  const rowsOf = rowReader(taking)
  const hasTooMany = () => kind !== 'SALES' && taking.outcome.rows > MAX_RECORDS

  let held: Line[] = []
  let writing: Promise<void> = Promise.resolve()
  const takeHeld = async () => {
    const batch = held
    held = []
    const write = await take(await rowsOf(batch))
    await writing
    await pace.pause()
    writing = write()
    // Errors are handled where the promise is awaited: before the next step, or at the end.
    writing.catch(() => {})
  }
  try {
    const unreadable = await lines(async (batch) => {
      held.push(...batch)
      if (held.length >= atOnce()) await takeHeld()
      return !hasTooMany()
    })
    if (unreadable) return unreadable
    if (hasTooMany()) return { unreadable: 'TOO_MANY_RECORDS' }
    await takeHeld()
    await writing
    return taking.finished()
  } finally {
    // Ensures that nothing is written after this, whatever the result.
    await writing.catch(() => {})
  }
}

/** Parses the rows of a batch of lines. Lines that are not records are counted, invalid rows are rejected. */
export function rowReader(taking: ImportRun): (batch: readonly Line[]) => Promise<ReadRow[]> {
  const { brought, reading, known, outcome } = taking
  const { kind, choices } = brought
  const { headerNumber, understanding } = reading
  const { mapping, heads, holds } = understanding
  const fields = FIELDS[kind]
  const machineNames = new Set(known.machines.keys())
  const lastField = Object.entries(mapping).toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'amount'
  const isPayout = payoutRows(heads)
  const remarks = remarkColumns(mapping, heads)
  const inLines = reading.machineLines !== null
  let machineAbove = reading.machineLines?.first ?? null
  /** Sales below a line that names a machine belong to that machine. If the name is unknown, each of them is reported. */
  const isMachineLine = (line: Line): boolean => {
    const named = lineOfMachine(kind, line.cells, machineNames)
    // The name of a sheet is sure; a title below it is none.
    if (!named || (choices.allSheets && !named.isSure)) return false
    machineAbove = named.name
    taking.note('MACHINE_LINES')
    return true
  }
  /** Rows below a line such as "Refunds" are what it says. */
  let section: SaleState = 'SOLD'
  let dateBefore: Cell = null
  const figures = new FigureTotals(kind, mapping, reading.ways.mark)
  /** Below headings of other columns, nothing is read until the headings of the table are repeated. */
  let isElsewhere = false
  /** Whether the product of a row is a charge on the payment, and no product of the company has its name. */
  const isChargeRow = ({ cells }: Line): boolean => {
    const product = mapping.product === undefined ? '' : shown(cells[mapping.product])
    return isCharge(product) && !known.products.has(nameKey(product))
  }
  /** Whether a line is a record. Counts other lines by kind. */
  const isRecord = (line: Line): boolean => {
    if (headerNumber !== null && line.number <= headerNumber) return false
    const role = roleOf(line.cells, kind, mapping, heads)
    if (role === 'HEADS' || role === 'OTHER_HEADS') isElsewhere = role === 'OTHER_HEADS'
    if (role === 'DAY') dateBefore = dayAbove(line.cells)
    if (role === 'GROUP' && hasOtherSeparator(line.cells, mapping, heads)) {
      taking.refuse(line, [{ row: line.number, field: lastField, code: 'OTHER_SEPARATOR', value: echoed(line.cells.find(Boolean)) }])
      return false
    }
    if (role === 'GROUP' && kind === 'SALES') section = sectionOf(line.cells)
    if (isElsewhere && role === 'DATA') {
      taking.refuse(line, [{ row: line.number, field: lastField, code: 'OTHER_HEADS', value: echoed(line.cells.find(Boolean)) }])
      return false
    }
    if (role === 'DATA' ? inLines && isMachineLine(line) : inLines && role === 'GROUP' && isMachineLine(line)) return false
    if (role === 'TOTAL') figures.end()
    if (role !== 'DATA') {
      taking.note(role === 'TOTAL' ? 'TOTALS' : role === 'GROUP' || role === 'DAY' ? 'GROUPS' : 'REPEATED_HEADS')
      return false
    }
    if (figures.isTotal(line.cells)) {
      taking.note('TOTALS')
      return false
    }
    if (reading.isHeld) {
      taking.note('SUMS')
      return false
    }
    if ((kind === 'PRODUCTS' || kind === 'MACHINES') && mapping.status !== undefined) {
      const isOut = isInactive(shown(line.cells[mapping.status]), heads[mapping.status] ?? '')
      if (isOut) taking.note('INACTIVE')
      return !isOut
    }
    if (kind !== 'SALES') return true
    if (holds === 'SETTLEMENT') {
      const isPayment = !isPayout(line.cells)
      const isFailed = isPayment && reading.stateOf(line.cells) === 'CANCELLED'
      if (!isPayment || isFailed) taking.note(isFailed ? 'CANCELLED' : 'PAYOUTS')
      return isPayment && !isFailed
    }
    if (choices.withoutTotals && remarks.some((column) => isTotalWord(line.cells[column]))) {
      taking.note('TOTALS')
      return false
    }
    const own = holds === 'CANCELLED' ? 'CANCELLED' : isChargeRow(line) ? 'NO_SALE' : reading.stateOf(line.cells)
    const state = own === 'SOLD' ? section : own
    if (state === 'SOLD') return true
    taking.note(state === 'REFUND' ? 'REFUNDS' : state === 'TEST' ? 'TESTS' : state === 'NO_SALE' ? 'NO_SALES' : state)
    return false
  }
  const otherCurrency = otherCurrencyOf(understanding, brought.ways.currency)
  const moneyField = MONEY_FIELDS.find((field) => mapping[field] !== undefined) ?? 'amount'
  const period = mapping.at === undefined ? periodColumn(heads) : -1
  /** A file with a week, a month or weekdays instead of days has no date to map, so that the reason names them. */
  const dayMissing = (problem: Problem, { cells }: Line): Problem => {
    if (problem.code === 'NOT_A_TIME' && weekdayIn(problem.value) !== null) return { ...problem, code: 'NO_DAY' }
    const value = problem.code === 'MISSING' ? echoed(cells[period]) : ''
    return value === '' ? problem : { ...problem, code: 'NO_DAY', value }
  }
  const problemsOf = (line: Line, hasPrice: boolean, found: readonly Problem[]): Problem[] => {
    const problems = [...found]
    if (reading.mostCells !== null && line.cells.length > reading.mostCells)
      problems.push({ row: line.number, field: lastField, code: 'TOO_MANY_CELLS', value: echoed(line.cells.at(-1)) })
    const other = choices.ownCurrency ? null : otherCurrency(line)
    if (other !== null) problems.push({ row: line.number, field: moneyField, code: 'OTHER_CURRENCY', value: other })
    if (kind !== 'SALES') return problems
    // A price alone is an amount, and a settlement needs no machine.
    return problems
      .filter(({ field, code }) => code !== 'MISSING' || (holds !== 'SETTLEMENT' && !(field === 'amount' && hasPrice)))
      .map((problem) => (problem.field === 'at' ? dayMissing(problem, line) : problem))
  }

  let machineBefore: Cell = null
  const withMachine = (cells: Cell[]): Cell[] => {
    const column = mapping.machine
    if (!reading.isMachineWrittenOnce || column === undefined) return cells
    if (shown(cells[column]) !== '') machineBefore = cells[column] ?? null
    return Array.from({ length: Math.max(cells.length, column + 1) }, (_, at) => (at === column ? machineBefore : (cells[at] ?? null)))
  }
  const columns = machineColumns(mapping, heads)
  const isMachine = (cell: Cell | undefined) => {
    const found = shown(cell) === '' ? undefined : machineNamed({ ...known, byParts: null }, shown(cell))
    return found !== undefined && found !== 'two'
  }
  /** Puts the machine of the column that decides into the mapped one. */
  const withDecided = (cells: Cell[]): Cell[] => {
    if (columns === null || mapping.machine === undefined) return cells
    const decides = isMachine(cells[columns.first]) ? columns.first : isMachine(cells[columns.second]) ? columns.second : mapping.machine
    return decides === mapping.machine ? cells : cells.with(mapping.machine, cells[decides] ?? null)
  }
  const { order = 'DAY_FIRST', habits } = reading.ways
  const withDate = (cells: Cell[]): Cell[] => {
    const column = mapping.at
    if (!reading.isDateAbove || column === undefined) return cells
    const cell = cells[column] ?? null
    if (shown(cell) !== '' && !isHourAlone(cell)) {
      dateBefore = cell
      return cells
    }
    if (!isBelowDay(cells, mapping)) return cells
    const day = shown(cell) === '' ? null : dateIn(dateBefore, order, habits)
    const given = day ? onDay(day.wall, cell) : dateBefore
    return Array.from({ length: Math.max(cells.length, column + 1) }, (_, at) => (at === column ? given : (cells[at] ?? null)))
  }
  const readLine = (line: Line) => {
    const fixed = inLines && machineAbove !== null ? { ...reading.ways.fixed, machine: machineAbove } : reading.ways.fixed
    const given = { ...line, cells: withDate(withDecided(withMachine(line.cells))) }
    return rowsByPayment(given, { fields, reading, ways: { ...reading.ways, fixed } })
  }

  return async (batch) => {
    const rows: ReadRow[] = []
    for (const line of batch) {
      // Awaiting a resolved value costs as much as reading a cell.
      const next = brought.pace.turn()
      if (next) await next
      if (!isRecord(line)) continue
      outcome.rows++
      const read = readLine(line)
      const problems = read.flatMap(({ row, problems }) => problemsOf(line, row.values.price !== null, problems))
      if (problems.length > 0) taking.refuse(line, problems)
      else for (const { row } of read) rows.push({ row, line })
    }
    return rows
  }
}

/** The state in a line of at most three words above its rows. */
function sectionOf(cells: readonly Cell[]): SaleState {
  const texts = cells.map(shown).filter((text) => text !== '')
  return (texts.length === 1 && (texts[0] ?? '').split(/\s+/).length <= 3 && stateNamed(texts[0] ?? '')) || 'SOLD'
}
