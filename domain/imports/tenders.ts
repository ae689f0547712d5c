import type { TransactionType } from '../sales/transaction.ts'
import { type Cell, type FileRow, shown } from './cell.ts'
import type { ColumnShape } from './column-shapes.ts'
import { plainHead } from './heads.ts'
import { type DecimalMark, debitSignOf, numberIn } from './numbers.ts'
import { isNo, isYes, PAYMENT_WORDS } from './words.ts'

/** A column of one means of payment, with amounts or marks. */
export type Tender = { column: number; type: TransactionType }

/** The part of a row that was paid by one means of payment, and its columns with an amount. */
export type PaidPart = { type: TransactionType; columns: [number, ...number[]]; amount: number }

const MONEY_WORDS =
  /(?:^| )(?:amount|sales?|revenue|turnover|value|total|paid|payments?|umsatz|betrag|einnahmen?|kwota|wartosc|obrot|importe|ventas?|ingresos|valor|vendas?|montant|ventes?|recettes?|importo|vendite|incasso|incassi|bedrag|omzet|belopp|beløp|beløb|summa|tutar|tutari|castka|trzba|сумма|сума|ποσο|売上|金額|额|金额)(?= |$)/gu
/** The same at the end of one word, such as "Kaartbedrag". */
const MONEY_ENDING = /(?<=\p{L}{3})(?:umsatz|betrag|einnahmen?|zahlung(?:en)?|bedrag|betaling(?:en)?|belopp|beløp|beløb|betalning(?:ar)?)$/u

/** The means of payment that a header of amounts names: "Cash", "Card sales", "Umsatz bar". */
function tenderOf(head: string): TransactionType | null {
  const plain = plainHead(head)
  if (/^\d*$/.test(plain)) return null
  const without = plain.replaceAll(MONEY_WORDS, ' ').replaceAll(/ +/g, ' ').trim()
  return PAYMENT_WORDS.get(plain) ?? PAYMENT_WORDS.get(without) ?? PAYMENT_WORDS.get(plain.replace(MONEY_ENDING, '')) ?? null
}

/** The number in a cell of a means of payment; a mark counts as 1. Null for any other text. */
function valueIn(cell: Cell | undefined, mark?: DecimalMark): number | null {
  const text = shown(cell)
  if (text === '' || isNo(text)) return 0
  if (debitSignOf(cell) !== null) return null
  return isYes(text) ? 1 : numberIn(cell, mark)
}

/** The columns of a file that has one column for each means of payment; empty for any other file. */
export function tendersOf(heads: readonly string[], shapes: readonly ColumnShape[], rows: readonly FileRow[]): Tender[] {
  const isReadable = (column: number) => rows.every(({ cells }) => valueIn(cells[column]) !== null)
  const tenders = heads.flatMap((head, column) => {
    const type = tenderOf(head)
    const shape = shapes[column]
    const isFitting = shape !== undefined && shape.filled > 0 && shape.dates === 0 && shape.most < 1e6
    return type !== null && isFitting && isReadable(column) ? [{ column, type }] : []
  })
  return areSeveral(tenders) ? tenders : []
}

/** Those of the columns in which all cells are amounts, or say that there is none. */
export function amountsAmong(tenders: readonly Tender[], rows: readonly FileRow[]): Tender[] {
  const isAmount = (cell: Cell | undefined) => numberIn(cell) !== null || shown(cell) === '' || isNo(shown(cell))
  const hasNumbers = (column: number) => rows.some(({ cells }) => numberIn(cells[column]) !== null)
  const amounts = tenders.filter(({ column }) => hasNumbers(column) && rows.every(({ cells }) => isAmount(cells[column])))
  return areSeveral(amounts) ? amounts : []
}

function areSeveral(tenders: readonly Tender[]): boolean {
  const kinds = new Set(tenders.map(({ type }) => type))
  return kinds.size > 1 && kinds.has('CASH')
}

/** What was paid by each means of payment in a row. Coins and notes are one part. */
export function paidParts(cells: readonly Cell[], tenders: readonly Tender[], mark?: DecimalMark): PaidPart[] {
  const parts: PaidPart[] = []
  for (const { column, type } of tenders) {
    const amount = valueIn(cells[column], mark) ?? 0
    const same = parts.find((part) => part.type === type)
    if (amount === 0) continue
    if (same) {
      same.amount += amount
      same.columns.push(column)
    } else parts.push({ type, columns: [column], amount })
  }
  return parts
}

/** The first column of a means of payment whose cell is neither a number nor a mark. */
export const unreadableTender = (cells: readonly Cell[], tenders: readonly Tender[], mark?: DecimalMark): number | undefined =>
  tenders.find(({ column }) => valueIn(cells[column], mark) === null)?.column

const sumOf = (parts: readonly PaidPart[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

const isSame = (one: number, other: number) => Math.abs(one - other) < 0.005

/** Whether the parts of a row add up to its amount, which may be that of one piece. */
export const addUp = (parts: readonly PaidPart[], amount: number, quantity: number): boolean =>
  isSame(sumOf(parts), amount) || isSame(sumOf(parts), amount * quantity)

/** Fewer rows than this part may contradict. */
const MOST_MISSES = 0.1

/** Whether columns beside the amount show how each row was paid: one of them has a value, or their sum is the amount. */
export function showPayments(tenders: readonly Tender[], rows: readonly FileRow[], { amount, quantity }: Record<string, number>): boolean {
  if (tenders.length === 0 || amount === undefined) return false
  let hits = 0
  let misses = 0
  for (const { cells } of rows) {
    const parts = paidParts(cells, tenders)
    const paid = numberIn(cells[amount])
    if (parts.length === 0 || paid === null) continue
    const pieces = quantity === undefined ? 1 : (numberIn(cells[quantity]) ?? 1)
    if (parts.length === 1 || addUp(parts, paid, pieces)) hits++
    else misses++
  }
  return hits > 0 && misses <= (hits + misses) * MOST_MISSES
}

/** Whether a column of a means of payment contains other numbers than amounts of its rows, such as those of cards. */
export const hasOtherNumbers = (column: number, rows: readonly FileRow[], amount: number): boolean =>
  rows.some(({ cells }) => Math.abs(valueIn(cells[column]) ?? 0) > Math.max(1, Math.abs(numberIn(cells[amount]) ?? 0)) + 0.005)

/**
 * Divides the pieces of a row among its means of payment, each by its share of the amount. Null if a share is not a whole number of pieces,
 * as when one piece was paid by coins and a card.
 */
export function piecesPaid(parts: readonly PaidPart[], quantity: number): number[] | null {
  const total = sumOf(parts)
  const shares = parts.map(({ amount }) => (amount / total) * quantity)
  const pieces = shares.map(Math.round)
  const isWhole = shares.every((share, index) => Math.abs(share - (pieces[index] ?? 0)) < 0.01 && (pieces[index] ?? 0) > 0)
  return isWhole ? pieces : null
}
