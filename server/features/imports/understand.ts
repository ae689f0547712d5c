import { MAX_ADDRESS_LENGTH } from '#contract/machines.ts'
import { charactersIn } from '#domain/characters.ts'
import { addressIn, orderOfAddress } from '#domain/imports/addresses.ts'
import { foldedKey, nameKey, oneLine } from '#domain/imports/cell.ts'
import { machineInParts, type PartsRead, withoutCode } from '#domain/imports/column-shapes.ts'
import { positionIn } from '#domain/imports/degrees.ts'
import { plainHead } from '#domain/imports/heads.ts'
import { nameWithLetters } from '#domain/imports/lost-letters.ts'
import { basketIn, behindSlot, listIn, productsIn as productsNamed } from '#domain/imports/product-text.ts'
import { MACHINE_WORDS, PACKAGING_WORDS } from '#domain/imports/record-words.ts'
import { siteHoursIn } from '#domain/imports/site-hours.ts'
import { unitNamed, unitOfHead, volumeIn } from '#domain/imports/volumes.ts'
import { decimalsOf, toMinor } from '#domain/money.ts'
import { isSku, MAX_NAME_LENGTH } from '#domain/products/product-limits.ts'
import { type ProductFields, problemsOf, withPackaging } from '#domain/products/product-rules.ts'
import { MAX_IN_SLOT, MAX_PRICE, MAX_SLOT_NUMBER_LENGTH } from '#domain/slots/slot.ts'
import { echoed, type Problem, type Row } from '../../files/read-rows.ts'
import type { NewMachine, NewProduct, NewSlot } from './imports.store.ts'
import { type Known, slotKey } from './known.ts'
import { productCodesIn } from './product-codes.ts'

/** Rows interpreted for a company, and their problems. */
export type Understood<T> = { records: T[]; problems: Problem[] }

/** The company's currency, and whether the amounts of the file are in its smallest unit. */
type MoneyWays = { currency: string; inMinor: boolean }

export const inUnits = (amount: number, { currency, inMinor }: MoneyWays): number =>
  inMinor ? amount / 10 ** decimalsOf(currency) : amount

/** Whether an amount would be rounded. Amounts that a spreadsheet has computed differ from whole units by much less. */
export const hasMoreDecimals = (amount: number, currency: string): boolean => {
  const whole = amount * 10 ** decimalsOf(currency)
  return Math.abs(whole - Math.round(whole)) > 1e-3
}

type ReportProblem = (row: Row, field: string, code: Problem['code']) => null

const understander =
  <T>(understand: (row: Row, wrong: ReportProblem) => T | null) =>
  (rows: readonly Row[]): Understood<T> => {
    const problems: Problem[] = []
    const wrong: ReportProblem = ({ row, values }, field, code) => {
      problems.push({ row, field, code, value: echoed(values[field] ?? null) })
      return null
    }
    return { records: rows.flatMap((row) => understand(row, wrong) ?? []), problems }
  }

export const textOf = ({ values }: Row, field: string): string | null => (values[field] == null ? null : String(values[field]))
/** The number of a slot, with its row before it if that is written in a column of its own. */
export function slotOf(row: Row): string | null {
  const [line, slot] = [textOf(row, 'row') ?? '', textOf(row, 'slot')]
  // Full-width digits are the same number.
  return slot === null ? null : `${line}${slot}`.normalize('NFKC')
}
export const numberOf = ({ values }: Row, field: string): number | null => (typeof values[field] === 'number' ? values[field] : null)

/** Whether a name occurs for the first time in this file. */
const firstTime = () => {
  const seen = new Set<string>()
  return (key: string) => !seen.has(key) && seen.add(key).has(key)
}

type AddressWays = Parameters<typeof addressIn>[1] & { postalCodeOf(code: string, country: string): string }

/** The address of a machine from its columns. */
const addressOf = (row: Row, { postalCodeOf, ...of }: AddressWays) =>
  addressIn((field) => {
    const text = textOf(row, field) ?? ''
    return field === 'postalCode' ? postalCodeOf(text, textOf(row, 'country') ?? '') : text
  }, of)

