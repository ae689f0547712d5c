import { beginningOf } from '#domain/characters.ts'
import { cached } from '#domain/imports/cached.ts'
import { plainHead } from '#domain/imports/heads.ts'
import { PAYMENT_WORDS, stateNamed } from '#domain/imports/words.ts'
import { decimalsOf } from '#domain/money.ts'
import { isTransactionType } from '#domain/sales/transaction.ts'
import { MAX_PRICE } from '#domain/slots/slot.ts'
import type { Moment } from '#domain/time.ts'
import { echoed, type Problem, type Row } from '../../files/read-rows.ts'
import type { PastSale } from './imports.store.ts'
import type { Known } from './known.ts'
import {
  hasMoreDecimals,
  inUnits,
  machineNamed,
  numberOf,
  productNamed,
  productsListed,
  slotOf,
  textOf,
  type Understood,
} from './understand.ts'

/** Rows with more pieces than this are implausible. */
const MAX_PIECES = 1_000

type SaleWays = {
  known: Known
  currency: string
  now: Moment
  inMinor: boolean
  unitPrice: boolean
  hasOwnWords: boolean
  idOf(row: number, part: number): string
}

/** The sales of one row: several if it has a quantity, or several products in one payment. */
export function salesOf(row: Row, { known, currency, now, inMinor, unitPrice, hasOwnWords, idOf }: SaleWays): Understood<PastSale> {
  const problems: Problem[] = []
  const wrong = (field: string, code: Problem['code'], value: unknown = row.values[field]) => {
    problems.push({ row: row.row, field, code, value: echoed(value as string) })
    return { records: [], problems }
  }
  const finest = 10 ** decimalsOf(currency)
  const unitsOf = (value: number | null) => (value === null ? null : inUnits(value, { currency, inMinor }))
  const [name, at, price] = [textOf(row, 'machine'), numberOf(row, 'at'), unitsOf(numberOf(row, 'price'))]
  const pieceCount = numberOf(row, 'quantity') ?? 1
  // A negative quantity is a refund.
  const [quantity, sign] = pieceCount < 0 ? [-pieceCount, -1] : [pieceCount, 1]
  const amount = unitsOf(numberOf(row, 'amount'))
  const total = amount === null ? (price === null ? null : price * quantity) : unitPrice ? amount * quantity : amount
  if (total === null) return wrong('amount', 'MISSING')
  if (name === null || at === null) return { records: [], problems }
  const machine = machineNamed(known, name)
  if (!machine) return wrong('machine', 'UNKNOWN_MACHINE')
  if (machine === 'two') return wrong('machine', 'TWO_MACHINES')
  if (at > now) return wrong('at', 'IN_FUTURE', toWall(at))
  if (at < Date.UTC(2000)) return wrong('at', 'TOO_OLD', toWall(at))
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_PIECES) return wrong('quantity', 'OUT_OF_RANGE')
  const whole = total * finest
  if (Math.abs(total) > MAX_PRICE * quantity) return wrong('amount', 'OUT_OF_RANGE')
  if (hasMoreDecimals(total, currency)) return wrong('amount', 'NOT_A_NUMBER')
  const type = typeNamed(textOf(row, 'type'), hasOwnWords)
  const named = textOf(row, 'product')
  const several = productsListed(known, row)
  const products = (several ?? [{ product: named, slot: '', price: null }]).map((one) => ({
    ...one,
    found: one.product === null || one.product === '' ? null : productNamed(known, one.product),
  }))
  const unknown = products.find(({ found }) => found === undefined)
  if (unknown) return wrong('product', 'UNKNOWN_PRODUCT', unknown.product)
  const pieces = products.length > 1 ? products : Array.from({ length: quantity }, () => products[0])
  const amounts = shared(
    Math.round(whole),
    pieces.map((one) => one?.price ?? null),
    finest,
  )
  const card = type === 'RFID' ? textOf(row, 'card') : null
  const reference = textOf(row, 'id')
  return {
    problems,
    records: pieces.map((one, index) => ({
      row: row.row,
      part: (row.firstPart ?? 0) + index,
      id: idOf(row.row, (row.firstPart ?? 0) + index),
      machineId: machine.id,
      at,
      amountMinor: sign < 0 ? -Math.abs(amounts[index] ?? 0) : (amounts[index] ?? 0),
      type,
      slotNumber: beginningOf(slotOf(row) ?? one?.slot ?? '', 20),
      productId: one?.found?.id ?? null,
      card,
      reference: reference === null ? null : beginningOf(reference, 100),
    })),
  }
}

/** Divides a total among its pieces: by their own prices if these add up to it, otherwise evenly without losing a remainder. */
function shared(total: number, prices: readonly (number | null)[], finest: number): number[] {
  const own = prices.map((price) => (price === null ? null : Math.round(price * finest)))
  if (prices.length > 1 && own.every((price) => price !== null) && own.reduce((sum, price) => sum + (price ?? 0), 0) === total)
    return own.map((price) => price ?? 0)
  const each = Math.trunc(total / prices.length)
  return prices.map((_, index) => (index === 0 ? total - each * (prices.length - 1) : each))
}

/** The payment type named in a file. "Credit" means remote credit only in exports of this system. */
function typeNamed(text: string | null, hasOwnWords: boolean): string {
  if (text === null) return 'UNKNOWN'
  const upper = hasOwnWords ? codeOf(text) : ''
  return isTransactionType(upper) ? upper : paymentNamed(text)
}

const codeOf = (text: string) => text.toUpperCase().replaceAll(/\s+/g, '_')

const paymentNamed = cached((said: string): string => {
  const upper = codeOf(said)
  const known = PAYMENT_WORDS.get(plainHead(said))
  if (known) return known
  // "Sale" does not specify the payment method.
  return stateNamed(said) === 'SOLD' ? 'UNKNOWN' : isTransactionType(upper) && upper !== 'REFUND' ? upper : beginningOf(upper, 40)
})

const toWall = (at: Moment) => new Date(at).toISOString().slice(0, 10)
