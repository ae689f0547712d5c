import { shown } from '#domain/imports/cell.ts'
import { currenciesIn } from '#domain/imports/currencies.ts'
import { FIELDS } from '#domain/imports/fields.ts'
import { machineLine } from '#domain/imports/machine-lines.ts'
import { roleOf } from '#domain/imports/row-role.ts'
import { echoed, type Problem, readRow } from '../../files/read-rows.ts'
import type { Line, Unreadable } from '../../files/read-table.ts'
import { createYield } from '../../yielding.ts'
import { knownTo } from './known.ts'
import type { Outcome } from './outcome.ts'
import type { Brought, Reading } from './reading.ts'
import { recordsTaker } from './take-records.ts'
import { paymentsTaker, salesTaker } from './take-sales.ts'
import { type ReadRow, type Taker, Taking } from './taking.ts'

/** Rows of one step: on the embedded database a statement holds the whole process. */
export const ROWS_AT_ONCE = 250
/** Sales of one step on PostgreSQL, where others go on meanwhile. What a step adds to the days is written once for all of its rows. */
const SALES_AT_ONCE = 1_000

/** More machines, products or slots than one file may bring: what it creates is noted for its undo. */
const MAX_RECORDS = 50_000

/** Goes through the rows of a file: counts what is new, known and wrong in it, and takes it in where that is asked for. */
export async function takeFile(brought: Brought, reading: Reading, { write }: { write: boolean }): Promise<Outcome | Unreadable> {
  const { kind, company, lines, inDb } = brought
  const begun = brought.begun ? { kind, created: brought.begun } : null
  const taking = new Taking(brought, reading, await inDb((db) => knownTo(db, company, begun)), write)
  const isSettlement = reading.understanding.holds === 'SETTLEMENT'
  const take: Taker = kind !== 'SALES' ? recordsTaker(taking) : isSettlement ? paymentsTaker(taking) : salesTaker(taking)
  const atOnce = kind === 'SALES' && brought.database === 'postgresql' ? SALES_AT_ONCE : ROWS_AT_ONCE
  const rowsOf = rowReader(taking)
  const hasTooMany = () => kind !== 'SALES' && taking.outcome.rows > MAX_RECORDS

  let held: Line[] = []
  let writing: Promise<void> = Promise.resolve()
  const takeHeld = async () => {
    const batch = held
    held = []
    const write = await take(await rowsOf(batch))
    await writing
    writing = write()
    // A failure is met where it is awaited: before the next step, or at the end.
    writing.catch(() => {})
  }
  try {
    const unreadable = await lines(async (batch) => {
      held.push(...batch)
      if (held.length >= atOnce) await takeHeld()
      return !hasTooMany()
    })
    if (unreadable) return unreadable
    if (hasTooMany()) return { unreadable: 'TOO_MANY_RECORDS' }
    await takeHeld()
    await writing
    return taking.finished()
  } finally {
    // Nothing is written after this, however it ends.
    await writing.catch(() => {})
  }
}

/** Reads the rows of a batch of lines. Lines that are no record are noted, and bad rows are refused. */
function rowReader(taking: Taking): (batch: readonly Line[]) => Promise<ReadRow[]> {
  const { brought, reading, known, outcome } = taking
  const { kind, choices } = brought
  const { headerNumber, understanding } = reading
  const { mapping, heads, holds } = understanding
  const fields = FIELDS[kind]
  const turn = createYield()
  const machineNames = new Set(known.machines.keys())
  const lastField = Object.entries(mapping).toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'amount'
  const inLines = reading.machineLines !== null
  let machineAbove = reading.machineLines?.first ?? null
  /** Sales below a line that names a machine are of that machine; an unknown name is asked about at each of them. */
  const isMachineLine = (line: Line): boolean => {
    const named = machineLine(line.cells, machineNames)
    if (!named) return false
    machineAbove = named.name
    taking.note('MACHINE_LINES')
    return true
  }
  /** Whether a line is a record; notes what it is otherwise. */
  const isRecord = (line: Line): boolean => {
    if (headerNumber !== null && line.number <= headerNumber) return false
    const role = roleOf(line.cells, kind, mapping, heads)
    if (role === 'DATA' ? inLines && isMachineLine(line) : inLines && role === 'GROUP' && isMachineLine(line)) return false
    if (role !== 'DATA') {
      taking.note(role === 'TOTAL' ? 'TOTALS' : role === 'GROUP' ? 'GROUPS' : 'REPEATED_HEADS')
      return false
    }
    if (kind !== 'SALES' || holds === 'SETTLEMENT') return true
    const state = holds === 'CANCELLED' ? 'CANCELLED' : reading.stateOf(line.cells)
    if (state === 'SOLD') return true
    taking.note(state === 'REFUND' ? 'REFUNDS' : state === 'TEST' ? 'TESTS' : state)
    return false
  }
  const otherCurrency = currencyCheck(taking)
  const problemsOf = (line: Line, hasPrice: boolean, found: readonly Problem[]): Problem[] => {
    const problems = [...found]
    if (reading.mostCells !== null && line.cells.length > reading.mostCells)
      problems.push({ row: line.number, field: lastField, code: 'TOO_MANY_CELLS', value: echoed(line.cells.at(-1)) })
    if (kind !== 'SALES') return problems
    const other = holds !== 'SETTLEMENT' && !choices.ownCurrency ? otherCurrency(line) : null
    if (other !== null) problems.push({ row: line.number, field: 'amount', code: 'OTHER_CURRENCY', value: other })
    // A price alone is an amount, and a settlement needs no machine.
    return problems.filter(({ field, code }) => code !== 'MISSING' || (holds !== 'SETTLEMENT' && !(field === 'amount' && hasPrice)))
  }

  return async (batch) => {
    const rows: ReadRow[] = []
    for (const line of batch) {
      // To await nothing takes as long as reading a cell.
      const next = turn()
      if (next) await next
      if (!isRecord(line)) continue
      outcome.rows++
      const fixed = inLines && machineAbove !== null ? { ...reading.ways.fixed, machine: machineAbove } : reading.ways.fixed
      const { row, problems: found } = readRow(line, fields, mapping, { ...reading.ways, fixed })
      const problems = problemsOf(line, row.values.price !== null, found)
      if (problems.length > 0) taking.refuse(line, problems)
      else rows.push({ row, line })
    }
    return rows
  }
}

/** Gives the currency of a row where it is not the company's. */
function currencyCheck({ brought, reading }: Taking): (line: Line) => string | null {
  const { mapping } = reading.understanding
  const moneyFields = ['amount', 'price'].flatMap((field) => mapping[field] ?? [])
  const isOther = (currencies: readonly string[] | null) => currencies !== null && !currencies.includes(brought.ways.currency)
  return ({ cells }) => {
    if (isOther(reading.headCurrencies)) return reading.headCurrencies?.join(', ') ?? null
    const said = mapping.currency === undefined ? '' : shown(cells[mapping.currency])
    const texts = [said, ...moneyFields.flatMap((column) => (typeof cells[column] === 'string' ? [cells[column]] : []))]
    return texts.find((text) => text !== '' && isOther(currenciesIn(text))) ?? null
  }
}
