import * as v from 'valibot'

const Restock = v.array(v.looseObject({ quantity: v.number(), full: v.optional(v.boolean()) }))

/** The editable quantities of a restock, in its own order; null for everything else. */
export function quantitiesOf({ call, body }: { call: string; body: unknown }): number[] | null {
  if (call !== 'restockSlots' && call !== 'restockProducts') return null
  const read = v.safeParse(Restock, body)
  return read.success ? read.output.map(({ quantity }) => quantity) : null
}

/** The restock with other quantities. Zero quantities are dropped, and changed ones are no longer full. */
export function withQuantities(body: unknown, quantities: readonly number[]): unknown[] {
  const read = v.safeParse(Restock, body)
  if (!read.success) return []
  return read.output.flatMap(({ full, ...item }, index) => {
    const quantity = quantities[index] ?? item.quantity
    if (quantity === item.quantity) return [full === undefined ? item : { ...item, full }]
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}