/** Parses machines, one batch of rows after the other. */
export function machinesIn(
  known: Known,
  { addressHeads, postalCodeOf }: { addressHeads: readonly string[] } & Pick<AddressWays, 'postalCodeOf'>,
): (rows: readonly Row[]) => Understood<NewMachine> {
  /** Positions seen so far for each name. */
  const places = new Map<string, Set<string>>()
  const order = orderOfAddress(addressHeads)
  return understander((row, wrong) => {
    const [name, word] = [textOf(row, 'name'), textOf(row, 'type')]
    if (name === null || word === null) return null
    const type = MACHINE_WORDS.get(plainHead(word))
    if (!type) return wrong(row, 'type', 'UNKNOWN_WORD')
    const position = textOf(row, 'position')
    const address = addressOf(row, { name, order, postalCodeOf })
    if (address !== null && charactersIn(address) > MAX_ADDRESS_LENGTH) return wrong(row, 'address', 'TOO_LONG')
    const columns = { lat: numberOf(row, 'lat'), lng: numberOf(row, 'lng') }
    const placed = position === null || columns.lat !== null || columns.lng !== null ? columns : positionIn(position)
    if (!placed) return wrong(row, 'position', 'NOT_A_POSITION')
    const { lat, lng } = placed
    // Machines with the same name at different positions are different machines.
    const place = address === null && lat === null ? '' : [nameKey(address ?? ''), lat?.toFixed(4) ?? '', lng?.toFixed(4) ?? ''].join('|')
    if (place === '' ? known.machines.has(nameKey(name)) : known.places.has(`${nameKey(name)}|${place}`))
      return wrong(row, 'name', 'ALREADY_THERE')
    // Without a position it may be any machine with its name.
    const before = places.get(nameKey(name))
    if (before && (place === '' || before.has('') || before.has(place))) return wrong(row, 'name', 'TWICE')
    places.set(nameKey(name), (before ?? new Set()).add(place))
    if (lat !== null && Math.abs(lat) > 90) return wrong(row, 'lat', 'OUT_OF_RANGE')
    if (lng !== null && Math.abs(lng) > 180) return wrong(row, 'lng', 'OUT_OF_RANGE')
    if ((lat === null) !== (lng === null)) return wrong(row, lat === null ? 'lat' : 'lng', 'POSITION_HALF')
    const hours = textOf(row, 'openingHours')
    const openingHours = hours && siteHoursIn(hours)
    if (hours !== null && openingHours === null) return wrong(row, 'openingHours', 'NOT_HOURS')
    return { name, type, address, vendor: textOf(row, 'vendor'), model: textOf(row, 'model'), lat, lng, openingHours: openingHours || null }
  })
}

/** Columns whose name differs from the product field. */
const COLUMN_OF: Record<string, string> = { lastCost: 'cost', caseSize: 'case' }

/** Parses products, one batch of rows after the other. */
export function productsIn(
  known: Known,
  { currency, inMinor, volumeHead }: MoneyWays & { volumeHead: string },
): (rows: readonly Row[]) => Understood<NewProduct> {
  const isFirst = firstTime()
  const codesOf = productCodesIn(known.codes)
  return understander((row, wrong) => {
    const [sku, name] = [textOf(row, 'sku'), textOf(row, 'name')]
    if (sku === null || name === null) return null
    // Some lists write one or two points for no value.
    if (!isSku(sku)) return wrong(row, 'sku', sku.length > 2 ? 'TOO_LONG' : 'MISSING')
    if (known.skus.has(nameKey(sku))) return wrong(row, 'sku', 'ALREADY_THERE')
    if (!isFirst(nameKey(sku))) return wrong(row, 'sku', 'TWICE')
    const word = textOf(row, 'packaging')
    const packaging = word === null ? 'PIECE' : PACKAGING_WORDS.get(plainHead(word))
    if (!packaging) return wrong(row, 'packaging', 'UNKNOWN_WORD')
    const unitWord = textOf(row, 'unit')
    const unit = unitWord === null ? unitOfHead(volumeHead) : unitNamed(unitWord)
    if (unitWord !== null && !unit) return wrong(row, 'unit', 'UNKNOWN_WORD')
    const measured = volumeIn(textOf(row, 'volume') ?? '1', unit)
    if (!measured) return wrong(row, 'volume', 'NOT_A_NUMBER')
    const { volume, volumeType } = measured
    const lastCost = inUnits(numberOf(row, 'cost') ?? 0, { currency, inMinor })
    const tax = numberOf(row, 'tax') ?? 0
    const pieces = numberOf(row, 'case')
    // Products that are bought singly have a case of one piece in some lists.
    const caseSize = pieces === 0 || pieces === 1 ? null : pieces
    const codes = codesOf({ ean: textOf(row, 'ean'), caseEan: textOf(row, 'caseEan'), caseSize: pieces })
    if ('problem' in codes) return wrong(row, codes.field, codes.problem)
    const fields: ProductFields = {
      name,
      packaging,
      volume,
      volumeType,
      tax,
      lastCost,
      caseSize,
      codes: codes.codes,
      ingredients: [],
    }
    const product = withPackaging(fields, packaging)
    const [problem] = problemsOf(product, { currency })
    if (problem?.path.startsWith('codes')) return wrong(row, 'ean', 'OUT_OF_RANGE')
    if (problem?.path === 'name') return wrong(row, 'name', 'TOO_LONG')
    if (problem) return wrong(row, COLUMN_OF[problem.path] ?? problem.path, 'NOT_A_NUMBER')
    const [costMinor, taxBasisPoints] = [toMinor(product.lastCost, currency), Math.round(tax * 100)]
    return {
      sku,
      name,
      packaging,
      volume,
      volumeType: product.volumeType,
      costMinor,
      taxBasisPoints,
      caseSize: product.caseSize ?? null,
      codes: product.codes ?? [],
    }
  })
}

