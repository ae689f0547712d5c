import { expect, test } from 'vitest'
import { packInventory, packSlots } from '#contract/sync.ts'
import { namesIn, storedNames } from './stored-names.ts'

const stock = { slotId: null, maxQuantity: 5, balance: 1, counted: null }
const mirror = {
  machine: { name: 'Łódź Rynek' },
  inventory: packInventory({
    machineId: 7,
    asOf: '2026-03-02T08:00:00Z',
    stocks: [
      { ...stock, productInstallationId: 70, slotNumber: 'A1', productId: 3 },
      { ...stock, productInstallationId: 71, slotNumber: 'A2', productId: 4 },
    ],
  }),
  slots: packSlots({
    machineId: 7,
    slots: [{ slotId: 40, slotNumber: 'A1', productId: 3, vendPrice: null, maxQuantity: 5, productInstallationId: null }],
  }),
}

test('an operation stores the names of its machine and slots only', () => {
  expect(namesIn([{ productInstallationId: 71, quantity: 2 }], mirror)).toEqual({
    machine: 'Łódź Rynek',
    places: [[71, 'A2', 4]],
    slots: [],
  })
  expect(namesIn({ stocks: [{ productInstallationId: 70, quantity: 2 }] }, mirror).places).toEqual([[70, 'A1', 3]])
  expect(namesIn([{ slotId: 40, vendPrice: 2 }], mirror).slots).toEqual([[40, 'A1', 3]])
  expect(namesIn(undefined, { machine: undefined, inventory: undefined, slots: undefined })).toEqual({
    machine: null,
    places: [],
    slots: [],
  })
})

test('stored names are found by machine and number', () => {
  const kept = storedNames([
    { machineId: 7 },
    { machineId: 8, named: namesIn([], mirror) },
    { machineId: 7, named: namesIn([{ productInstallationId: 71, slotId: 40 }], mirror) },
  ])
  expect(kept.machine(7)).toBe('Łódź Rynek')
  expect(kept.place(7, 71)).toEqual({ slotNumber: 'A2', productId: 4 })
  expect(kept.slot(7, 40)).toEqual({ slotNumber: 'A1', productId: 3 })
  expect([kept.machine(9), kept.place(8, 71), kept.slot(7, 41)]).toEqual([null, null, null])
})
