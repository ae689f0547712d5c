import * as v from 'valibot'
import { OrderBody, type ProposedLine, type SupplierOrder } from '#contract/supplier-orders.ts'
import { toMinor } from '#domain/money.ts'
import { readNumber } from '#domain/numbers.ts'
import { filledToMinimum, maxCasesOf, sumOf } from '#domain/warehouse/order.ts'

/**
 * What was typed over a proposal or a draft; absent fields keep their value. `cases`: by product. `sent`: the order as it was sent, which is
 * sent again unchanged if the response was lost, although the proposal may have changed since.
 */
export const OrderDraft = v.partial(
  v.object({ cases: v.record(v.string(), v.string()), note: v.string(), expectedOn: v.string(), sent: OrderBody }),
)
export type OrderDraft = v.InferOutput<typeof OrderDraft>
export const NOTHING: OrderDraft = {}

/** A line that can be edited. `supply` is null for a product that the supplier was not proposed for. */
export type OrderRow = Pick<ProposedLine, 'productId' | 'product' | 'piecesPerCase' | 'unitCost' | 'cases'> & {
  supply: Pick<ProposedLine, 'perDay' | 'shortage' | 'inWarehouse' | 'onOrder'> | null
}

export const rowOf = ({ perDay, shortage, inWarehouse, onOrder, ...line }: ProposedLine): OrderRow => ({
  ...line,
  supply: { perDay, shortage, inWarehouse, onOrder },
})

/** The lines of a draft, and the supplier's other products. */
export function rowsOf(order: SupplierOrder, proposed: readonly ProposedLine[]): OrderRow[] {
  const others = new Map(proposed.map((line) => [line.productId, rowOf(line)]))
  const own = order.lines.map((line): OrderRow => ({ ...line, supply: others.get(line.productId)?.supply ?? null }))
  const named = new Set(own.map(({ productId }) => productId))
  return [...own, ...[...others.values()].flatMap((row) => (named.has(row.productId) ? [] : [{ ...row, cases: 0 }]))]
}

export const casesRules = (piecesPerCase: number) => ({ min: 0, max: maxCasesOf(piecesPerCase) })

/** The text in the field of a line. */
export const casesText = ({ productId, cases }: OrderRow, typed: OrderDraft['cases']): string => typed?.[productId] ?? String(cases)

/** The cases of a line; an empty field is none, and null is no whole number. */
export function casesIn(row: OrderRow, typed: OrderDraft['cases'], locale: string): number | null {
  const read = readNumber(casesText(row, typed), { locale, ...casesRules(row.piecesPerCase) })
  return read.state === 'number' ? read.value : read.state === 'empty' ? 0 : null
}

/** The lines to order, without those of no cases, and the net sum in minor units; null lines while a field is wrong. */
export function linesOf(rows: readonly OrderRow[], typed: OrderDraft['cases'], { locale, currency }: { locale: string; currency: string }) {
  const read = rows.map((row) => ({ ...row, cases: casesIn(row, typed, locale) }))
  const counted = read.map((row) => ({ ...row, cases: row.cases ?? 0 })).filter(({ cases }) => cases > 0)
  const lines = counted.map(({ productId, cases, piecesPerCase, unitCost }) => ({ productId, cases, piecesPerCase, unitCost }))
  return {
    lines: read.some(({ cases }) => cases === null) ? null : (lines satisfies OrderBody['lines']),
    count: lines.length,
    sumMinor: sumOf(lines.map(({ unitCost, ...line }) => ({ ...line, unitCostMinor: toMinor(unitCost, currency) }))),
  }
}

/** The typed cases after an order was filled up to the minimum by the products that would run out first. */
export function filled(
  rows: readonly OrderRow[],
  typed: OrderDraft['cases'],
  minimum: number,
  { locale, currency }: { locale: string; currency: string },
): Record<string, string> {
  const known = rows.flatMap((row) => (row.supply ? [{ ...row, supply: row.supply, cases: casesIn(row, typed, locale) ?? 0 }] : []))
  const others = rows.filter(({ supply }) => supply === null)
  const rest = toMinor(minimum, currency) - linesOf(others, typed, { locale, currency }).sumMinor
  const cases = filledToMinimum(
    known.map((row) => ({ ...row, unitCostMinor: toMinor(row.unitCost, currency) })),
    rest,
  )
  return { ...typed, ...Object.fromEntries(known.map(({ productId }, index) => [productId, String(cases[index] ?? 0)])) }
}
