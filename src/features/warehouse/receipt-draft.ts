import * as v from 'valibot'
import { ReceiptBody, type SupplierOrder } from '#contract/supplier-orders.ts'
import { openOf } from '#domain/warehouse/order.ts'
import { costIn, costWords, countIn } from './purchase-draft.ts'

type Ways = { locale: string; currency: string }
type Line = SupplierOrder['lines'][number]

/**
 * The input of a receipt; absent fields keep what is open and the price of the order. By product. `sent`: as it was sent, which is sent
 * again unchanged if the response was lost, although the order may have changed since.
 */
export const ReceiptDraft = v.partial(
  v.object({
    invoiceNumber: v.string(),
    quantities: v.record(v.string(), v.string()),
    costs: v.record(v.string(), v.string()),
    sent: ReceiptBody,
  }),
)
export type ReceiptDraft = v.InferOutput<typeof ReceiptDraft>

export const quantityText = (line: Line, { quantities }: ReceiptDraft): string => quantities?.[line.productId] ?? String(openOf(line))

export const costText = ({ productId, unitCost }: Line, { costs }: ReceiptDraft, ways: Ways): string =>
  costs?.[productId] ?? (unitCost > 0 ? costWords(unitCost, ways) : '')

const isNone = (text: string) => /^\s*0*\s*$/.test(text)

/** How many pieces or packs more than open are received. */
export const tooMany = (line: Line, draft: ReceiptDraft, locale: string): number =>
  Math.max(0, (countIn(quantityText(line, draft), locale) ?? 0) - openOf(line))

/** The received lines; null while a field is wrong, a price is missing, or nothing is received. */
export function receiptOf({ lines }: Pick<SupplierOrder, 'lines'>, draft: ReceiptDraft, ways: Ways): ReceiptBody['lines'] | null {
  const arrived = lines.filter((line) => !isNone(quantityText(line, draft)))
  const read = arrived.flatMap((line) => {
    const [quantity, unitCost] = [countIn(quantityText(line, draft), ways.locale), costIn(costText(line, draft, ways), ways)]
    return quantity === null || unitCost === null ? [] : [{ productId: line.productId, quantity, unitCost }]
  })
  return read.length > 0 && read.length === arrived.length ? read : null
}
