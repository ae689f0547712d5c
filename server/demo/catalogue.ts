import type { Packaging, VolumeType } from '#domain/products/product.ts'

/** How much of an ingredient one cup takes, in the ingredient's unit. */
type Share = { sku: string; shareAmount: number }

/** The trays of a snack machine: wide spirals, narrow spirals, cans and bottles. */
export type Tray = 'bags' | 'bars' | 'cans' | 'bottles'

/** Case sizes of wholesalers. */
export const IN_A_CASE: Record<Tray, number> = { bags: 20, bars: 24, cans: 24, bottles: 12 }

/** Amounts are in the company's currency. `price` is the usual machine price; an ingredient has none. */
export type DemoProduct = {
  sku: string
  name: string
  packaging: Packaging
  volume: number
  volumeType: VolumeType
  tax: number
  lastCost: number
  ingredients: Share[]
  price: number
  tray: Tray | null
}

const REDUCED_TAX = 7
const FULL_TAX = 19

const snack = (tray: 'bags' | 'bars', sku: string, name: string, grams: number, lastCost: number, price: number): DemoProduct => {
  return { sku, name, packaging: 'PIECE', volume: grams, volumeType: 'GRAM', tax: REDUCED_TAX, lastCost, ingredients: [], price, tray }
}

const drink = (
  packaging: 'CAN' | 'BOTTLE',
  sku: string,
  name: string,
  millilitres: number,
  lastCost: number,
  price: number,
): DemoProduct => {
  const tray = packaging === 'CAN' ? 'cans' : 'bottles'
  return { sku, name, packaging, volume: millilitres, volumeType: 'MILLILITRE', tax: FULL_TAX, lastCost, ingredients: [], price, tray }
}

const ingredient = (sku: string, name: string, volume: number, volumeType: VolumeType, lastCost: number): DemoProduct => {
  return { sku, name, packaging: 'INGREDIENT', volume, volumeType, tax: REDUCED_TAX, lastCost, ingredients: [], price: 0, tray: null }
}

/** The cost of a drink is the cost of its ingredients. */
const hot = (sku: string, name: string, millilitres: number, price: number, recipe: Record<string, number>): DemoProduct => {
  const ingredients = Object.entries({ ...recipe, [CUP]: 1 }).map(([ingredientSku, shareAmount]) => ({ sku: ingredientSku, shareAmount }))
  return {
    sku,
    name,
    packaging: 'COFFEE',
    volume: millilitres,
    volumeType: 'MILLILITRE',
    tax: FULL_TAX,
    lastCost: 0,
    ingredients,
    price,
    tray: null,
  }
}

export const BEANS = 'ING-BEANS'
export const MILK = 'ING-MILK'
export const COCOA = 'ING-COCOA'
export const SUGAR = 'ING-SUGAR'
export const CUP = 'ING-CUP'
export const TEA = 'ING-TEA'
export const SOUP = 'ING-SOUP'
export const SYRUP = 'ING-VANILLA'

