import type { TransactionType } from '../sales/transaction.ts'
import type { ColumnShape } from './column-shapes.ts'
import { plainHead } from './heads.ts'
import { PAYMENT_WORDS } from './words.ts'

/** A column with the amounts of one means of payment. */
export type Tender = { column: number; type: TransactionType }

const MONEY_WORDS =
  /(?:^| )(?:amount|sales?|revenue|turnover|value|total|paid|payments?|umsatz|betrag|einnahmen?|kwota|wartosc|obrot|importe|ventas?|ingresos|valor|vendas?|montant|ventes?|recettes?|importo|vendite|incasso|incassi|売上|金額|额|金额)(?= |$)/gu

/** The means of payment that a header of amounts names: "Cash", "Card sales", "Umsatz bar". */
function tenderOf(head: string): TransactionType | null {
  const plain = plainHead(head)
  if (/^\d*$/.test(plain)) return null
  return PAYMENT_WORDS.get(plain) ?? PAYMENT_WORDS.get(plain.replaceAll(MONEY_WORDS, ' ').replaceAll(/ +/g, ' ').trim()) ?? null
}

/** The columns of a file that has one column of amounts for each means of payment; empty for any other file. */
export function tendersOf(heads: readonly string[], shapes: readonly ColumnShape[]): Tender[] {
  const tenders = heads.flatMap((head, column) => {
    const type = tenderOf(head)
    const shape = shapes[column]
    const isMoney = shape !== undefined && shape.filled > 0 && shape.numbers === shape.filled && shape.dates === 0 && shape.most < 1e6
    return type !== null && isMoney ? [{ column, type }] : []
  })
  const kinds = new Set(tenders.map(({ type }) => type))
  return kinds.size > 1 && kinds.has('CASH') ? tenders : []
}
