import * as v from 'valibot'
import type { Purchase, PurchaseBody } from '#contract/purchases.ts'
import { dayOf, isoDay, startOfDay } from '#domain/calendar.ts'
import { decimalsOf, toDecimal, toMinor } from '#domain/money.ts'
import { readNumber, writeNumber } from '#domain/numbers.ts'
import { costLimit } from '#domain/products/product-limits.ts'
import { fromIso, toIso } from '#domain/time.ts'
import { MAX_IN_LINE, PURCHASE_STATUSES, type PurchaseStatus } from '#domain/warehouse/purchase.ts'

const Line = v.object({ productId: v.nullable(v.number()), quantity: v.string(), unitCost: v.string() })
export type PurchaseLineTyped = v.InferOutput<typeof Line>
export const EMPTY: PurchaseLineTyped = { productId: null, quantity: '', unitCost: '' }

/** The input of a purchase; absent fields keep their stored value. Days are `2026-03-31`, or empty. */
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

type TypedPurchase = {
  supplier: number | null
  status: PurchaseStatus
  invoiceNumber: string
  orderedAt: string
  deliveredAt: string
  note: string
  lines: PurchaseLineTyped[]
}

type Ways = { timezone: string; currency: string; locale: string }

/** A cost as shown in a field: 13.90. */
export const costWords = (cost: number, { currency, locale }: Omit<Ways, 'timezone'>): string =>
  writeNumber(cost, locale, { decimals: decimalsOf(currency), fixed: true })

/** A purchase in its form: the input over the stored values. An ordered one was ordered today by default. */
export function typedOf(purchase: Purchase | null, draft: PurchaseDraft, { timezone: zone, ...money }: Ways, now: number): TypedPurchase {
  const today = isoDay(dayOf(now, zone))
  const dayIn = (at: string | null | undefined) => (at ? isoDay(dayOf(fromIso(at), zone)) : today)
  // A delivery on an earlier day was ordered by then.
  const ordered = draft.deliveredAt && draft.deliveredAt < today && !purchase ? draft.deliveredAt : today
  return {
    supplier: purchase?.supplier.identifier ?? null,
    status: purchase?.status ?? 'PLANNED',
    invoiceNumber: purchase?.invoiceNumber ?? '',
    orderedAt: purchase?.status === 'DELIVERED' && !purchase.orderedAt ? '' : purchase?.orderedAt ? dayIn(purchase.orderedAt) : ordered,
    deliveredAt: dayIn(purchase?.deliveredAt),
    note: purchase?.note ?? '',
    lines: purchase
      ? purchase.items.map(({ productId, quantity, unitCost }) => ({
          productId,
          quantity: String(quantity),
          unitCost: costWords(unitCost, money),
        }))
      : [EMPTY],
    ...draft,
  }
}

/** The rules of the two fields of a line. */
export const COUNT_RULES = { min: 1, max: MAX_IN_LINE }
export const costRules = (currency: string) => ({
  decimals: decimalsOf(currency),
  min: toDecimal(1, currency),
  max: toDecimal(toMinor(costLimit(currency), currency) - 1, currency),
})

/** The value of a money field; null if the currency has no such amount. */
export function costIn(typed: string, { currency, locale }: Omit<Ways, 'timezone'>): number | null {
  const read = readNumber(typed, { locale, ...costRules(currency) })
  return read.state === 'number' ? read.value : null
}

/** Pieces or packs; null if it is not a whole number. */
export function countIn(typed: string, locale: string): number | null {
  const read = readNumber(typed, { locale, ...COUNT_RULES })
  return read.state === 'number' ? read.value : null
}

const isBlank = ({ productId, quantity, unitCost }: PurchaseLineTyped) =>
  productId === null && quantity.trim() === '' && unitCost.trim() === ''

/** The request; null while it is incomplete. Empty lines are ignored. */
export function purchaseOf(typed: TypedPurchase, { timezone: zone, ...money }: Ways): PurchaseBody | null {
  const { supplier, status, orderedAt, deliveredAt, invoiceNumber, note } = typed
  const filled = typed.lines.filter((line) => !isBlank(line))
  const items = filled.flatMap(({ productId, quantity, unitCost }) => {
    const [count, cost] = [countIn(quantity, money.locale), costIn(unitCost, money)]
    return productId === null || count === null || cost === null ? [] : [{ productId, quantity: count, unitCost: cost }]
  })
  if (supplier === null || items.length === 0 || items.length < filled.length) return null
  if (status === 'DELIVERED' && orderedAt !== '' && deliveredAt !== '' && deliveredAt < orderedAt) return null
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

/** A purchase in its form: the request once it is complete. */
export const purchaseForm = (ways: Ways) =>
  v.pipe(
    v.object({ ...v.required(PurchaseDraft).entries, supplier: v.nullable(v.number()) }),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const purchase = purchaseOf(value, ways)
      if (purchase) return purchase
      addIssue({ message: 'incomplete' })
      return NEVER
    }),
  )

/** Products that were counted in the warehouse on the day of the delivery or later: the count may already include the delivery. */
export function countedSince(
  typed: Pick<TypedPurchase, 'status' | 'deliveredAt' | 'lines'>,
  stored: readonly { product: { id: number; name: string }; countedAt?: string | null | undefined }[],
  { timezone: zone }: Pick<Ways, 'timezone'>,
): string[] {
  if (typed.status !== 'DELIVERED' || typed.deliveredAt === '') return []
  const named = new Set(typed.lines.map(({ productId }) => productId))
  return stored.flatMap(({ product, countedAt }) =>
    named.has(product.id) && countedAt && isoDay(dayOf(fromIso(countedAt), zone)) >= typed.deliveredAt ? [product.name] : [],
  )
}

function momentOf(day: string, zone: string): string | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return day === '' ? null : toIso(startOfDay({ year, month, day: date }, zone))
}
