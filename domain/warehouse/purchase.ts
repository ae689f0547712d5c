import { type Day, dayOf, isoDay } from '../calendar.ts'
import type { ProductId } from '../ids.ts'
import type { Packaging } from '../products/product.ts'
import type { Moment } from '../time.ts'

export const PURCHASE_STATUSES = ['PLANNED', 'ON_ORDER', 'DELIVERED'] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** `quantity` is the one on the invoice: pieces, or packs of an ingredient. Money is in minor units. */
export type PurchaseLine = { productId: ProductId; quantity: number; unitCostMinor: number }
type PurchaseDates = { orderedAt: Moment | null; deliveredAt: Moment | null }

export const MAX_LINES = 100
/** Limit of one product: more than any warehouse receives at once. */
export const MAX_IN_LINE = 100_000

/** The first allowed day of a purchase. */
export const FIRST_DAY: Day = { year: 2018, month: 2, day: 1 }

/**
 * Sets dates by status: a planned purchase has neither an order nor a delivery date, an ordered one no delivery date. The delivery date of
 * a delivered one defaults to now.
 */
export function datesIn(status: PurchaseStatus, { orderedAt, deliveredAt }: PurchaseDates, now: Moment): PurchaseDates {
  if (status === 'PLANNED') return { orderedAt: null, deliveredAt: null }
  return { orderedAt, deliveredAt: status === 'DELIVERED' ? (deliveredAt ?? now) : null }
}

/** Whether a day is allowed on a purchase: from 1 February 2018 to today, in the company's time zone. */
export function isPurchaseDay(at: Moment, now: Moment, timeZone: string): boolean {
  const day = isoDay(dayOf(at, timeZone))
  return day >= isoDay(FIRST_DAY) && day <= isoDay(dayOf(now, timeZone))
}

/** A delivery is not before its order, by days in the company's time zone. */
export const isDeliveredAfterOrder = ({ orderedAt, deliveredAt }: PurchaseDates, timeZone: string): boolean =>
  orderedAt === null || deliveredAt === null || isoDay(dayOf(deliveredAt, timeZone)) >= isoDay(dayOf(orderedAt, timeZone))

/** Delivered goods are in the warehouse, so the purchase stays delivered with the same lines. */
export const mayFollow = (before: { status: PurchaseStatus; lines: readonly PurchaseLine[] }, after: typeof before): boolean =>
  before.status !== 'DELIVERED' || (after.status === 'DELIVERED' && isSame(before.lines, after.lines))

function isSame(a: readonly PurchaseLine[], b: readonly PurchaseLine[]): boolean {
  const texts = (lines: readonly PurchaseLine[]) =>
    lines.map(({ productId, quantity, unitCostMinor }) => `${productId} ${quantity} ${unitCostMinor}`).toSorted()
  return texts(a).join('\n') === texts(b).join('\n')
}

export const unitsOf = (lines: readonly Pick<PurchaseLine, 'quantity'>[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const netMinorOf = (lines: readonly Pick<PurchaseLine, 'quantity' | 'unitCostMinor'>[]): number =>
  lines.reduce((sum, { quantity, unitCostMinor }) => sum + quantity * unitCostMinor, 0)

/** The quantity that a line adds to the warehouse: ingredients are bought by the pack, and stored by the gram, millilitre or piece. */
export const receivedBy = (quantity: number, { packaging, volume }: { packaging: Packaging; volume: number }): number =>
  packaging === 'INGREDIENT' ? quantity * volume : quantity
