import type { ImportKind } from '../imports.ts'
import { type Cell, shown } from './cell.ts'
import { isDate } from './dates.ts'
import { FIELDS } from './fields.ts'
import { type DecimalMark, numberIn } from './numbers.ts'

const isSame = (one: number, other: number) => Math.abs(one - other) < 0.005

type Sums = { rows: number; of: number[] }

/**
 * Recognizes totals without a word by their shape: only figures, without a date or a name, each the sum of its column or the number of rows
 * above. Counts since the last total and since the first row. Takes the rows in their order.
 */
export class FigureTotals {
  readonly #kind: ImportKind
  readonly #mapping: Readonly<Record<string, number>>
  readonly #figures: readonly number[]
  readonly #required: readonly number[]
  readonly #mark: DecimalMark | undefined
  readonly #all: Sums
  #part: Sums

  constructor(kind: ImportKind, mapping: Readonly<Record<string, number>>, mark?: DecimalMark) {
    const columnsOf = (is: (field: (typeof FIELDS)[ImportKind][number]) => boolean) =>
      FIELDS[kind].filter(is).flatMap(({ name }) => mapping[name] ?? [])
    this.#kind = kind
    this.#mapping = mapping
    this.#figures = columnsOf((field) => field.kind === 'number')
    this.#required = columnsOf(({ required }) => required)
    this.#mark = mark
    this.#all = this.#none()
    this.#part = this.#none()
  }

  /** Whether a row is such a total. Other rows are added to the sums. */
  isTotal(cells: readonly Cell[]): boolean {
    const figures = this.#figures.map((column) => numberIn(cells[column] ?? null, this.#mark))
    if ([this.#part, this.#all].some((sums) => this.#fits(cells, figures, sums)) && this.#isIncomplete(cells)) {
      this.end()
      return true
    }
    for (const sums of [this.#part, this.#all]) {
      sums.rows++
      for (const [at, figure] of figures.entries()) sums.of[at] = (sums.of[at] ?? 0) + (figure ?? 0)
    }
    return false
  }

  /** Starts the sums of the next part. The caller found a total by its word. */
  end(): void {
    this.#part = this.#none()
  }

  #none(): Sums {
    return { rows: 0, of: this.#figures.map(() => 0) }
  }

  /** A row with all that a record needs is one, whatever its figures are. */
  #isIncomplete(cells: readonly Cell[]): boolean {
    if (this.#kind === 'SALES') return this.#mapping.at !== undefined && !isDate(cells[this.#mapping.at] ?? null)
    return this.#required.some((column) => shown(cells[column]) === '')
  }

  #fits(cells: readonly Cell[], figures: readonly (number | null)[], { rows, of }: Sums): boolean {
    if (rows < 2) return false
    const areSums = figures.every((figure, at) => figure === null || isSame(figure, of[at] ?? 0))
    if (!areSums || !figures.some((figure) => figure !== null && figure !== 0)) return false
    const named = Object.values(this.#mapping).filter((column) => !this.#figures.includes(column))
    return cells.every((cell, column) => {
      if (shown(cell) === '') return true
      const number = numberIn(cell, this.#mark)
      return number !== null && (!named.includes(column) || number === rows)
    })
  }
}
