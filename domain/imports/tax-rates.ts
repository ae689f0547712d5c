import { type Cell, shown } from './cell.ts'
import { type DecimalMark, numberIn } from './numbers.ts'

/** A percentage in a text such as "20% (VAT on Income)" or "A – 23 %". */
const PERCENT = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,4})?)\s?[%％]/gu

/** The only percentage in a text; null if it has none or several. */
function percentIn(cell: Cell | undefined): number | null {
  const found = typeof cell === 'string' && cell.length < 100 ? [...cell.matchAll(PERCENT)] : []
  return found.length === 1 ? numberIn(found[0]?.[1]) : null
}

/** A tax rate in percent; null for letters and names, whose rates differ between countries. `inParts`: 0.19 is 19 %. */
export function taxIn(cell: Cell, { mark, inParts }: { mark?: DecimalMark | undefined; inParts: boolean }): number | null {
  const percent = percentIn(cell)
  if (percent !== null) return percent
  const rate = numberIn(cell, mark)
  return rate !== null && inParts ? Math.round(rate * 10_000) / 100 : rate
}

/** The rates of a column that are written without a percent sign. */
type TaxFacts = { highest: number; lowest: number }
export const noTaxes = (): TaxFacts => ({ highest: 0, lowest: Number.POSITIVE_INFINITY })

export function seeTax(facts: TaxFacts, cell: Cell | undefined): void {
  const rate = shown(cell) === '' || percentIn(cell) !== null ? null : numberIn(cell)
  if (rate === null || rate <= 0) return
  facts.highest = Math.max(facts.highest, rate)
  facts.lowest = Math.min(facts.lowest, rate)
}
