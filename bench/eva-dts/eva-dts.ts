import { readAudits } from '#domain/dex/reading.ts'
import { MEANS, write } from '../../tests/dex/believable.ts'
import { megabytes } from '../../tests/dex/hostile.ts'
import { medians } from '../rounds.ts'
import { ms, type Row, within } from '../table.ts'

const ROUNDS = 11

/** Measures the parser of DEX read-outs, with a large machine and with malformed files. */
export async function evaDts(): Promise<Row[]> {
  const audit = vendingDay(70)
  const files = megabytes()
  const taken = await medians(
    { audit: timed(audit, 50), ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, timed(file)])) },
    ROUNDS,
  )
  const [worst = '', longest = Number.NaN] = Object.entries<number>(taken)
    .filter(([name]) => name in files)
    .reduce((a, b) => (b[1] > a[1] ? b : a))
  return [
    within(`audit of 70 selections, ${(audit.length / 1000).toFixed(0)} kB, four means of payment each`, taken.audit, 2, ms),
    within(`1 MB of anything: the worst of ${Object.keys(files).length} kinds, ${worst}`, longest, 100, ms),
  ]
}

/** Milliseconds per read. Short reads are repeated because of the clock's resolution. */
const timed =
  (file: Uint8Array, times = 1) =>
  async () => {
    const begun = performance.now()
    for (let time = 0; time < times; time++) readAudits(file)
    return (performance.now() - begun) / times
  }

/** The DEX read-out of a machine with this many selections, all of them sold, as bytes. */
function vendingDay(selections: number): Uint8Array {
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