/** Parses slots, one batch of rows after the other. */
export function slotsIn(known: Known, { currency, inMinor }: MoneyWays): (rows: readonly Row[]) => Understood<NewSlot> {
  const isFirst = firstTime()
  return understander((row, wrong) => {
    const [name, slotNumber, said] = [textOf(row, 'machine'), slotOf(row), textOf(row, 'product')]
    if (name === null || slotNumber === null) return null
    const machine = machineNamed(known, name)
    if (!machine) return wrong(row, 'machine', 'UNKNOWN_MACHINE')
    if (machine === 'two') return wrong(row, 'machine', 'TWO_MACHINES')
    if (charactersIn(slotNumber) > MAX_SLOT_NUMBER_LENGTH) return wrong(row, 'slot', 'TOO_LONG')
    if (machine.slots.has(slotNumber)) return wrong(row, 'slot', 'ALREADY_THERE')
    if (!isFirst(slotKey({ machineId: machine.id, slotNumber }))) return wrong(row, 'slot', 'TWICE')
    const product = said === null ? null : productNamed(known, said)
    if (product === undefined) return wrong(row, 'product', 'UNKNOWN_PRODUCT')
    const isCoffee = machine.type === 'COFFEE'
    const fits = product === null || (product.packaging !== 'INGREDIENT' && (product.packaging === 'COFFEE') === isCoffee)
    if (!fits) return wrong(row, 'product', 'WRONG_PRODUCT')
    const [written, maximum] = [numberOf(row, 'price'), numberOf(row, 'maximum')]
    const price = written === null ? null : inUnits(written, { currency, inMinor })
    if (price !== null && (price < 0 || price > MAX_PRICE || hasMoreDecimals(price, currency))) return wrong(row, 'price', 'NOT_A_NUMBER')
    if (maximum !== null && (maximum < 0 || maximum > MAX_IN_SLOT || !Number.isInteger(maximum)))
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

/** The machine with this name in the file, with or without the code in front of its name. */
export const machineNamed = (known: Known, name: string) =>
  known.machines.get(nameKey(name)) ??
  known.machines.get(nameKey(withoutCode(name))) ??
  known.machines.get(known.folded.machines.get(foldedKey(name)) ?? '') ??
  known.machines.get(nameKey(nameWithLetters(known.losable.machines, withoutCode(name)) ?? '')) ??
  (known.byParts ? machineOfParts(known, name, known.byParts) : undefined) ??
  known.machines.get(keyOfLong(name))

/** The machine that a part of the cell names, if the parts name exactly one. */
function machineOfParts({ machines }: Pick<Known, 'machines'>, name: string, read: PartsRead) {
  const key = machineInParts(machines, name, read)
  return key === null ? undefined : machines.get(key)
}

/** The product with this name or SKU in the file. */
export const productNamed = (known: Known, name: string) =>
  known.products.get(nameKey(name)) ??
  known.products.get(known.folded.products.get(foldedKey(name)) ?? '') ??
  known.products.get(nameKey(nameWithLetters(known.losable.products, name) ?? '')) ??
  known.products.get(keyOfLong(name))

/** The name of a machine or product that a file creates. */
export const createdName = (name: string): string => [...oneLine(name)].slice(0, MAX_NAME_LENGTH).join('').trim()

/** The key of a name that was cut when an earlier file created it. */
const keyOfLong = (name: string): string => (name.length > MAX_NAME_LENGTH ? nameKey(createdName(name)) : '')

/** The products that the cell of a row lists, or one behind a slot of the row's machine; null if the cell is the name of a product. */
export function productsListed(known: Known, row: Row) {
  const text = textOf(row, 'product')
  if (text === null || productNamed(known, text)) return null
  const listed = productsNamed(text) ?? basketIn(text) ?? listOf(known, text, numberOf(row, 'quantity'))
  const one = listed === null ? behindSlot(text) : null
  if (!one || (slotOf(row) ?? one.slot) !== one.slot || !productNamed(known, one.product)) return listed
  const machine = machineNamed(known, textOf(row, 'machine') ?? '')
  return machine && machine !== 'two' && machine.slots.has(one.slot) ? [one] : null
}

/** The known products that a cell lists. If the row has another number of pieces, it is unknown which product they are of. */
function listOf(known: Known, text: string, quantity: number | null) {
  const listed = listIn(text, (name) => productNamed(known, name) !== undefined)
  return listed && (quantity ?? listed.length) === listed.length ? listed : null
}
