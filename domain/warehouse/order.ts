import { addDays, dayOf, isoDay } from '../calendar.ts'
import type { Packaging } from '../products/product.ts'
import type { Moment } from '../time.ts'
import { hasCases } from './cases.ts'
import { MAX_IN_LINE, receivedBy } from './purchase.ts'

export const ORDER_STATES = ['DRAFT', 'SENT', 'RECEIVED', 'CANCELLED'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** For how many days an order lasts after its delivery. */
export const COVER_DAYS = [7, 14, 21, 28] as const
export const STANDARD_COVER_DAYS = 14

/** The lead time of a supplier without one. */
export const USUAL_LEAD_DAYS = 3
export const MAX_LEAD_DAYS = 90

/** The maximum of cases in a line. */
export const MAX_CASES = 10_000

/** How a product is ordered: cases of pieces, and packs of an ingredient, each with its content in grams, millilitres or pieces. */
type Packed = { packaging: Packaging; volume: number }

/** Pieces in a case; 1 if it is not bought by the case. */
export const piecesPerCase = ({ packaging, caseSize }: { packaging: Packaging; caseSize: number | null }): number =>
  caseSize && hasCases(packaging) ? caseSize : 1

/**
 * The figures of a product, in the units of the warehouse: pieces, grams or millilitres. `perDay`: forecast sales of all machines in
 * service. `shortage`: what these machines lack to their maximum. `onOrder`: ordered and not received.
 */
export type Supply = { perDay: number; shortage: number; inWarehouse: number; onOrder: number }

/**
 * The quantity to order: what is sold until the next delivery (lead time + days to cover) and what the machines lack now, without what
 * the warehouse has and what is on order. A warehouse below zero counts as empty, because its stock is unknown until it is counted.
 */
export function neededOf(supply: Supply, days: number): number {
  // Rates have three digits, so a sum such as 24.0000001 is 24.
  return Math.max(0, Math.ceil(supply.perDay * days - keptOf(supply) - 1e-6))
}

/** What is left for future sales once the machines are full; negative if it does not fill them. */
const keptOf = ({ shortage, inWarehouse, onOrder }: Supply): number => Math.max(0, inWarehouse) + onOrder - shortage

/** Whole cases that contain the quantity. */
export const casesFor = (quantity: number, product: Packed, perCase: number): number =>
  Math.min(Math.ceil(quantity / receivedBy(perCase, product)), maxCasesOf(perCase))

/** A line receives no more than a purchase may contain. */
export const maxCasesOf = (perCase: number): number => Math.min(MAX_CASES, Math.floor(MAX_IN_LINE / perCase))

/** For how many days the warehouse and what is on order keep the machines full; null without forecast sales. */
export const daysOfCover = (supply: Supply): number | null => (supply.perDay > 0 ? Math.max(0, keptOf(supply) / supply.perDay) : null)

export type OrderLine = { cases: number; piecesPerCase: number; unitCostMinor: number }

export const sumOf = (lines: readonly OrderLine[]): number =>
  lines.reduce((sum, { cases, piecesPerCase: pieces, unitCostMinor }) => sum + cases * pieces * unitCostMinor, 0)

/** How much is missing to the supplier's minimum; nothing for an empty order, which is not sent. */
export const missingToMinimum = (sumMinor: number, minimumMinor: number | null): number =>
  minimumMinor === null || sumMinor === 0 ? 0 : Math.max(0, minimumMinor - sumMinor)

export type Fillable = OrderLine & { product: Packed; supply: Supply }

/**
 * The cases of each line once the order reaches the minimum: one case at a time for the product that would run out first. Lines without
 * forecast sales or price do not change, so an order of such lines alone stays below the minimum.
 */
export function filledToMinimum(lines: readonly Fillable[], minimumMinor: number): number[] {
  const cases = lines.map((line) => line.cases)
  let sum = sumOf(lines)
  const coverOf = ({ supply, product, piecesPerCase: pieces }: Fillable, index: number) =>
    (keptOf(supply) + receivedBy((cases[index] ?? 0) * pieces, product)) / supply.perDay
  while (sum < minimumMinor) {
    let next = -1
    lines.forEach((line, index) => {
      if (line.supply.perDay <= 0 || line.unitCostMinor <= 0 || (cases[index] ?? 0) >= maxCasesOf(line.piecesPerCase)) return
      const best = lines[next]
      if (!best || coverOf(line, index) < coverOf(best, next)) next = index
    })
    const line = lines[next]
    if (!line) break
    cases[next] = (cases[next] ?? 0) + 1
    sum += line.piecesPerCase * line.unitCostMinor
  }
  return cases
}

/** Ordered and not yet received, in pieces or packs. More than ordered may be received. */
export const openOf = ({ cases, piecesPerCase: pieces, received }: Omit<OrderLine, 'unitCostMinor'> & { received: number }): number =>
  Math.max(0, cases * pieces - received)

/** The day on which a delivery is expected. */
export const expectedOn = (now: Moment, leadDays: number | null, timeZone: string): string =>
  isoDay(addDays(dayOf(now, timeZone), leadDays ?? USUAL_LEAD_DAYS))
