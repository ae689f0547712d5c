import { readAudits } from '#domain/dex/reading.ts'
import { megabytes } from '../../tests/dex/hostile.ts'
import { medians } from '../rounds.ts'
import { ms, type Row, within } from '../table.ts'
import { vendingDay } from './vending-day.ts'

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