/** Each group is sorted by popularity, which determines how often a product sells. Volumes of ingredients are those of a pack. */
export const CATALOGUE: readonly DemoProduct[] = [
  ingredient(BEANS, 'Espresso beans', 1000, 'GRAM', 13.9),
  ingredient(MILK, 'Milk powder', 500, 'GRAM', 3.65),
  ingredient(COCOA, 'Cocoa powder', 1000, 'GRAM', 5.8),
  ingredient(SUGAR, 'Sugar', 2000, 'GRAM', 2.4),
  ingredient(TEA, 'Lemon tea granules', 1000, 'GRAM', 4.7),
  ingredient(SOUP, 'Vegetable soup powder', 1000, 'GRAM', 7.9),
  ingredient(SYRUP, 'Vanilla syrup', 1000, 'MILLILITRE', 6.5),
  ingredient(CUP, 'Paper cup', 1, 'PIECE', 0.04),

  hot('HOT-COFFEE', 'Coffee', 140, 0.9, { [BEANS]: 7.5 }),
  hot('HOT-WHITE', 'Coffee with milk', 150, 1, { [BEANS]: 7.5, [MILK]: 6 }),
  hot('HOT-CAPPUCCINO', 'Cappuccino', 160, 1.2, { [BEANS]: 7.5, [MILK]: 12 }),
  hot('HOT-LATTE', 'Latte macchiato', 200, 1.3, { [BEANS]: 7, [MILK]: 18 }),
  hot('HOT-ESPRESSO', 'Espresso', 40, 0.9, { [BEANS]: 8 }),
  hot('HOT-WHITE-SWEET', 'Coffee with milk and sugar', 150, 1, { [BEANS]: 7.5, [MILK]: 6, [SUGAR]: 6 }),
  hot('HOT-LARGE', 'Large coffee', 220, 1.2, { [BEANS]: 11 }),
  hot('HOT-CHOCOLATE', 'Hot chocolate', 180, 1.2, { [COCOA]: 24, [MILK]: 6 }),
  hot('HOT-MILK-COFFEE', 'Milk coffee', 200, 1.2, { [BEANS]: 8, [MILK]: 14 }),
  hot('HOT-TEA', 'Lemon tea', 180, 0.8, { [TEA]: 14 }),
  hot('HOT-SWEET', 'Coffee with sugar', 140, 0.9, { [BEANS]: 7.5, [SUGAR]: 6 }),
  hot('HOT-MOCHA', 'Mocha', 180, 1.3, { [BEANS]: 7, [MILK]: 8, [COCOA]: 10 }),
  hot('HOT-VANILLA', 'Vanilla latte', 200, 1.4, { [BEANS]: 7, [MILK]: 16, [SYRUP]: 15 }),
  hot('HOT-MACCHIATO', 'Espresso macchiato', 60, 1, { [BEANS]: 8, [MILK]: 4 }),
  hot('HOT-DOUBLE', 'Double espresso', 80, 1.3, { [BEANS]: 14 }),
  hot('HOT-SOUP', 'Vegetable soup', 160, 1, { [SOUP]: 15 }),
  hot('HOT-CHOCOLATE-WHITE', 'Chocolate with extra milk', 180, 1.3, { [COCOA]: 20, [MILK]: 14 }),
  hot('HOT-WATER', 'Hot water', 200, 0.3, {}),

  snack('bags', 'BAG-SALTED', 'Salted crisps', 45, 0.52, 1.4),
  snack('bags', 'BAG-PAPRIKA', 'Paprika crisps', 45, 0.52, 1.4),
  snack('bags', 'BAG-PEANUTS', 'Salted peanuts', 50, 0.48, 1.3),
  snack('bags', 'BAG-GUMMY', 'Gummy bears', 75, 0.55, 1.4),
  snack('bags', 'BAG-PRETZELS', 'Mini pretzels', 50, 0.44, 1.2),
  snack('bags', 'BAG-TRAIL', 'Trail mix', 50, 0.71, 1.6),

  snack('bars', 'BAR-CARAMEL', 'Caramel chocolate bar', 50, 0.46, 1.2),
  snack('bars', 'BAR-HAZELNUT', 'Hazelnut bar', 43, 0.49, 1.2),
  snack('bars', 'BAR-WAFER', 'Chocolate wafer', 42, 0.42, 1.1),
  snack('bars', 'BAR-PEANUT', 'Peanut chocolate bar', 50, 0.47, 1.2),
  snack('bars', 'BAR-COCONUT', 'Coconut bar', 57, 0.51, 1.2),
  snack('bars', 'BAR-CEREAL', 'Cereal bar with berries', 25, 0.38, 0.9),
  snack('bars', 'BAR-PROTEIN', 'Protein bar', 55, 1.05, 2.2),
  snack('bars', 'BAR-GUM', 'Peppermint chewing gum', 14, 0.31, 0.9),

  drink('CAN', 'CAN-COLA', 'Cola', 330, 0.39, 1.5),
  drink('CAN', 'CAN-ENERGY', 'Energy drink', 250, 0.72, 2),
  drink('CAN', 'CAN-ORANGE', 'Orange lemonade', 330, 0.37, 1.5),
  drink('CAN', 'CAN-COLA-ZERO', 'Cola without sugar', 330, 0.39, 1.5),
  drink('CAN', 'CAN-ICED-TEA', 'Iced tea peach', 330, 0.41, 1.5),

  drink('BOTTLE', 'BOT-STILL', 'Still water', 500, 0.24, 1.4),
  drink('BOTTLE', 'BOT-SPARKLING', 'Sparkling water', 500, 0.24, 1.4),
  drink('BOTTLE', 'BOT-COLA', 'Cola', 500, 0.61, 2),
  drink('BOTTLE', 'BOT-APPLE', 'Apple spritzer', 500, 0.55, 1.8),
  drink('BOTTLE', 'BOT-MULTI', 'Multivitamin juice', 330, 0.62, 1.9),
]

/** The sales of a product relative to the first of its group, by its rank (Zipf). */
export const appealAt = (place: number): number => 1 / (place + 1) ** 0.8
