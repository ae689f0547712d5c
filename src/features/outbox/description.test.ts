import { describe as about, expect, it } from 'vitest'
import { describe, sumOf } from '#app/components/operations/description.ts'
import type { Known } from '#app/data/outbox-view.ts'
import type { ProductCard } from '#contract/products.ts'
import { quantitiesOf, withQuantities } from './quantities.ts'
import { acceptServerValues, conflictsOf, keepOwnValues } from './RefusedCard.tsx'

const water: ProductCard = { id: 1, sku: 'W', name: 'Water', volume: 500, volumeType: 'MILLILITRE', packaging: 'BOTTLE', deleted: false }
const beans: ProductCard = { id: 2, sku: 'B', name: 'Beans', volume: 1000, volumeType: 'GRAM', packaging: 'INGREDIENT', deleted: false }
const known: Known = {
  machine: (id) => (id === 7 ? 'Lobby' : null),
  product: (id) => [water, beans].find((product) => product.id === id) ?? null,
  place: (_, point) => (point === 41 ? { slotNumber: '12', product: water } : null),
  slot: (_, slotId) => (slotId === 5 ? { slotNumber: '12', product: water } : null),
  slotNamed: () => null,
  operation: (opId) =>
    opId === 'a'
      ? {
          ...entry('restockSlots', [{ productInstallationId: 41, quantity: 3 }]),
          opId,
          state: 'acknowledged',
          rawAt: 0,
          occurredAt: 0,
          clockOffset: 0,
          attempts: 1,
          refusal: null,
          warnings: [],
        }
      : null,
}
const entry = (call: string, body: unknown) => ({ call, machineId: 7, body })

about('a pending operation as text', () => {
  it('is a restock with its slots, products and pieces', () => {
    const description = describe(entry('restockSlots', [{ productInstallationId: 41, quantity: 3, full: true }]), known)
    expect(description).toMatchObject({
      kind: 'restock',
      machine: 'Lobby',
      lines: [{ slotNumber: '12', product: water, quantity: 3, unit: 'PIECE', isFull: true }],
    })
    expect(sumOf(description)).toEqual({ quantity: 3, places: 1 })
  })

  it('is a restock of an ingredient in its own unit', () => {
    expect(describe(entry('restockProducts', [{ productId: 2, quantity: 900 }]), known).lines).toMatchObject([
      { product: beans, quantity: 900, unit: 'GRAM' },
    ])
  })

  it('is a count with the shown quantity, its reason and its note', () => {
    const body = { type: 'LOSS', note: 'broken', stocks: [{ productInstallationId: 41, quantity: 4, baseQuantity: 6 }] }
    expect(describe(entry('changeInventory', body), known)).toMatchObject({
      kind: 'count',
      reason: 'LOSS',
      note: 'broken',
      lines: [{ before: 6, quantity: 4 }],
    })
  })

  it('adds goods to a van only with a load', () => {
    const items = [{ productId: 1, quantity: 3 }]
    const kindOf = (call: string, body: unknown) => describe({ call, machineId: 0, body }, known).lines.map(({ kind }) => kind)
    expect(kindOf('changeVan', { van: 1, type: 'LOAD', items })).toEqual(['added'])
    for (const type of ['RETURN', 'LOSS', 'COUNT']) expect(kindOf('changeVan', { van: 1, type, items })).toEqual(['counted'])
    const handed = { id: crypto.randomUUID(), from: 1, to: 2, at: 1_790_000_000_000, items, signature: 'A'.repeat(43) }
    expect(kindOf('handOver', handed)).toEqual(['counted'])
  })

  it('is an edit with only the changed fields', () => {
    const body = [{ slotId: 5, vendPrice: 1.5, maxQuantity: 10, base: { vendPrice: 1.2, maxQuantity: 10 } }]
    expect(describe(entry('editSlots', body), known).lines).toMatchObject([
      { slotNumber: '12', changes: [{ field: 'vendPrice', from: 1.2, to: 1.5 }] },
    ])
  })

  it('is an undo with the operation that it reverses', () => {
    expect(describe(entry('voidOperation', { operationId: 'a' }), known)).toMatchObject({
      kind: 'undo',
      undoes: { kind: 'restock', machine: 'Lobby' },
    })
    expect(describe(entry('voidOperation', { operationId: 'b' }), known)).toMatchObject({ kind: 'undo', undoes: null })
  })

  it('has names even for unknown slots and calls', () => {
    expect(describe(entry('restockSlots', [{ productInstallationId: 99, quantity: 3 }]), known).lines).toMatchObject([
      { slotNumber: null, product: null, quantity: 3 },
    ])
    expect(describe(entry('danceInCircles', {}), known).kind).toBe('unknown')
    expect(describe(entry('restockSlots', 'nonsense'), known).kind).toBe('unknown')
  })
})

about('a slot that another user changed meanwhile', () => {
  const body = [{ slotId: 5, vendPrice: 1.5, maxQuantity: 10, base: { vendPrice: 1.2, maxQuantity: 8 } }]
  const conflicts = conflictsOf({
    refusal: {
      code: 'SLOT_CHANGED',
      detail: { detail: 'x', details: [{ slotId: 5, conflicts: [{ field: 'vendPrice', mine: 1.5, theirs: 1.4 }] }] },
    },
  })

  it('shows both values', () => expect(conflicts).toEqual([{ slotId: 5, conflicts: [{ field: 'vendPrice', mine: 1.5, theirs: 1.4 }] }]))

  it("bases mine on the others' values", () => {
    expect(keepOwnValues(body, conflicts)).toEqual([
      { slotId: 5, vendPrice: 1.5, maxQuantity: 10, base: { vendPrice: 1.4, maxQuantity: 8 } },
    ])
  })

  it('keeps theirs and the remaining fields', () => {
    expect(acceptServerValues(body, conflicts)).toEqual([{ slotId: 5, maxQuantity: 10, base: { vendPrice: 1.2, maxQuantity: 8 } }])
  })

  it('is empty if only conflicting fields were changed', () => {
    expect(acceptServerValues([{ slotId: 5, vendPrice: 1.5, base: { vendPrice: 1.2 } }], conflicts)).toEqual([])
  })
})

about('editing an unsent restock', () => {
  const body = [
    { productInstallationId: 41, quantity: 3, full: true },
    { productInstallationId: 42, quantity: 2 },
  ]
  it('drops zero quantities, and clears full for changed ones', () => {
    expect(withQuantities(body, [1, 0])).toEqual([{ productInstallationId: 41, quantity: 1 }])
    expect(withQuantities(body, [3, 2])).toEqual(body)
  })
  it('is available for restocks only', () => {
    expect(quantitiesOf(entry('restockSlots', body))).toEqual([3, 2])
    expect(quantitiesOf(entry('changeInventory', body))).toBeNull()
  })
})
