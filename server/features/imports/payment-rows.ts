import { shown } from '#domain/imports/cell.ts'
import type { Field } from '#domain/imports/heads.ts'
import { addUp, type PaidPart, paidParts, piecesPaid, unreadableTender } from '#domain/imports/tenders.ts'
import { echoed, type Problem, type ReadingWays, type Row, readRow } from '../../files/read-rows.ts'
import type { Line } from '../../files/read-table.ts'
import type { Reading } from './reading.ts'

/** More than the products of one payment. */
const PARTS_OF_AMOUNT = 1_000

type ReadLine = { row: Row; problems: Problem[] }

/** Reads a line as one row, or as one row for each means of payment that has an amount in it. */
export function rowsByPayment(
  line: Line,
  { fields, reading, ways }: { fields: readonly Field[]; reading: Reading; ways: ReadingWays },
): ReadLine[] {
  const { mapping, heads, tenders, paidBy } = reading.understanding
  const isSplit = tenders.length > 0
  const columns = isSplit ? tenders : paidBy
  const unreadable = unreadableTender(line.cells, columns, ways.mark)
  if (unreadable !== undefined && isSplit) return [readRow(line, fields, { ...mapping, amount: unreadable }, ways)]
  const read = readRow(line, fields, mapping, ways)
  const refused = (field: string, code: Problem['code'], value: string) => [
    { ...read, problems: [...read.problems, { row: line.number, field, code, value: echoed(value) }] },
  ]
  if (unreadable !== undefined) return refused('type', 'UNKNOWN_WORD', shown(line.cells[unreadable]))
  const parts = paidParts(line.cells, columns, ways.mark)
  const { quantity, amount } = read.row.values
  const isRefused = !isSplit && (read.problems.length > 0 || typeof amount !== 'number')
  if (parts.length === 0 || isRefused) return [read]
  if (!isSplit && parts.length === 1)
    return [{ ...read, row: { ...read.row, values: { ...read.row.values, type: parts[0]?.type ?? null } } }]
  const count = typeof quantity === 'number' ? quantity : null
  const pieces = parts.length === 1 || count === null ? [] : piecesPaid(parts, count)
  if (pieces === null || (!isSplit && !addUp(parts, Number(amount), count ?? 1))) {
    const paid = parts.flatMap(({ columns }) => columns).map((column) => `${heads[column]} ${shown(line.cells[column])}`)
    return refused('quantity', 'MIXED_PAYMENT', paid.join(', '))
  }
  return parts.map((part, index) => rowOfPart(part, { index, pieces: pieces[index] ?? null }))

  function rowOfPart(
    { columns: [column, ...others], type, amount }: PaidPart,
    { index, pieces }: { index: number; pieces: number | null },
  ) {
    const cells = [...line.cells]
    if (pieces !== null && reading.unitPrice) cells[column] = amount / pieces
    else if (others.length > 0) cells[column] = amount
    if (pieces !== null && mapping.quantity !== undefined) cells[mapping.quantity] = pieces
    const { type: _, ...fieldColumns } = mapping
    const own = { ...ways, fixed: { ...ways.fixed, type } }
    const { row, problems } = readRow({ ...line, cells }, fields, { ...fieldColumns, amount: column }, own)
    return { row: { ...row, firstPart: index * PARTS_OF_AMOUNT }, problems }
  }
}
