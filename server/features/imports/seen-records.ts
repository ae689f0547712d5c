import { type Cell, shown } from '#domain/imports/cell.ts'
import { sellingPriceAmong } from '#domain/imports/fields.ts'
import { isInactive, isMachineState } from '#domain/imports/inactive.ts'
import { numberIn } from '#domain/imports/numbers.ts'
import { timesIn } from '#domain/imports/pieces.ts'
import { countryOfZone, noPostalCodes, seePostalCode, withPostalZeros } from '#domain/imports/postal-codes.ts'
import type { Understanding } from '#domain/imports/recognise.ts'
import { noTaxes, seeTax } from '#domain/imports/tax-rates.ts'
import type { ImportDoubt, ImportKind } from '#domain/imports.ts'
import type { Line } from '../../files/read-table.ts'

/** Maximum number of postal codes that are compared, and of values that are named. */
const MAX_CODES = 10_000
const MAX_NAMED = 5

type Doubt = { doubt: ImportDoubt; text: string | number; rows?: number[] }

/** Properties detected from all rows of machines, products and planograms. */
export class SeenRecords {
  readonly #kind: ImportKind
  readonly #understanding: Understanding
  readonly taxes = noTaxes()
  /** The first number of pieces that is written as a product, such as 6x8. */
  #times: string | null = null
  /** The selling price of products beside their cost, and how many costs are higher. */
  readonly #selling: number | undefined
  readonly #costs = { compared: 0, higher: 0, first: '' }
  /** Unknown words of a column that says which products or machines are in use. */
  readonly #unknownActivity = new Set<string>()
  readonly #postalCodes = noPostalCodes()
  /** Postal codes of digits, each with its country and its first row. */
  readonly #digits = new Map<string, { code: string; country: string; row: number }>()

  constructor(kind: ImportKind, understanding: Understanding) {
    this.#kind = kind
    this.#understanding = understanding
    const { heads, mapping } = understanding
    this.#selling = kind === 'PRODUCTS' && mapping.cost !== undefined ? sellingPriceAmong(heads, mapping) : undefined
  }

  see({ cells, number }: Line): void {
    const { heads, mapping } = this.#understanding
    const cell = (field: string): Cell => (mapping[field] === undefined ? null : (cells[mapping[field]] ?? null))
    this.#seeCost(cells)
    if (mapping.tax !== undefined) seeTax(this.taxes, cell('tax'))
    const pieces = cells[mapping.case ?? mapping.maximum ?? -1]
    if (this.#times === null && timesIn(pieces) !== null) this.#times = `${shown(pieces)} = ${timesIn(pieces)}`
    const status = shown(cell('status'))
    const isKnown = isInactive(status, heads[mapping.status ?? -1] ?? '') !== null || (this.#kind === 'MACHINES' && isMachineState(status))
    if (!isKnown && this.#unknownActivity.size < MAX_NAMED) this.#unknownActivity.add(status)
    const [code, country] = [shown(cell('postalCode')), shown(cell('country'))]
    seePostalCode(this.#postalCodes, code)
    if (/^\d{1,7}$/.test(code) && this.#digits.size < MAX_CODES && !this.#digits.has(`${code} ${country}`))
      this.#digits.set(`${code} ${country}`, { code, country, row: number })
  }

  #seeCost(cells: Line['cells']): void {
    if (this.#selling === undefined) return
    const column = this.#understanding.mapping.cost ?? -1
    const [cost, selling] = [numberIn(cells[column]), numberIn(cells[this.#selling])]
    if (cost === null || selling === null || selling <= 0) return
    this.#costs.compared++
    if (cost <= selling) return
    this.#costs.higher++
    this.#costs.first ||= `${shown(cells[column])} > ${shown(cells[this.#selling])}`
  }

  doubts(timezone: string): Doubt[] {
    const { heads, mapping } = this.#understanding
    const { compared, higher, first } = this.#costs
    const found: Doubt[] = []
    if (this.#times !== null) found.push({ doubt: 'TIMES', text: this.#times })
    if (higher > compared / 2) found.push({ doubt: 'CASE_COSTS', text: first })
    if (this.#kind === 'PRODUCTS' && mapping.sku !== undefined && mapping.sku === mapping.name)
      found.push({ doubt: 'NAMES_FOR_NUMBERS', text: heads[mapping.name] ?? '' })
    if (this.#unknownActivity.size > 0) found.push({ doubt: 'ACTIVITY', text: [...this.#unknownActivity].join(', ') })
    const codes = [...this.#digits.values()].map((one) => ({ ...one, whole: this.#wholeCode(one, countryOfZone(timezone)) }))
    const restored = codes.filter(({ whole }) => whole !== null && whole !== 'DOUBTFUL').slice(0, MAX_NAMED)
    const doubtful = codes.filter(({ whole }) => whole === 'DOUBTFUL').slice(0, MAX_NAMED)
    if (restored.length > 0) found.push({ doubt: 'POSTAL_ZEROS', text: restored.map(({ code, whole }) => `${code} = ${whole}`).join(', ') })
    if (doubtful.length > 0)
      found.push({ doubt: 'POSTAL_SHORT', text: doubtful.map(({ code }) => code).join(', '), rows: doubtful.map(({ row }) => row) })
    return found
  }

  #wholeCode({ code, country }: { code: string; country: string }, home: string | null) {
    return withPostalZeros(code, { country, home, facts: this.#postalCodes })
  }

  /** A postal code with the zeros that it has certainly lost. */
  postalCodeIn(timezone: string): (code: string, country: string) => string {
    const home = countryOfZone(timezone)
    return (code, country) => {
      const whole = this.#wholeCode({ code, country }, home)
      return whole === null || whole === 'DOUBTFUL' ? code : whole
    }
  }
}
