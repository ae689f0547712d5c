import type { ChangeItem, RestockItem } from '#domain/stock/movements.ts'
import { toMilli } from '#domain/units.ts'
import type { Chance } from './chance.ts'
import type { Stock } from './stock-points.ts'

/** Operations of a serviceman at a machine. Each changes the stock and returns the recorded items. */

const indexes = (stock: Stock) => stock.points.map((_, point) => point)
const isCanister = (stock: Stock, point: number) => stock.points[point]?.slotNumber === null
const maxOf = (stock: Stock, point: number) => stock.points[point]?.maxQuantity ?? 0

/** The count at the start of a history: between half and completely full, or full for a new machine. */
export function countAll(stock: Stock, isNew: boolean, chance: Chance): ChangeItem[] {
  return indexes(stock).map((point) => {
    const quantity = Math.round(maxOf(stock, point) * (isNew ? 1 : chance.between(0.5, 1)))
    stock.set(point, toMilli(quantity))
    return { point, quantity, shown: 0 }
  })
}

/** Refills most of what is missing, most of it to the maximum; sometimes the van lacks a product. */
export function fill(stock: Stock, thorough: boolean, chance: Chance): RestockItem[] {
  return indexes(stock).flatMap((point): RestockItem[] => {
    const room = stock.room(point)
    const maxQuantity = maxOf(stock, point)
    const worthOpening = isCanister(stock, point) ? room > maxQuantity * 0.08 : room > 0
    if (!worthOpening || !(thorough || chance.happens(0.93))) return []
    const full = thorough || chance.happens(0.8)
    const some = Math.ceil(room * chance.between(0.4, 0.9))
    const quantity = full ? room : isCanister(stock, point) && some > 100 ? some - (some % 100) : some
    stock.set(point, full ? toMilli(maxQuantity) : stock.level(point) + toMilli(quantity))
    return [{ point, quantity, full, maxQuantity }]
  })
}

/** Counts a few stock points by hand, because a spiral turned without a sale or a portion was larger. */
export function recount(stock: Stock, chance: Chance): ChangeItem[] {
  const some = chance.shuffled(indexes(stock)).slice(0, chance.whole(2, 6))
  return some.flatMap((point): ChangeItem[] => {
    const shown = stock.shown(point)
    const off = isCanister(stock, point) ? chance.whole(-60, 25) : chance.pick([-2, -1, -1, 0, 1])
    const quantity = Math.min(maxOf(stock, point), Math.max(0, shown + off))
    if (quantity === shown) return []
    stock.set(point, toMilli(quantity))
    return [{ point, quantity, shown }]
  })
}

/** Writes off expired, damaged or spilled products. */
export function writeOff(stock: Stock, chance: Chance): ChangeItem[] {
  const point = chance.whole(0, stock.points.length - 1)
  const lost = isCanister(stock, point) ? chance.whole(30, 120) : chance.whole(1, 2)
  const shown = stock.shown(point)
  if (stock.level(point) < toMilli(lost)) return []
  stock.set(point, stock.level(point) - toMilli(lost))
  return [{ point, quantity: shown - lost, shown }]
}
