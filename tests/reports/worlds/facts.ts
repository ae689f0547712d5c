/** The time zone and currency of a company. `first` and `last` are the days with facts. */
export type World = { timezone: string; currency: string; decimals: number; country: string; first: string; last: string }

export type Sale = { at: number; machine: number; slot: string; product: number; amount: number; type: string; imported: boolean }
export type Put = {
  operation: string
  at: number
  machine: number
  point: number
  kind: 'RESTOCK' | 'LOSS' | 'COUNT'
  quantity: number
  user: number
  undone: boolean
}
export type Cash = { operation: string; at: number; machine: number; counted: number | null; undone: boolean }
export type Product = {
  id: number
  name: string
  isDrink: boolean
  pack: number
  cost: number
  taxes: { from: string; rate: number }[]
  costs: { from: string; cost: number }[]
}
/** `share` in hundredths of a percent, `monthly` in minor units. */
export type Commission = { machine: number; from: string; share: number; base: 'GROSS' | 'NET'; monthly: number }
type Recipe = { from: number; shares: ReadonlyMap<number, number> }
export type Place = { machine: number; point: number; product: number; slot: string | null; max: number; first: number }

/** The facts of a company as generated: amounts in minor units, quantities in thousandths. */
export type Facts = {
  world: World
  company: number
  manager: number
  machines: { id: number; type: 'SNACK' | 'COFFEE' }[]
  products: Map<number, Product>
  recipes: Recipe[]
  drink: number
  places: Place[]
  sales: Sale[]
  puts: Put[]
  cash: Cash[]
  groups: Map<number, number[]>
  commissions: Commission[]
  begun: number
}
