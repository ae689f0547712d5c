import type { MachineType } from '#domain/machines/machine.ts'
import { decimalsOf, toMinor } from '#domain/money.ts'
import type { Packaging, VolumeType } from '#domain/products/product.ts'
import { type ProductFields, problemsOf, withPackaging } from '#domain/products/product-rules.ts'
import { isTransactionType } from '#domain/sales/transaction.ts'
import { HIGHEST_PRICE, MOST_IN_SLOT } from '#domain/slots/slot.ts'
import type { Moment } from '#domain/time.ts'
import { plainHead } from '../../files/heads.ts'
import type { Problem, Row } from '../../files/read-rows.ts'
import { type Known, type NewMachine, type NewProduct, type NewSlot, nameKey, type PastSale } from './imports.store.ts'

/** What rows mean for a company, and what of them cannot be taken in. */
export type Understood<T> = { records: T[]; problems: Problem[] }

const words = <T extends string>(known: Record<T, readonly string[]>): ReadonlyMap<string, T> =>
  new Map(
    (Object.entries(known) as [T, readonly string[]][]).flatMap(([value, names]) =>
      [value, ...names].map((name) => [plainHead(name), value] as const),
    ),
  )

const MACHINE_WORDS = words<MachineType>({
  COFFEE: [
    'coffee',
    'coffee machine',
    'hot drinks',
    'hot',
    'kawa',
    'kawowy',
    'napoje gorące',
    'kaffee',
    'heißgetränke',
    'café',
    'cafe',
    'caffè',
  ],
  SNACK: [
    'snack',
    'snacks',
    'combi',
    'combo',
    'cold drinks',
    'can',
    'przekąski',
    'vendingowy',
    'kombi',
    'kaltgetränke',
    'merienda',
    'spuntini',
  ],
})
const PACKAGING_WORDS = words<Packaging>({
  PIECE: ['piece', 'snack', 'bar', 'sztuka', 'szt', 'stück', 'pieza', 'pezzo', 'pièce'],
  CAN: ['can', 'puszka', 'dose', 'lata', 'lattina', 'canette'],
  BOTTLE: ['bottle', 'butelka', 'flasche', 'botella', 'garrafa', 'bottiglia', 'bouteille'],
  COFFEE: ['coffee', 'hot drink', 'kawa', 'napój gorący', 'kaffee', 'heißgetränk', 'café', 'caffè'],
  INGREDIENT: ['ingredient', 'składnik', 'zutat', 'ingrediente', 'ingrédient'],
})
const UNITS: ReadonlyMap<string, [VolumeType, number]> = new Map([
  ['g', ['GRAM', 1]],
  ['kg', ['GRAM', 1_000]],
  ['ml', ['MILLILITRE', 1]],
  ['cl', ['MILLILITRE', 10]],
  ['l', ['MILLILITRE', 1_000]],
  ['pcs', ['PIECE', 1]],
  ['szt', ['PIECE', 1]],
  ['stk', ['PIECE', 1]],
])
const PAYMENT_WORDS = words<string>({
  CASH: ['cash', 'coin', 'coins', 'bill', 'gotówka', 'bar', 'bargeld', 'efectivo', 'dinheiro', 'espèces', 'contanti'],
  CREDIT_CARD: [
    'card',
    'credit card',
    'credit',
    'debit',
    'cashless',
    'karta',
    'karta płatnicza',
    'kreditkarte',
    'kartenzahlung',
    'tarjeta',
    'cartão',
    'carte',
    'carta',
  ],
  RFID: ['rfid', 'employee card', 'karta pracownicza', 'mitarbeiterkarte'],
  BLIK: ['blik'],
  TOKEN: ['token', 'żeton', 'wertmarke'],
  FREE: ['free', 'test', 'free vend', 'darmowa', 'gratis', 'freiverkauf'],
  REFUND: ['refund', 'zwrot', 'erstattung'],
})

type Say = (row: Row, field: string, code: Problem['code']) => null

function understood<T>(rows: readonly Row[], understand: (row: Row, wrong: Say) => T | null): Understood<T> {
  const problems: Problem[] = []
  const wrong: Say = ({ row, values }, field, code) => {
    problems.push({ row, field, code, value: String(values[field] ?? '') })
    return null
  }
  return { records: rows.flatMap((row) => understand(row, wrong) ?? []), problems }
}

const textOf = ({ values }: Row, field: string): string | null => (values[field] == null ? null : String(values[field]))
const numberOf = ({ values }: Row, field: string): number | null => (typeof values[field] === 'number' ? values[field] : null)

/** Whether a name comes up for the first time in this file. */
const firstTime = () => {
  const seen = new Set<string>()
  return (key: string) => !seen.has(key) && seen.add(key).has(key)
}

export function machinesIn(rows: readonly Row[], known: Known): Understood<NewMachine> {
  const isFirst = firstTime()
  return understood(rows, (row, wrong) => {
    const [name, word] = [textOf(row, 'name'), textOf(row, 'type')]
    if (name === null || word === null) return null
    const type = MACHINE_WORDS.get(plainHead(word))
    if (!type) return wrong(row, 'type', 'UNKNOWN_WORD')
    if (known.machines.has(nameKey(name))) return wrong(row, 'name', 'ALREADY_THERE')
    if (!isFirst(nameKey(name))) return wrong(row, 'name', 'TWICE')
    const [lat, lng] = [numberOf(row, 'lat'), numberOf(row, 'lng')]
    if (lat !== null && Math.abs(lat) > 90) return wrong(row, 'lat', 'NOT_A_NUMBER')
    if (lng !== null && Math.abs(lng) > 180) return wrong(row, 'lng', 'NOT_A_NUMBER')
    return { name, type, address: textOf(row, 'address'), vendor: textOf(row, 'vendor'), model: textOf(row, 'model'), lat, lng }
  })
}

