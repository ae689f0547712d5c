import { encode } from 'uqr'

/** Adjacent dark modules in one row. */
export type Run = { x: number; y: number; length: number }

/** Modules that must stay white on every side; without them scanners do not find the code. */
export const QUIET_MODULES = 4

/** `size` modules square, without the quiet zone. It remains readable if a quarter is scratched or covered. */
type QrCode = { size: number; runs: Run[] }

export function qrCodeOf(address: string): QrCode {
  const { size, data } = encode(address, { ecc: 'Q', boostEcc: true, border: 0 })
  return { size, runs: data.flatMap((row, y) => runsIn(row, y)) }
}

function runsIn(row: readonly boolean[], y: number): Run[] {
  const runs: Run[] = []
  row.forEach((dark, x) => {
    const last = runs.at(-1)
    if (!dark) return
    if (last && last.x + last.length === x) last.length++
    else runs.push({ x, y, length: 1 })
  })
  return runs
}
