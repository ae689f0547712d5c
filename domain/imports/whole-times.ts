import { type Cell, plainDigits, shown } from './cell.ts'
import { hourIn } from './hours.ts'

/** The digits of HHMM and HHMMSS. */
type TimeDigits = 4 | 6

const WHOLE = /^\d{1,6}$/
/** The share of cells that may be something else. */
const FEW = 0.1

/** A time such as 5, which has lost the zeros before it, with as many digits as its column has; any other cell as it is. */
export function withZeros(cell: Cell, digits: TimeDigits | null | undefined): Cell {
  const text = plainDigits(shown(cell))
  return digits && WHOLE.test(text) ? text.padStart(digits, '0') : cell
}

/**
 * Observations about a column of times that are whole numbers, such as 5, 93005 and 235959. Spreadsheets remove the zeros before them, so that
 * only the whole column shows what a short one means.
 */
export class WholeTimes {
  #filled = 0
  #whole = 0
  #most = 0
  /** A text has kept its zero, so that no other has lost it. */
  #isKept = false
  #wrong: Record<TimeDigits, number> = { 4: 0, 6: 0 }
  /** The first cell of at most two digits, and of at most four. */
  #short: Record<TimeDigits, string | null> = { 4: null, 6: null }

  see(cell: Cell): void {
    const text = plainDigits(shown(cell))
    if (text === '') return
    this.#filled++
    if (!WHOLE.test(text)) return
    this.#whole++
    this.#most = Math.max(this.#most, text.length)
    if (text.length > 1 && text.startsWith('0')) this.#isKept = true
    for (const digits of [4, 6] as const) {
      if (text.length > digits || hourIn(withZeros(text, digits)) === null) this.#wrong[digits]++
      else if (text.length <= digits - 2) this.#short[digits] ??= text
    }
  }

  /** The number of digits with all zeros; null if the column has other times, or only hours. */
  get digits(): TimeDigits | null {
    if (this.#isKept || this.#most <= 2 || this.#whole < this.#filled * (1 - FEW)) return null
    const isFour = this.#most <= 4 && (this.#wrong[4] === 0 || this.#wrong[6] > 0)
    const digits = isFour ? 4 : 6
    return this.#wrong[digits] > this.#filled * FEW ? null : digits
  }

  /** The first time that another column could mean otherwise, and how it is read: 5 = 00:00:05. */
  get example(): string | null {
    const { digits } = this
    const short = digits && this.#short[digits]
    return digits && short ? `${short} = ${short.padStart(digits, '0').replaceAll(/\d\d(?!$)/g, '$&:')}` : null
  }
}
