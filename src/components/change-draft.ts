import * as v from 'valibot'
import type { WarehouseChange } from '#contract/warehouse.ts'
import type { ProductId } from '#domain/ids.ts'
import { readNumber } from '#domain/numbers.ts'
import { CHANGE_TYPES, type ChangeType, isQuantityAllowed, MAX_IN_CHANGE, stockAfter } from '#domain/warehouse/change.ts'

/** A line while it is being typed. */
export const TypedLine = v.object({ productId: v.nullable(v.number()), quantity: v.string() })
export type TypedLine = v.InferOutput<typeof TypedLine>

/** The typed part of a change; absent fields have their initial value. */
export const ChangeDraft = v.partial(v.object({ type: v.picklist(CHANGE_TYPES), note: v.string(), lines: v.array(TypedLine) }))
export type ChangeDraft = v.InferOutput<typeof ChangeDraft>

export const EMPTY_LINE: TypedLine = { productId: null, quantity: '' }

/** The rules of a line's field, by type. */
export const lineRules = (type: ChangeType) => ({
  min: type === 'ADJUST' ? -MAX_IN_CHANGE : type === 'SET' ? 0 : 1,
  max: MAX_IN_CHANGE,
})

/** The value of a field; null if it is not a whole number. The limits of a line are checked later. */
export function wholeIn(typed: string, locale: string): number | null {
  const read = readNumber(typed, { locale })
  return read.state === 'number' ? read.value : null
}

type LineState = 'incomplete' | 'outside' | 'negative' | 'good'

/** The validity of a line; `stock` is the current stock if known. The server decides. */
export function lineStateOf(type: ChangeType, { productId, quantity }: TypedLine, stock: number | undefined, locale: string): LineState {
  if (productId === null || quantity.trim() === '') return 'incomplete'
  const whole = wholeIn(quantity, locale)
  if (whole === null || !isQuantityAllowed(type, whole)) return 'outside'
  return stock !== undefined && stockAfter(type, stock, whole) < 0 ? 'negative' : 'good'
}

/** The request; null while a line is incomplete. Empty lines are ignored. */
export function changeOf(type: ChangeType, note: string, lines: readonly TypedLine[], locale: string): WarehouseChange | null {
  const filled = lines.filter(({ productId, quantity }) => productId !== null || quantity.trim() !== '')
  const items = filled.flatMap(({ productId, quantity }): { productId: ProductId; quantity: number }[] => {
    const whole = wholeIn(quantity, locale)
    return productId === null || whole === null || !isQuantityAllowed(type, whole) ? [] : [{ productId, quantity: whole }]
  })
  return items.length > 0 && items.length === filled.length ? { type, note: note.trim(), items } : null
}

/** A change in its form: the request once every line is complete. */
export const changeForm = (locale: string) =>
  v.pipe(
    v.required(ChangeDraft),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const change = changeOf(value.type, value.note, value.lines, locale)
      if (change) return change
      addIssue({ message: 'incomplete' })
      return NEVER
    }),
  )

/** A line for each short product, in order. */
export const shortLines = (short: readonly { product: { id: ProductId }; missing: number }[]): TypedLine[] =>
  short.flatMap(({ product, missing }) => (missing > 0 ? [{ productId: product.id, quantity: String(missing) }] : []))

/** Fills lines with shortages. `before`: previously filled lines, which are removed; typed lines stay. */
export function filledWith(lines: readonly TypedLine[], before: readonly TypedLine[], short: readonly TypedLine[]): TypedLine[] {
  const filled = new Map(before.map(({ productId, quantity }) => [productId, quantity]))
  const typed = lines.filter(
    ({ productId, quantity }) => (productId !== null || quantity.trim() !== '') && filled.get(productId) !== quantity,
  )
  const products = new Set(typed.map(({ productId }) => productId))
  const all = [...typed, ...short.filter(({ productId }) => !products.has(productId))]
  return all.length > 0 ? all : [EMPTY_LINE]
}
