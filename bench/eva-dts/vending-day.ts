import { MEANS, write } from '../../tests/dex/believable.ts'

/** The DEX read-out of a machine with this many selections, all of them sold, as bytes. */
export function vendingDay(selections: number): Uint8Array {
  const sold = (index: number) => ({ count: 500 + index, value: (500 + index) * 150 })
  const text = write({
    serial: 'SNACK 70',
    board: 'B-1',
    currency: { numeric: '1978', decimals: 2 },
    selections: Array.from({ length: selections }, (_, index) => ({
      number: String(11 + index),
      name: `PRODUCT ${index}`,
      price: 150,
      paid: { [MEANS[0]]: sold(index), [MEANS[1]]: sold(index), [MEANS[2]]: sold(index), [MEANS[3]]: sold(index) },
      free: 3,
      test: 2,
    })),
    cash: { box: 700_000, tubes: 9_000, bills: 200_000, recycled: 0, overpaid: 300, dispensed: 8_000 },
  })
  return new TextEncoder().encode(text)
}
