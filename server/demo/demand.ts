import { HOUR, type Moment } from '#domain/time.ts'
import { MILLI } from '#domain/units.ts'
import { appealAt, type DemoProduct } from './catalogue.ts'
import type { Chance } from './chance.ts'
import type { Planogram } from './planogram.ts'
import { type Stock, type StockPoint, type StockUse, stockUseOf } from './stock-points.ts'

/** A product for sale: what it takes from the machine, and how popular it is. */
export type Choice = { slotNumber: string; vendPrice: number; takes: StockUse[]; appeal: number }

/** The group within which products compete: drinks, or one type of tray. */
const groupOf = ({ tray, packaging }: DemoProduct) => tray ?? packaging

export function choicesOf(
  { slots }: Planogram,
  points: readonly StockPoint[],
  catalogue: readonly DemoProduct[],
  chance: Chance,
): Choice[] {
  return slots.map((slot) => {
    const group = catalogue.filter((product) => slot.sku === product.sku).map(groupOf)[0]
    const place = catalogue.filter((product) => groupOf(product) === group).findIndex(({ sku }) => sku === slot.sku)
    const slotsOfIt = slots.filter(({ sku }) => sku === slot.sku).length
    const appeal = (appealAt(place) / slotsOfIt) * chance.logNormal(1, 0.35)
    return { slotNumber: slot.slotNumber, vendPrice: slot.vendPrice, takes: stockUseOf(slot, points, catalogue), appeal }
  })
}

/** The times of customers within an hour, sorted, for an expected number of customers. */
export const arrivals = (hour: Moment, expected: number, chance: Chance): Moment[] =>
  Array.from({ length: chance.poisson(expected) }, () => hour + chance.whole(0, HOUR - 1)).sort((a, b) => a - b)

/** A customer whose favourite is sold out often takes another product, and sometimes leaves. */
export function choose(choices: readonly Choice[], stock: Stock, chance: Chance, onWanted?: (choice: Choice) => void): Choice | null {
  let isFirst = true
  do {
    const choice = chance.pickBy(choices, ({ appeal }) => appeal)
    if (isFirst) onWanted?.(choice)
    isFirst = false
    if (stock.holds(choice.takes)) return choice
  } while (chance.happens(0.65))
  return null
}

/** How many days a full machine lasts: a snack machine until it is empty, a coffee machine until its first canister is. */
export function daysOfCover(choices: readonly Choice[], points: readonly StockPoint[], salesPerDay: number): number {
  const appeal = choices.reduce((sum, choice) => sum + choice.appeal, 0)
  const perSale = points.map(() => 0)
  for (const { appeal: own, takes } of choices) {
    for (const { point, quantity } of takes) perSale[point] = (perSale[point] ?? 0) + ((own / appeal) * quantity) / MILLI
  }
  const isSnack = points.every(({ slotNumber }) => slotNumber !== null)
  if (isSnack) return points.reduce((sum, { maxQuantity }) => sum + maxQuantity, 0) / salesPerDay
  return Math.min(...points.map(({ maxQuantity }, point) => maxQuantity / ((perSale[point] ?? 0) * salesPerDay)))
}
