import { MILLI, type Milli, toMilli, toWhole } from '#domain/units.ts'
import type { DemoProduct } from './catalogue.ts'
import type { DemoSlot, Planogram } from './planogram.ts'

/** A stock point: a slot of a snack machine, or a canister (which has no slot number). */
export type StockPoint = { slotNumber: string | null; sku: string; maxQuantity: number }

/** What one sale takes from one stock point, given by its index. */
export type StockUse = { point: number; quantity: Milli }

export function pointsOf({ slots, canisters }: Planogram): StockPoint[] {
  const inSlots = slots.flatMap(({ slotNumber, sku, maxQuantity }) => (maxQuantity === null ? [] : [{ slotNumber, sku, maxQuantity }]))
  return [...inSlots, ...canisters.map(({ ingredientSku, maxQuantity }) => ({ slotNumber: null, sku: ingredientSku, maxQuantity }))]
}

/** A snack takes one piece from its slot; a drink takes its recipe from the canisters. */
export function stockUseOf(slot: DemoSlot, points: readonly StockPoint[], catalogue: readonly DemoProduct[]): StockUse[] {
  const own = points.findIndex(({ slotNumber }) => slotNumber === slot.slotNumber)
  if (own >= 0) return [{ point: own, quantity: toMilli(1) }]
  const recipe = catalogue.find(({ sku }) => sku === slot.sku)?.ingredients ?? []
  return recipe.map(({ sku, shareAmount }) => ({ point: points.findIndex((point) => point.sku === sku), quantity: toMilli(shareAmount) }))
}

/** The level of each stock point during the simulation. */
export class Stock {
  readonly points: readonly StockPoint[]
  readonly #levels: Milli[]

  constructor(points: readonly StockPoint[]) {
    this.points = points
    this.#levels = points.map(() => 0)
  }

  level(point: number): Milli {
    return this.#levels[point] ?? 0
  }

  /** The level as shown on screens, in whole units. */
  shown(point: number): number {
    return toWhole(this.level(point))
  }

  /** The free capacity in whole units. */
  room(point: number): number {
    return Math.floor((this.points[point]?.maxQuantity ?? 0) - this.level(point) / MILLI)
  }

  holds(takes: readonly StockUse[]): boolean {
    return takes.every(({ point, quantity }) => this.level(point) >= quantity)
  }

  take(takes: readonly StockUse[]): void {
    for (const { point, quantity } of takes) this.set(point, this.level(point) - quantity)
  }

  set(point: number, level: Milli): void {
    this.#levels[point] = level
  }
}
