import * as v from 'valibot'
import type { WarehouseChange } from '#contract/warehouse.ts'
import { latinDigits } from '#domain/digits.ts'
import type { ProductId } from '#domain/ids.ts'
import { CHANGE_TYPES, type ChangeType, maySay, stockAfter } from '#domain/warehouse/change.ts'

/** A line as it is being typed. */
export const TypedLine = v.object({ productId: v.nullable(v.number()), quantity: v.string() })
export type TypedLine = v.InferOutput<typeof TypedLine>

/** What was typed of a change; what was not typed is as the dialog began. */
export const ChangeDraft = v.partial(v.object({ type: v.picklist(CHANGE_TYPES), note: v.string(), lines: v.array(TypedLine) }))
export type ChangeDraft = v.InferOutput<typeof ChangeDraft>

export const EMPTY_LINE: TypedLine = { productId: null, quantity: '' }

/** What a field says; nothing where it is no whole number. */
export function wholeIn(typed: string): number | null {
  const words = latinDigits(typed)
  return /^\s*-?\d{1,9}\s*$/.test(words) ? Number(words) : null
}

export type LineVerdict = 'incomplete' | 'outside' | 'negative' | 'good'

/** How a line stands; `stock` is what lies there, where that is known: the server decides. */
export function verdictOn(type: ChangeType, { productId, quantity }: TypedLine, stock: number | undefined): LineVerdict {
  if (productId === null || quantity.trim() === '') return 'incomplete'
  const whole = wholeIn(quantity)
  if (whole === null || !maySay(type, whole)) return 'outside'
  return stock !== undefined && stockAfter(type, stock, whole) < 0 ? 'negative' : 'good'
}

/** What is asked of the server; null while a line is not whole. Lines in which nothing stands are none. */
export function changeOf(type: ChangeType, note: string, lines: readonly TypedLine[]): WarehouseChange | null {
  const said = lines.filter(({ productId, quantity }) => productId !== null || quantity.trim() !== '')
  const items = said.flatMap(({ productId, quantity }): { productId: ProductId; quantity: number }[] => {
    const whole = wholeIn(quantity)
    return productId === null || whole === null || !maySay(type, whole) ? [] : [{ productId, quantity: whole }]
  })
  return items.length > 0 && items.length === said.length ? { type, note: note.trim(), items } : null
}

/** A line for each product that is short, in their order. */
export const shortLines = (short: readonly { product: { id: ProductId }; missing: number }[]): TypedLine[] =>
  short.flatMap(({ product, missing }) => (missing > 0 ? [{ productId: product.id, quantity: String(missing) }] : []))

/** Lines with what is short filled in. `before`: what was filled in earlier, which goes; what a person typed stays as it is. */
export function filledWith(lines: readonly TypedLine[], before: readonly TypedLine[], short: readonly TypedLine[]): TypedLine[] {
  const filled = new Map(before.map(({ productId, quantity }) => [productId, quantity]))
  const typed = lines.filter(
    ({ productId, quantity }) => (productId !== null || quantity.trim() !== '') && filled.get(productId) !== quantity,
  )
  const products = new Set(typed.map(({ productId }) => productId))
  const all = [...typed, ...short.filter(({ productId }) => !products.has(productId))]
  return all.length > 0 ? all : [EMPTY_LINE]
}
