import { grouped } from '../grouped.ts'
import type { ProductId, StockPointId } from '../ids.ts'
import type { Moment } from '../time.ts'
import { MILLI, type Milli } from '../units.ts'
import { DEFAULT_MAPPING, VEND_METHODS, type VendMethod } from './transaction.ts'

/** The stay of a product in a machine: SELECTION is a drink on a button, CANISTER an ingredient. */
type Stay = {
  point: StockPointId
  kind: 'SLOT' | 'SELECTION' | 'CANISTER'
  slotNumber: string | null
  productId: ProductId
  installedAt: Moment
  removedAt: Moment | null
}

type RecipeLine = { productId: ProductId; validFrom: Moment; ingredientId: ProductId; share: Milli }

/** What a machine sells from, now and in the past. */
export type Planogram = { stays: readonly Stay[]; recipes: readonly RecipeLine[] }

/** What a vend took and from where; no product if the selection was unknown at the time. */
type Sold = { productId: ProductId | null; takes: { point: StockPointId; quantity: Milli }[] }

/** Normalizes the spelling of a selection: "010", "10" and " 10" are one, and so are "a1" and "A1". */
export const plainSelection = (selection: string): string =>
  selection
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '')

/** Resolves what a vend sold at its own time: a piece of a slot, or a drink's recipe. */
export function soldFrom({ stays, recipes }: Planogram): (selection: string, at: Moment) => Sold {
  const ofSlot = grouped(stays, ({ slotNumber }) => slotNumber)
  const ofPlain = grouped(stays, ({ slotNumber }) => (slotNumber === null ? null : plainSelection(slotNumber)))
  const ofCanister = grouped(
    stays.filter(({ kind }) => kind === 'CANISTER'),
    ({ productId }) => productId,
  )
  const ofProduct = grouped(recipes, ({ productId }) => productId)
  return (selection, at) => {
    const stay = openAt(ofSlot.get(selection), at) ?? onlyOpenAt(ofPlain.get(plainSelection(selection)), at)
    if (!stay) return { productId: null, takes: [] }
    if (stay.kind === 'SLOT') return { productId: stay.productId, takes: [{ point: stay.point, quantity: MILLI }] }
    const takes = recipeAt(ofProduct.get(stay.productId) ?? [], at).flatMap(({ ingredientId, share }) => {
      const canister = openAt(ofCanister.get(ingredientId), at)
      return canister ? [{ point: canister.point, quantity: share }] : []
    })
    return { productId: stay.productId, takes }
  }
}

const isOpenAt =
  (at: Moment) =>
  ({ installedAt, removedAt }: Stay): boolean =>
    installedAt <= at && (removedAt === null || at < removedAt)

const openAt = (stays: readonly Stay[] = [], at: Moment): Stay | undefined => stays.find(isOpenAt(at))

/** If a machine has both "1" and "01", "001" is ambiguous. */
function onlyOpenAt(stays: readonly Stay[] = [], at: Moment): Stay | undefined {
  const open = stays.filter(isOpenAt(at))
  return open.every(({ slotNumber }) => slotNumber === open[0]?.slotNumber) ? open[0] : undefined
}

/** A recipe is written as a whole: all its lines are valid from the same moment. Removed ingredients have a line with zero. */
function recipeAt(lines: readonly RecipeLine[], at: Moment): RecipeLine[] {
  const valid = lines.filter(({ validFrom }) => validFrom <= at)
  const latest = Math.max(...valid.map(({ validFrom }) => validFrom))
  return valid.filter(({ validFrom, share }) => validFrom === latest && share > 0)
}

const isVendMethod = (method: string): method is VendMethod => (VEND_METHODS as readonly string[]).includes(method)

/** How a vend is booked on a machine; an unknown method is kept as the machine reports it. */
export const bookedAs = (method: string, mapping: ReadonlyMap<string, string>): string =>
  mapping.get(method) ?? (isVendMethod(method) ? DEFAULT_MAPPING[method] : method)
