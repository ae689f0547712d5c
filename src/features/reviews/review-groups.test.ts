import { expect, it } from 'vitest'
import type { ReviewItem } from '#contract/reviews.ts'
import { groupsOf, othersUndone } from './review-groups.ts'

const item = (id: number, operation: string, traits: Partial<ReviewItem> = {}): ReviewItem => ({
  id,
  kind: 'MACHINE_GONE',
  choices: ['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO'],
  created: '2026-03-02T08:00:00.000Z',
  machine: { id: 1, name: 'Library', inService: false },
  operation: {
    id: operation,
    call: 'restockSlots',
    at: '2026-03-02T07:00:00.000Z',
    received: '2026-03-02T08:00:00.000Z',
    said: '2026-03-02T07:00:00.000Z',
    changes: [],
    user: { id: 2, name: 'Eva Nowak' },
    others: 0,
  },
  van: null,
  place: {
    productInstallationId: id,
    slotId: id,
    slotNumber: String(id),
    product: {
      id: 3,
      sku: 'COLA',
      name: 'Cola',
      volume: 330,
      volumeType: 'MILLILITRE',
      packaging: 'CAN',
      deleted: false,
    },
    moved: 2,
    counted: null,
    remains: null,
    currentQuantity: 2,
    maxQuantity: 8,
    now: null,
  },
  proposal: null,
  ...traits,
})
const idsOf = (items: ReviewItem[]) => groupsOf(items).map((group) => group.map(({ id }) => id))

it('the slots filled by one operation in a deleted machine are one group', () => {
  expect(idsOf([item(1, 'a'), item(2, 'b'), item(3, 'a'), item(4, 'a')])).toEqual([[1, 3, 4], [2]])
})

it('items with decisions of their own are separate', () => {
  const closed = { kind: 'CLOSED_INSTALLATION' }
  expect(idsOf([item(1, 'a', closed), item(2, 'a', closed)])).toEqual([[1], [2]])
  // Nothing was put in, or it was cash.
  const empty = { choices: ['KEEP', 'UNDO'] }
  expect(idsOf([item(1, 'a', empty), item(2, 'a'), item(3, 'a', { place: null })])).toEqual([[1], [2], [3]])
})

it('undoing an item of one slot undoes the other slots of the operation', () => {
  const { place, operation } = item(1, 'a')
  if (!place) throw new Error('no place')
  const { product } = place
  const change = (slotNumber: string) => ({ kind: 'delta' as const, amount: 2, product, slotNumber })
  const restock = { ...operation, changes: [change('1'), change('2'), change('3')] }
  expect(othersUndone(item(1, 'a', { operation: restock }))).toBe(2)
  expect(othersUndone(item(1, 'a', { operation: { ...restock, changes: [change('1')] } }))).toBe(0)
  expect(othersUndone(item(1, 'a', { operation: restock, choices: ['KEEP'] }))).toBe(0)
  expect(othersUndone(item(1, 'a', { operation: restock, place: null }))).toBe(0)
})
