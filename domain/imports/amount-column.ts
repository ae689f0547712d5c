import { isNoAmount, taxOfHead } from './amounts.ts'
import type { FileRow } from './cell.ts'
import type { ColumnShape } from './column-shapes.ts'
import { plainHead } from './heads.ts'
import { numberIn } from './numbers.ts'
import { withoutTax } from './tax-words.ts'

/** Columns beside an amount, in the form of `plainHead`: discounts, and what was paid in the end. */
const DISCOUNT =
  /discount|rabatt?|rabais|remise|sconto|descuento|desconto|korting|sleva|indirim|скидк|знижк|zniżk|kedvezm|alennus|折扣|优惠|値引|割引|할인|خصم/u
const PAID =
  /\b(?:final|paid|charged|settled|captured|vended|abgerechnet|gebucht|rozliczon|liquidad|capturad|capture|regolat|contabilizzat|endpreis|koncow|zaplac|pagad|pago|paye|pagat|betaald|betald|betalt|bezahlt|ostatecz)|实付|実|確定|оплач|списан/u
/** Listed prices, and amounts that were only requested or reserved. */
const LISTED =
  /\b(?:requested|authori[sz]|pre auth|preauth|reserved|angefragt|angefordert|autoris|reserviert|zadan|autoryz|zarezerw|solicitad|autorizad|reservad|demande|richiest|autorizzat|list|listed|regular|original|catalogue?|base|listenpreis|katalog|cennik|listino|tarif|before)|与信|オーソリ|定価|标价|原价|прайс|запрош|авториз/u

type Choosing = {
  shapes: readonly ColumnShape[]
  sample: readonly FileRow[]
  heads: readonly string[]
  mapping: Record<string, number>
  byContent: string[]
  part(column: number, of: 'numbers' | 'dates' | 'times'): number
  isFilled(column: number): boolean
}

/**
 * Selects the column of the amount paid: with tax before without it, and a total before its parts. Returns the headers of other candidates.
 */
export function chooseAmount({ mapping, byContent, shapes, sample, heads, part, isFilled }: Choosing): string[] {
  const head = (column: number) => heads[column] ?? ''
  const isMoney = (column: number) =>
    isFilled(column) && part(column, 'numbers') > 0.8 && part(column, 'dates') < 0.2 && part(column, 'times') < 0.5
  const field = mapping.amount === undefined ? 'price' : 'amount'
  const named = mapping[field]
  if (named !== undefined) {
    const nameOf = (column: number) => withoutTax(plainHead(head(column)))
    const plain = nameOf(named)
    // Several columns have this name: select the one with tax.
    const others = shapes.map((_, column) => column).filter((column) => column !== named && isMoney(column) && nameOf(column) === plain)
    const gross =
      taxOfHead(head(named)) === 'NET'
        ? shapes.findIndex(
            (_, column) =>
              column !== named && isMoney(column) && taxOfHead(head(column)) === 'GROSS' && !isNoAmount(plainHead(head(column))),
          )
        : -1
    const better =
      gross >= 0
        ? gross
        : others.find(
            (column) => taxOfHead(head(column)) === 'GROSS' || (taxOfHead(head(named)) === 'NET' && taxOfHead(head(column)) === null),
          )
    if (better !== undefined) {
      mapping[field] = better
      for (const other of Object.keys(mapping)) if (other !== field && mapping[other] === better) delete mapping[other]
      return []
    }
    if (field === 'price') return []
    return others.filter((column) => taxOfHead(head(column)) === null && differs(sample, named, column)).map((column) => head(column))
  }
  const taken = new Set(Object.values(mapping))
  const candidates = shapes
    .map((_, column) => column)
    .filter((column) => !taken.has(column) && isMoney(column) && (shapes[column]?.most ?? 0) <= 1e6 && !isNoAmount(plainHead(head(column))))
  const numeric = numbersOf(
    sample,
    shapes.map((_, column) => column).filter((column) => isMoney(column) && !DISCOUNT.test(plainHead(head(column)))),
  )
  const weights = new Map(
    candidates.map((column) => {
      const shape = shapes[column]
      const tax = taxOfHead(head(column))
      const ofParts = isSumOfOthers(numeric, column) ? 2 : 0
      const ofTax = tax === 'GROSS' ? 1 : tax === 'NET' ? -1 : 0
      const plain = plainHead(head(column))
      const ofPaid = PAID.test(plain) ? 1 : LISTED.test(plain) ? -1 : 0
      return [column, ofParts + ofTax + ofPaid + (shape ? shape.decimals / Math.max(1, shape.filled) : 0)]
    }),
  )
  const weight = (column: number) => weights.get(column) ?? 0
  const best = candidates.toSorted((a, b) => weight(b) - weight(a) || a - b)[0]
  if (best === undefined) return []
  mapping.amount = best
  byContent.push('amount')
  return candidates
    .filter((column) => column !== best && weight(column) > weight(best) - 1 && differs(sample, best, column))
    .map((column) => head(column) || `${column + 1}`)
}

const differs = (sample: readonly FileRow[], one: number, other: number) =>
  sample.some(({ cells }) => numberIn(cells[one]) !== numberIn(cells[other]))

type Numbers = ReadonlyMap<number, readonly (number | null)[]>

/** The numbers of some columns in the first rows, parsed once because each column is compared with many others. */
const numbersOf = (sample: readonly FileRow[], columns: readonly number[]): Numbers =>
  new Map(columns.map((column) => [column, sample.slice(0, 50).map(({ cells }) => numberIn(cells[column]))]))

/** Whether a column is the sum of two others in nearly all rows: net and tax. */
function isSumOfOthers(numbers: Numbers, column: number): boolean {
  const sums = numbers.get(column) ?? []
  const others = [...numbers].flatMap(([other, values]) => (other === column ? [] : [values])).slice(0, 12)
  return others.some((one, at) => others.slice(at + 1).some((other) => isSum(sums, one, other)))
}

/** Stops at the first row with too many misses, because a file can have hundreds of columns. */
function isSum(sums: readonly (number | null)[], one: readonly (number | null)[], other: readonly (number | null)[]): boolean {
  let hits = 0
  let misses = 0
  for (const [row, sum] of sums.entries()) {
    const [a, b] = [one[row], other[row]]
    // A net amount is the sum of an amount and a negative fee.
    if (!sum || !a || !b || Math.sign(a) !== Math.sign(b)) continue
    if (Math.abs(sum - a - b) < 0.02) hits++
    else if (++misses > sums.length * 0.1) return false
  }
  return hits > 0 && hits >= (hits + misses) * 0.9
}
