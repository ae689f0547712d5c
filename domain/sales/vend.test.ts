import { expect, test } from 'vitest'
import { bookedAs, soldFrom } from './vend.ts'

const LATTE = 7
const BEANS = 8
const stay = { slotNumber: null, installedAt: 0, removedAt: null }
const sold = soldFrom({
  stays: [
    { ...stay, point: 1, kind: 'SLOT', slotNumber: '11', productId: 5, installedAt: 100, removedAt: 200 },
    { ...stay, point: 2, kind: 'SLOT', slotNumber: '11', productId: 6, installedAt: 200 },
    { ...stay, point: 3, kind: 'SELECTION', slotNumber: '1', productId: LATTE },
    { ...stay, point: 4, kind: 'CANISTER', productId: BEANS, removedAt: 500 },
  ],
  recipes: [
    { productId: LATTE, validFrom: 100, ingredientId: BEANS, share: 7_500 },
    { productId: LATTE, validFrom: 300, ingredientId: BEANS, share: 8_000 },
    { productId: LATTE, validFrom: 300, ingredientId: 99, share: 1_000 },
  ],
})

test("a vend reduces the stock of the slot's product at that time", () => {
  expect(sold('11', 199)).toEqual({ productId: 5, takes: [{ point: 1, quantity: 1_000 }] })
  expect(sold('11', 200)).toEqual({ productId: 6, takes: [{ point: 2, quantity: 1_000 }] })
})

test('a drink uses the recipe and canisters of that time', () => {
  expect(sold('1', 50)).toEqual({ productId: LATTE, takes: [] })
  expect(sold('1', 299)).toEqual({ productId: LATTE, takes: [{ point: 4, quantity: 7_500 }] })
  expect(sold('1', 300)).toEqual({ productId: LATTE, takes: [{ point: 4, quantity: 8_000 }] })
  expect(sold('1', 500)).toEqual({ productId: LATTE, takes: [] })
})

test('a vend of an unknown selection is still a sale', () => {
  expect(sold('11', 99)).toEqual({ productId: null, takes: [] })
  expect(sold('77', 150)).toEqual({ productId: null, takes: [] })
})

test("a vend is booked by the machine's mapping, the default, or its own method", () => {
  const mapping = new Map([['CASHLESS_2', 'BLIK']])
  expect(['CASHLESS_2', 'CASHLESS_1', 'VOUCHER'].map((method) => bookedAs(method, mapping))).toEqual(['BLIK', 'CREDIT_CARD', 'VOUCHER'])
})

test('a selection has one spelling, unless a machine has both', () => {
  for (const written of ['011', ' 11', '0011']) expect(sold(written, 150)).toEqual(sold('11', 150))
  const both = soldFrom({
    stays: [
      { ...stay, point: 1, kind: 'SLOT', slotNumber: '1', productId: 5 },
      { ...stay, point: 2, kind: 'SLOT', slotNumber: '01', productId: 6 },
      { ...stay, point: 3, kind: 'SLOT', slotNumber: 'A2', productId: 9 },
    ],
    recipes: [],
  })
  expect(['1', '01', '001', 'a2', 'A02'].map((selection) => both(selection, 1).productId)).toEqual([5, 6, null, 9, null])
})
