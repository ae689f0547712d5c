import { type FileRow, shown } from './cell.ts'
import type { ColumnShape } from './column-shapes.ts'
import { plainHead } from './heads.ts'

/** An amount and the column with its currency. */
type Pair = { amount: number; currency: number; isOwn: boolean }

const WORDS =
  /\b(?:currency|curr|ccy|amount|total|value|code|iso|betrag|wahrung|waluta|kwota|importe|moneda|montant|devise|importo|valuta|valor|moeda)\b/g
/** Headers of exchange rates, which are no amounts. */
const RATE = /(?:^| )(?:rate|kurs|wechselkurs|cambio|taux|tasso|taxa|koers|kurz|курс)(?: |$)|レート|汇率/u
/** The words of a header that tell one pair from another: "Settlement currency" and "Settlement amount". */
const qualifierOf = (head: string) => plainHead(head).replaceAll(WORDS, '').replaceAll(/\s+/g, ' ').trim()

/** The pairs of amount and currency in a file with several columns of currencies; empty if it has at most one. */
export function currencyPairs(
  heads: readonly string[],
  shapes: readonly ColumnShape[],
  { sample, own, amount: mapped }: { sample: readonly FileRow[]; own: string; amount: number | undefined },
): Pair[] {
  const columns = shapes.flatMap(({ currencies, filled }, column) => (filled > 0 && currencies > filled * 0.9 ? [column] : []))
  if (columns.length < 2) return []
  const isMoney = (column: number) => {
    const shape = shapes[column]
    return shape !== undefined && shape.filled > 0 && shape.numbers > shape.filled * 0.8 && shape.dates === 0
  }
  const money = shapes.map((_, column) => column).filter((column) => isMoney(column) && !RATE.test(plainHead(heads[column] ?? '')))
  return columns.flatMap((currency) => {
    const qualifier = qualifierOf(heads[currency] ?? '')
    const alike = money.filter((column) => qualifierOf(heads[column] ?? '') === qualifier)
    // "Gross credit" is in the "Gross currency".
    const isBegun = mapped !== undefined && qualifier !== '' && qualifierOf(heads[mapped] ?? '').startsWith(`${qualifier} `)
    const named = alike.find((column) => column === mapped) ?? (isBegun ? mapped : alike[0])
    // If their headers share no word, the amount is in the column beside its currency.
    const amount = named ?? [currency - 1, currency + 1].find((column) => money.includes(column))
    const isOwn = sample.every(({ cells }) => ['', own].includes(shown(cells[currency]).toUpperCase()))
    return amount === undefined ? [] : [{ amount, currency, isOwn }]
  })
}

/** Reads the amount in the company's currency, and the currency that belongs to the amount. The user's choice of the amount stays. */
export function pairUp(mapping: Record<string, number>, pairs: readonly Pair[], isOpen: boolean): void {
  const own = pairs.find(({ amount, isOwn }) => isOwn && amount === mapping.amount) ?? pairs.find(({ isOwn }) => isOwn)
  const used = (isOpen ? own : undefined) ?? pairs.find(({ amount }) => amount === mapping.amount)
  if (!used) return
  for (const field of ['price', 'fee', 'net', 'quantity']) if (mapping[field] === used.amount) delete mapping[field]
  mapping.amount = used.amount
  mapping.currency = used.currency
}
