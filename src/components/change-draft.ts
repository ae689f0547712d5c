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
