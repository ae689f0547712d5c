import { shown } from '#domain/imports/cell.ts'
import { currenciesIn, currenciesOfFormat, currenciesOfHead } from '#domain/imports/currencies.ts'
import type { Understanding } from '#domain/imports/recognise.ts'
import type { Line } from '../../files/read-table.ts'

/** The fields that contain money, the most important one first. */
export const MONEY_FIELDS = ['amount', 'price', 'cost'] as const

export type OtherCurrency = (line: Line) => string | null

/**
 * Returns the currency of a row if it is not the company's own. It is named by the header of the amounts, by a column of its own, by the text of
 * an amount, or by the number format of its cell. Payments of a settlement are only matched, unless their currencies are in a column.
 */
export function otherCurrencyOf(understanding: Understanding, own: string): OtherCurrency {
  const { mapping, heads, tenders, holds, hasCurrencies } = understanding
  if (holds === 'SETTLEMENT' && !hasCurrencies) return () => null
  const columns = [...MONEY_FIELDS.flatMap((field) => mapping[field] ?? []), ...tenders.map(({ column }) => column)]
  const isOther = (currencies: readonly string[] | null) => currencies !== null && !currencies.includes(own)
  const ofHead = MONEY_FIELDS.map((field) => (mapping[field] === undefined ? null : currenciesOfHead(heads[mapping[field]] ?? ''))).find(
    (currencies) => currencies !== null,
  )
  if (ofHead && isOther(ofHead)) return () => ofHead.join(', ')
  return ({ cells, currencies = {} }) => {
    const currencyText = mapping.currency === undefined ? '' : shown(cells[mapping.currency])
    const texts = [currencyText, ...columns.flatMap((column) => (typeof cells[column] === 'string' ? [cells[column]] : []))]
    const text = texts.find((text) => text !== '' && isOther(currenciesIn(text)))
    const format = columns.flatMap((column) => currencies[column] ?? []).find((format) => isOther(currenciesOfFormat(format)))
    return text ?? (format === undefined ? null : shownFormat(format))
  }
}

/** Whether the format of a cell shows its number with the company's currency, and so not in cents. */
export function isMoney({ currencies }: Line, column: number, own: string): boolean {
  const format = currencies?.[column]
  return format !== undefined && (currenciesOfFormat(format)?.includes(own) ?? false)
}

/** A cell as text, with the currency that only its format shows: 130 JPY. */
export function withCurrency({ cells, currencies }: Line, column: number): string {
  const [text, format] = [shown(cells[column]), currencies?.[column]]
  return format === undefined || currenciesOfFormat(format) === null ? text : `${text} ${shownFormat(format)}`
}

/** The currency of a format as a code, or its symbol if several currencies have it. */
function shownFormat(format: string): string {
  const [currency = '', other] = currenciesOfFormat(format) ?? []
  return other === undefined ? currency : (/^\[\$([^\]-]+)/.exec(format)?.[1] ?? format)
}
