import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

const of = (action: string, before: unknown, after: unknown) => changesOf({ action, before, after }, 'EUR')

test('an edited slot shows only what was changed, with its slot', () => {
  const before = [{ slotId: 5, productId: 1, vendPrice: 150, maxQuantity: 10 }]
  expect(of('slots-edited', before, [{ slotId: 5, vendPrice: 180, productId: 2 }])).toEqual([
    { about: { kind: 'slot', id: 5 }, field: 'vendPrice', before: { as: 'money', value: 1.5 }, after: { as: 'money', value: 1.8 } },
    {
      about: { kind: 'slot', id: 5 },
      field: 'productId',
      before: { as: 'thing', kind: 'product', id: 1 },
      after: { as: 'thing', kind: 'product', id: 2 },
    },
  ])
})

test('a removed slot shows its last values', () => {
  const before = { slotId: 5, productId: 1, vendPrice: 150, maxQuantity: null }
  const fields = of('slot-deleted', before, { stock: 'LOST' }).map(({ field, before: was, after }) => [field, was?.as, after?.as])
  expect(fields).toEqual([
    ['productId', 'thing', undefined],
    ['vendPrice', 'money', undefined],
    ['stock', undefined, 'choice'],
  ])
})

test('a copied planogram shows every slot once', () => {
  const slot = { productId: 1, vendPrice: 100, maxQuantity: 10 }
  const changes = of(
    'slots-copied',
    { removed: [{ slotId: 7, slotNumber: '3', ...slot }] },
    {
      source: 9,
      stock: 'LATER',
      created: [{ slotNumber: '2', ...slot }],
      changed: [{ slotId: 6, slotNumber: '1', from: slot, to: { ...slot, vendPrice: 120 } }],
      ingredients: [{ productId: 4, from: 1_000, to: 2_000 }],
    },
  )
  expect(changes.map(({ about, field }) => [about && ('name' in about ? about.name : about.id), field])).toEqual([
    [null, 'source'],
    [null, 'stock'],
    ['1', 'vendPrice'],
    ['2', 'productId'],
    ['2', 'vendPrice'],
    ['2', 'maxQuantity'],
    ['3', 'productId'],
    ['3', 'vendPrice'],
    ['3', 'maxQuantity'],
    [4, 'maxQuantity'],
  ])
})

test('a template shows its changed name and each changed slot', () => {
  const slot = { productId: 1, vendPrice: 100, maxQuantity: 10 }
  const changed = of(
    'template-changed',
    { name: 'Old', removed: [] },
    { name: 'New', created: [], changed: [{ slotNumber: '1', from: slot, to: { ...slot, vendPrice: 120 } }] },
  )
  expect(changed.map(({ about, field }) => [about && 'name' in about ? about.name : null, field])).toEqual([
    [null, 'name'],
    ['1', 'vendPrice'],
  ])
  const removed = [{ slotNumber: '1', ...slot }]
  expect(of('template-deleted', { name: 'Old', removed }, {}).map(({ field }) => field)).toEqual([
    'name',
    'productId',
    'vendPrice',
    'maxQuantity',
  ])
})

test('amounts in minor units and decimals are compared as amounts', () => {
  const before = { id: 1, cardIdentifier: 'K', holderName: 'Ann', balance: 2_000, recurring: 500, isActive: true, createdAt: 1 }
  expect(of('pass-changed', before, { creditAmount: 20, recurringCreditAmount: 6, holderName: 'Ann' })).toEqual([
    { about: null, field: 'recurringCreditAmount', before: { as: 'money', value: 5 }, after: { as: 'money', value: 6 } },
  ])
})

test('lines of a purchase and ingredients of a drink are parts of their own', () => {
  const line = { productId: 3, quantity: 2 }
  const purchase = of(
    'purchase-changed',
    { supplierId: 8, status: 'PLANNED', deliveredAt: null, lines: [{ ...line, unitCostMinor: 300 }] },
    { supplier: { identifier: 8 }, status: 'ON_ORDER', deliveredAt: null, items: [{ ...line, unitCost: 4 }] },
  )
  expect(purchase.map(({ about, field }) => [about, field])).toEqual([
    [null, 'status'],
    [{ kind: 'product', id: 3 }, 'unitCost'],
  ])
  const recipe = (shareAmount: number) => ({ name: 'Latte', ingredients: [{ id: 4, shareAmount }] })
  expect(of('product-changed', recipe(7), recipe(8))).toEqual([
    { about: { kind: 'product', id: 4 }, field: 'shareAmount', before: { as: 'number', value: 7 }, after: { as: 'number', value: 8 } },
  ])
})

test('settings show money, rates, days and times of day as such', () => {
  const shown = (action: string, after: unknown) => Object.fromEntries(of(action, null, after).map((one) => [one.field, one.after]))
  expect(shown('commission-set', { validFrom: '2026-03-01', percent: 12.5, base: 'GROSS', monthly: 40 })).toEqual({
    validFrom: { as: 'day', text: '2026-03-01' },
    percent: { as: 'percent', value: 12.5 },
    base: { as: 'choice', text: 'GROSS' },
    monthly: { as: 'money', value: 40 },
  })
  expect(shown('planning-changed', { worksFrom: 480, worksUntil: 1_440, pauseMinutes: 30, weekdays: [1, 7], hourCost: 31.5 })).toEqual({
    worksFrom: { as: 'timeOfDay', value: 480 },
    worksUntil: { as: 'timeOfDay', value: 1_440 },
    pauseMinutes: { as: 'number', value: 30 },
    weekdays: {
      as: 'list',
      items: [
        { as: 'weekday', value: 1 },
        { as: 'weekday', value: 7 },
      ],
    },
    hourCost: { as: 'money', value: 31.5 },
  })
  expect(shown('quiet-hours-set', { quietHours: { from: 1_200, to: 420, days: [6], urgentToo: true } })).toEqual({
    quietHours: {
      as: 'list',
      items: [
        { as: 'timeOfDay', value: 1_200 },
        { as: 'timeOfDay', value: 420 },
        { as: 'list', items: [{ as: 'weekday', value: 6 }] },
        { as: 'flag', value: true },
      ],
    },
  })
  // The number of a round, although `to` of quiet hours is a time.
  expect(shown('round-changed', { machine: 5, to: 9 })).toMatchObject({ movedTo: { as: 'number', value: 9 } })
  expect(shown('money-settings-changed', { defaultTax: 5.5, defaultTaxValidFrom: '2026-04-01' })).toEqual({
    defaultTax: { as: 'percent', value: 5.5 },
    defaultTaxValidFrom: { as: 'day', text: '2026-04-01' },
  })
})

test('hostile use: any content is read without an error', () => {
  for (const value of [null, undefined, 5, 'x', [], [1], [[{}]], { a: { b: [{ c: {} }] } }, { items: 3, ingredients: [null] }])
    for (const action of ['slots-edited', 'slots-copied', 'slot-deleted', 'unheard-of'])
      expect(() => [of(action, value, value), of(action, null, value), of(action, value, null)]).not.toThrow()
})
