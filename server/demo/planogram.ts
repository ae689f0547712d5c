import type { MachineType } from '#domain/machines/machine.ts'
import { BEANS, COCOA, CUP, type DemoProduct, MILK, SOUP, SUGAR, SYRUP, TEA, type Tray } from './catalogue.ts'
import type { Chance } from './chance.ts'

/** The slot of a hot drink is only a button: its ingredients are in canisters, so it has no maximum. */
export type DemoSlot = { slotNumber: string; sku: string; maxQuantity: number | null; vendPrice: number }

/** `maxQuantity` is in the ingredient's unit. */
type Canister = { ingredientSku: string; maxQuantity: number }

export type Planogram = { slots: DemoSlot[]; canisters: Canister[] }

/** Prices are a multiple of `coin`, the smallest coin that the machine accepts; `dear` is the price level of the site. */
type Pricing = { coin: number; dear: number }

/** Binary fractions would turn 3 × 0.1 into 0.30000000000000004. */
const priceOf = ({ price }: DemoProduct, { coin, dear }: Pricing) =>
  Math.round(Math.max(1, Math.round((price * dear) / coin)) * coin * 100) / 100

export const drawPlanogram = (type: MachineType, catalogue: readonly DemoProduct[], pricing: Pricing, chance: Chance): Planogram =>
  type === 'COFFEE' ? coffeePlanogram(catalogue, pricing, chance) : snackPlanogram(catalogue, pricing, chance)

/** From top to bottom: heavy products are at the bottom, and a tray is as wide as its products. */
const TRAYS: { tray: Tray; columns: [number, number]; capacity: [number, number] }[] = [
  { tray: 'bags', columns: [4, 5], capacity: [7, 10] },
  { tray: 'bags', columns: [4, 5], capacity: [7, 10] },
  { tray: 'bars', columns: [8, 9], capacity: [14, 20] },
  { tray: 'bars', columns: [6, 8], capacity: [12, 16] },
  { tray: 'cans', columns: [7, 9], capacity: [6, 10] },
  { tray: 'bottles', columns: [6, 8], capacity: [5, 8] },
]

function snackPlanogram(catalogue: readonly DemoProduct[], pricing: Pricing, chance: Chance): Planogram {
  const lettered = chance.happens(0.4)
  const filled: Partial<Record<Tray, number>> = {}
  const slots = TRAYS.flatMap(({ tray, columns, capacity }, row) => {
    const products = catalogue.filter((product) => product.tray === tray)
    const maxQuantity = chance.whole(...capacity)
    return Array.from({ length: chance.whole(...columns) }, (_, column): DemoSlot => {
      const place = filled[tray] ?? 0
      filled[tray] = place + 1
      // When every product has a slot, the most popular ones get a second one.
      const product = products[place % products.length] as DemoProduct
      const slotNumber = lettered ? `${'ABCDEF'[row]}${column + 1}` : `${(row + 1) * 10 + column + 1}`
      return { slotNumber, sku: product.sku, maxQuantity, vendPrice: priceOf(product, pricing) }
    })
  })
  return { slots, canisters: [] }
}

const CANISTERS: { sku: string; sizes: number[]; often: number }[] = [
  { sku: BEANS, sizes: [2500, 3000, 3500], often: 1 },
  { sku: MILK, sizes: [1500, 2000, 2500], often: 1 },
  { sku: COCOA, sizes: [1500, 2000], often: 1 },
  { sku: SUGAR, sizes: [1500, 2000], often: 1 },
  { sku: CUP, sizes: [400, 500, 600], often: 1 },
  { sku: TEA, sizes: [1200, 1500], often: 0.6 },
  { sku: SOUP, sizes: [1000], often: 0.3 },
  { sku: SYRUP, sizes: [1000], often: 0.4 },
]
const MAX_CANISTERS = 7

function coffeePlanogram(catalogue: readonly DemoProduct[], pricing: Pricing, chance: Chance): Planogram {
  const canisters = CANISTERS.filter(({ often }) => chance.happens(often))
    .slice(0, MAX_CANISTERS)
    .map(({ sku, sizes }): Canister => ({ ingredientSku: sku, maxQuantity: chance.pick(sizes) }))
  const holds = new Set(canisters.map(({ ingredientSku }) => ingredientSku))
  const brewable = catalogue.filter(
    ({ packaging, ingredients }) => packaging === 'COFFEE' && ingredients.every(({ sku }) => holds.has(sku)),
  )
  const buttons = brewable.slice(0, chance.whole(12, brewable.length))
  const slots = buttons.map((product, index): DemoSlot => {
    return { slotNumber: String(index + 1), sku: product.sku, maxQuantity: null, vendPrice: priceOf(product, pricing) }
  })
  return { slots, canisters }
}
