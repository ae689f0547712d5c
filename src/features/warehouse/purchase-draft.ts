import * as v from 'valibot'
import { wholeIn } from '#app/components/change-draft.ts'
import type { Purchase, PurchaseBody } from '#contract/purchases.ts'
import { dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import { latinDigits } from '#domain/digits.ts'
import { decimalsOf, isAmount } from '#domain/money.ts'
import { costLimit } from '#domain/products/product-rules.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { MOST_IN_LINE, PURCHASE_STATUSES, type PurchaseStatus } from '#domain/warehouse/purchase.ts'

const Line = v.object({ productId: v.nullable(v.number()), quantity: v.string(), unitCost: v.string() })
export type PurchaseLineTyped = v.InferOutput<typeof Line>
export const EMPTY: PurchaseLineTyped = { productId: null, quantity: '', unitCost: '' }

/** What was typed of a purchase; what was not typed is as it stands. Days are `2026-03-31`, or empty. */
export const PurchaseDraft = v.partial(
  v.object({
    supplier: v.number(),
    status: v.picklist(PURCHASE_STATUSES),
    invoiceNumber: v.string(),
    orderedAt: v.string(),
    deliveredAt: v.string(),
    note: v.string(),
    lines: v.array(Line),
  }),
)
export type PurchaseDraft = v.InferOutput<typeof PurchaseDraft>

export type TypedPurchase = {
  supplier: number | null
  status: PurchaseStatus
  invoiceNumber: string
  orderedAt: string
  deliveredAt: string
  note: string
  lines: readonly PurchaseLineTyped[]
}

export type Ways = { timezone: string; currency: string }

/** A cost as a field shows it: 13.90. */
export const costWords = (cost: number, currency: string): string => cost.toFixed(decimalsOf(currency))

/** A purchase as its form shows it: what was typed over what is known, and what is on order was ordered today unless somebody says when. */
export function typedOf(purchase: Purchase | null, draft: PurchaseDraft, { timezone: zone, currency }: Ways, now: number): TypedPurchase {
  const today = isoDay(dayOf(now, zone))
  const dayIn = (at: string | null | undefined) => (at ? isoDay(dayOf(fromIso(at), zone)) : today)
  return {
    supplier: purchase?.supplier.identifier ?? null,
    status: purchase?.status ?? 'PLANNED',
    invoiceNumber: purchase?.invoiceNumber ?? '',
    orderedAt: purchase?.status === 'DELIVERED' && !purchase.orderedAt ? '' : dayIn(purchase?.orderedAt),
    deliveredAt: dayIn(purchase?.deliveredAt),
    note: purchase?.note ?? '',
    lines: purchase
      ? purchase.items.map(({ productId, quantity, unitCost }) => ({
          productId,
          quantity: String(quantity),
          unitCost: costWords(unitCost, currency),
        }))
      : [EMPTY],
    ...draft,
  }
}

/** What a field of money says; nothing where the currency has no such amount. */
export function costIn(typed: string, currency: string): number | null {
  const most = decimalsOf(currency)
  const words = latinDigits(typed).trim()
  if (!new RegExp(`^\\d{1,6}(?:[.,]\\d{1,${Math.max(most, 1)}})?$`).test(words)) return null
  const cost = Number(words.replace(',', '.'))
  return cost > 0 && cost < costLimit(currency) && isAmount(cost, currency) ? cost : null
}

/** Pieces or packs; nothing where it is no number of them. */
export function countIn(typed: string): number | null {
  const whole = wholeIn(typed)
  return whole !== null && whole >= 1 && whole <= MOST_IN_LINE ? whole : null
}

const isBlank = ({ productId, quantity, unitCost }: PurchaseLineTyped) =>
  productId === null && quantity.trim() === '' && unitCost.trim() === ''

/** What is asked of the server; null while something is not whole. Lines in which nothing stands are none. */
export function purchaseOf(typed: TypedPurchase, { timezone: zone, currency }: Ways): PurchaseBody | null {
  const { supplier, status, orderedAt, deliveredAt, invoiceNumber, note } = typed
  const said = typed.lines.filter((line) => !isBlank(line))
  const items = said.flatMap(({ productId, quantity, unitCost }) => {
    const [count, cost] = [countIn(quantity), costIn(unitCost, currency)]
    return productId === null || count === null || cost === null ? [] : [{ productId, quantity: count, unitCost: cost }]
  })
  if (supplier === null || items.length === 0 || items.length < said.length) return null
  return {
    supplier: { identifier: supplier },
    status,
    invoiceNumber: invoiceNumber.trim(),
    orderedAt: status === 'PLANNED' ? null : momentOf(orderedAt, zone),
    deliveredAt: status === 'DELIVERED' ? momentOf(deliveredAt, zone) : null,
    note: note.trim(),
    items,
  }
}

function momentOf(day: string, zone: string): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return day === '' ? null : toIso(startOfDay({ year, month, day: date }, zone))
}