/** Which column a field of a product comes from, where it is called otherwise. */
const COLUMN_OF: Record<string, string> = { lastCost: 'cost', caseSize: 'case' }

export function productsIn(rows: readonly Row[], known: Known, currency: string): Understood<NewProduct> {
  const isFirst = firstTime()
  return understood(rows, (row, wrong) => {
    const [sku, name] = [textOf(row, 'sku'), textOf(row, 'name')]
    if (sku === null || name === null) return null
    if (known.skus.has(nameKey(sku))) return wrong(row, 'sku', 'ALREADY_THERE')
    if (!isFirst(nameKey(sku))) return wrong(row, 'sku', 'TWICE')
    const word = textOf(row, 'packaging')
    const packaging = word === null ? 'PIECE' : PACKAGING_WORDS.get(plainHead(word))
    if (!packaging) return wrong(row, 'packaging', 'UNKNOWN_WORD')
    const unitWord = textOf(row, 'unit')
    const unit = unitWord === null ? (['PIECE', 1] as const) : UNITS.get(plainHead(unitWord))
    if (!unit) return wrong(row, 'unit', 'UNKNOWN_WORD')
    const volume = Math.round((numberOf(row, 'volume') ?? 1) * unit[1])
    const [lastCost, tax] = [numberOf(row, 'cost') ?? 0, numberOf(row, 'tax') ?? 0]
    const caseSize = numberOf(row, 'case')
    const said: ProductFields = { name, packaging, volume, volumeType: unit[0], tax, lastCost, caseSize, ingredients: [] }
    const product = withPackaging(said, packaging)
    const [problem] = problemsOf(product, { currency })
    if (problem) return wrong(row, COLUMN_OF[problem.path] ?? problem.path, 'NOT_A_NUMBER')
    const [costMinor, taxBasisPoints] = [toMinor(product.lastCost, currency), Math.round(tax * 100)]
    return { sku, name, packaging, volume, volumeType: product.volumeType, costMinor, taxBasisPoints, caseSize: product.caseSize ?? null }
  })
}

export function slotsIn(rows: readonly Row[], known: Known, currency: string): Understood<NewSlot> {
  const isFirst = firstTime()
  return understood(rows, (row, wrong) => {
    const [name, slotNumber, said] = [textOf(row, 'machine'), textOf(row, 'slot'), textOf(row, 'product')]
    if (name === null || slotNumber === null) return null
    const machine = known.machines.get(nameKey(name))
    if (!machine || machine === 'two') return wrong(row, 'machine', 'UNKNOWN_MACHINE')
    if (machine.slots.has(slotNumber)) return wrong(row, 'slot', 'ALREADY_THERE')
    if (!isFirst(`${machine.id} ${slotNumber}`)) return wrong(row, 'slot', 'TWICE')
    const product = said === null ? null : known.products.get(nameKey(said))
    if (product === undefined) return wrong(row, 'product', 'UNKNOWN_PRODUCT')
    const isCoffee = machine.type === 'COFFEE'
    const fits = product === null || (product.packaging !== 'INGREDIENT' && (product.packaging === 'COFFEE') === isCoffee)
    if (!fits) return wrong(row, 'product', 'WRONG_PRODUCT')
    const [price, maximum] = [numberOf(row, 'price'), numberOf(row, 'maximum')]
    if (price !== null && (price < 0 || price > HIGHEST_PRICE)) return wrong(row, 'price', 'NOT_A_NUMBER')
    if (maximum !== null && (maximum < 0 || maximum > MOST_IN_SLOT || !Number.isInteger(maximum)))
      return wrong(row, 'maximum', 'NOT_A_NUMBER')
    return {
      machineId: machine.id,
      slotNumber,
      productId: product?.id ?? null,
      kind: isCoffee ? 'SELECTION' : 'SLOT',
      priceMinor: price === null ? null : toMinor(price, currency),
      maximum: isCoffee ? null : maximum,
    }
  })
}

export function salesIn(rows: readonly Row[], known: Known, currency: string, now: Moment): Understood<PastSale> {
  const finest = 10 ** decimalsOf(currency)
  return understood(rows, (row, wrong) => {
    const [name, at, amount] = [textOf(row, 'machine'), numberOf(row, 'at'), numberOf(row, 'amount')]
    if (name === null || at === null || amount === null) return null
    const machine = known.machines.get(nameKey(name))
    if (!machine || machine === 'two') return wrong(row, 'machine', 'UNKNOWN_MACHINE')
    if (at > now || at < Date.UTC(2000)) return wrong(row, 'at', 'NOT_A_TIME')
    if (Math.abs(amount) > HIGHEST_PRICE || Math.abs(amount * finest - Math.round(amount * finest)) > 1e-3)
      return wrong(row, 'amount', 'NOT_A_NUMBER')
    const said = textOf(row, 'product')
    const product = said === null ? null : known.products.get(nameKey(said))
    if (product === undefined) return wrong(row, 'product', 'UNKNOWN_PRODUCT')
    const word = textOf(row, 'type') ?? 'UNKNOWN'
    const upper = word.toUpperCase().replaceAll(/\s+/g, '_')
    return {
      machineId: machine.id,
      at,
      amountMinor: toMinor(amount, currency),
      type: isTransactionType(upper) ? upper : (PAYMENT_WORDS.get(plainHead(word)) ?? upper),
      slotNumber: textOf(row, 'slot') ?? '',
      productId: product?.id ?? null,
      card: textOf(row, 'card'),
    }
  })
}
