import { type Day, dayOf, isoDay } from '../calendar.ts'
import type { ProductId } from '../ids.ts'
import type { Packaging } from '../products/product.ts'
import type { Moment } from '../time.ts'

export const PURCHASE_STATUSES = ['PLANNED', 'ON_ORDER', 'DELIVERED'] as const
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number]

/** `quantity` counts what stands on an invoice: pieces, and packs of an ingredient. Money is in minor units. */
export type PurchaseLine = { productId: ProductId; quantity: number; unitCostMinor: number }
export type PurchaseDates = { orderedAt: Moment | null; deliveredAt: Moment | null }

export const MAX_LINES = 100
/** Of one product, and more than any warehouse takes in at once. */
export const MAX_IN_LINE = 100_000

/** The first day that a purchase may name. */
export const FIRST_DAY: Day = { year: 2018, month: 2, day: 1 }

/** What is only planned was neither ordered nor delivered, and what is on order not delivered. What is delivered came on some day. */
export function datesIn(status: PurchaseStatus, { orderedAt, deliveredAt }: PurchaseDates, now: Moment): PurchaseDates {
  if (status === 'PLANNED') return { orderedAt: null, deliveredAt: null }
  return { orderedAt, deliveredAt: status === 'DELIVERED' ? (deliveredAt ?? now) : null }
}

/** Whether a day may stand on a purchase: from 1 February 2018 to today, by the calendar of the company. */
export function isPurchaseDay(at: Moment, now: Moment, timeZone: string): boolean {
  const day = isoDay(dayOf(at, timeZone))
  return day >= isoDay(FIRST_DAY) && day <= isoDay(dayOf(now, timeZone))
}

/** Nothing is delivered on a day before it was ordered, by the calendar of the company. */
export const isDeliveredAfterOrder = ({ orderedAt, deliveredAt }: PurchaseDates, timeZone: string): boolean =>
  orderedAt === null || deliveredAt === null || isoDay(dayOf(deliveredAt, timeZone)) >= isoDay(dayOf(orderedAt, timeZone))

/** Once it is delivered its goods lie in the warehouse: it stays delivered, with the lines that came. */
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

/** How much a line brings into the warehouse: ingredients are bought by the pack, and kept by the gram, millilitre or piece. */
export const receivedBy = (quantity: number, { packaging, volume }: { packaging: Packaging; volume: number }): number =>
  packaging === 'INGREDIENT' ? quantity * volume : quantity
