import { sql } from 'drizzle-orm'
import type { CompanyId, MachineId, ProductId } from '#domain/ids.ts'
import { foldedKey, nameKey } from '#domain/imports/cell.ts'
import type { PartsRead } from '#domain/imports/column-shapes.ts'
import { type LosableNames, losableNames } from '#domain/imports/lost-letters.ts'
import type { ImportKind } from '#domain/imports.ts'
import type { MachineType } from '#domain/machines/machine.ts'
import { toDecimal } from '#domain/money.ts'
import { codeKey } from '#domain/products/gtin.ts'
import type { Packaging } from '#domain/products/product.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { companyWays } from '../../db/company-settings.ts'
import { productLabelsOf } from '../../db/product-labels.ts'
import type { Created } from './outcome.ts'
import { type KnownPerson, peopleOf, roundKey, roundsOf } from './routes.store.ts'

/** Existing records of the company by the names used in a file. A name shared by two machines is ambiguous. */
export type Known = {
  machines: Map<string, { id: MachineId; type: MachineType; slots: ReadonlySet<string> } | 'two'>
  products: Map<string, { id: ProductId; packaging: Packaging }>
  /** Cells with machines contain more than their names, so that parts of them are compared. */
  byParts?: PartsRead | null
  /** The keys of names without the difference between dotted and dotless i; null if several names are then the same. */
  folded: { machines: ReadonlyMap<string, string | null>; products: ReadonlyMap<string, string | null> }
  /** Names with letters that an export may have replaced by question marks. */
  losable: { machines: LosableNames; products: LosableNames }
  machineNames: readonly string[]
  skus: Set<string>
  /** Names of several products, as keys. */
  sharedNames: ReadonlySet<string>
  /** Bar codes of products, as keys. */
  codes: ReadonlySet<string>
  people: Map<string, KnownPerson | 'two'>
  /** Rounds of a person on a day, as keys. */
  rounds: ReadonlySet<string>
  /** Names of machines with their positions. */
  places: ReadonlySet<string>
  /** The median price of the company's slots in its currency; null if none has a price. */
  price: number | null
  /** Keys of records that this import added before it was interrupted. They do not count as existing. */
  own: ReadonlySet<string>
}

type Placed = { name: string; address: string | null; lat: number | null; lng: number | null }

/** Machines with the same name at different positions are different machines. */
export const placeKey = ({ name, address, lat, lng }: Placed) =>
  `${nameKey(name)}|${[nameKey(address ?? ''), lat?.toFixed(4) ?? '', lng?.toFixed(4) ?? ''].join('|')}`
export const slotKey = ({ machineId, slotNumber }: { machineId: MachineId; slotNumber: string }) => `${machineId} ${slotNumber}`

export async function knownTo(db: Db, company: CompanyId, begun: { kind: ImportKind; created: Created } | null = null): Promise<Known> {
  const isOwn = (kind: ImportKind, ids: readonly number[] | undefined) => {
    const own = new Set(begun?.kind === kind ? ids : [])
    return ({ id }: { id: number }) => own.has(id)
  }
  const [isOwnMachine, isOwnProduct] = [isOwn('MACHINES', begun?.created.machines), isOwn('PRODUCTS', begun?.created.products)]
  const ownSlots = new Set(begun?.kind === 'PLANOGRAMS' ? begun.created.slots.map(slotKey) : [])
  const allMachines = await rowsOf<Placed & { id: number; type: MachineType; slots: string[] }>(
    db,
    sql`select m.id::float8 as id, m.name, m.type, m.address, m.lat::float8 as lat, m.lng::float8 as lng, coalesce((select array_agg(s.slot_number) from slots s where s.company_id = m.company_id and s.machine_id = m.id and s.removed_at is null), '{}') as slots
      from machines m where m.company_id = ${company} and m.deactivated_at is null`,
  )
  const allProducts = await rowsOf<{ id: number; sku: string; name: string; packaging: Packaging; deleted: boolean }>(
    db,
    sql`select p.id::float8 as id, p.sku, p.name, p.packaging, p.deleted from products p where p.company_id = ${company} order by p.id desc`,
  )
  const allCodes = await rowsOf<{ id: number; code: string }>(
    db,
    sql`select c.product_id::float8 as id, c.code from product_codes c join products p on p.company_id = c.company_id and p.id = c.product_id
      where c.company_id = ${company} and not p.deleted`,
  )
  const people = new Map<string, KnownPerson | 'two'>()
  for (const { id, serves, name, login, email } of await peopleOf(db, company))
    for (const key of new Set([name, login, email ?? ''].map(nameKey)))
      if (key !== '') people.set(key, people.has(key) ? 'two' : { id, serves })
  const isOwnRound = isOwn('ROUTES', begun?.created.rounds)
  const rounds = (await roundsOf(db, company)).filter((one) => !isOwnRound(one))
  const [prices] = await rowsOf<{ middle: number | null }>(
    db,
    sql`select (percentile_cont(0.5) within group (order by s.vend_price_minor))::float8 as middle from slots s
      where s.company_id = ${company} and s.removed_at is null and s.vend_price_minor > 0`,
  )
  const { currency } = await companyWays(db, company)
  const machines = allMachines.filter((one) => !isOwnMachine(one))
  const products = allProducts.filter((one) => !isOwnProduct(one))
  const byName = new Map<string, { id: number; type: MachineType; slots: Set<string> } | 'two'>()
  for (const { id, name, type, slots } of machines) {
    const others = new Set(slots.filter((slotNumber) => !ownSlots.has(slotKey({ machineId: id, slotNumber }))))
    byName.set(nameKey(name), byName.has(nameKey(name)) ? 'two' : { id, type, slots: others })
  }
  // With a decimal point and with a comma.
  const labels = [await productLabelsOf(db, company, 'en'), await productLabelsOf(db, company, 'de')]
  const there = products.filter(({ deleted }) => !deleted)
  // A SKU is unique, so it takes precedence over a name, and a name over the label that tables use for products with equal names.
  const byProductName = new Map([
    ...labels.flatMap((labelOf) => there.map((one) => [nameKey(labelOf.get(one.id) ?? one.name), one] as const)),
    ...there.map((one) => [nameKey(one.name), one] as const),
    ...there.map((one) => [nameKey(one.sku), one] as const),
  ])
  return {
    machines: byName,
    folded: { machines: folded(byName.keys()), products: folded(byProductName.keys()) },
    losable: { machines: losableNames(machines.map(({ name }) => name)), products: losableNames(there.map(({ name }) => name)) },
    machineNames: machines.map(({ name }) => name),
    places: new Set(machines.map(placeKey)),
    price: prices?.middle == null ? null : toDecimal(prices.middle, currency),
    products: byProductName,
    people,
    rounds: new Set(rounds.map(roundKey)),
    sharedNames: sharedNames(there),
    skus: new Set(there.map(({ sku }) => nameKey(sku))),
    codes: new Set(allCodes.filter((one) => !isOwnProduct(one)).map(({ code }) => codeKey(code))),
    own: new Set([
      ...allMachines.filter(isOwnMachine).map(placeKey),
      ...allProducts.filter(isOwnProduct).map(({ sku }) => nameKey(sku)),
      ...ownSlots,
    ]),
  }
}

function folded(keys: Iterable<string>): Map<string, string | null> {
  const found = new Map<string, string | null>()
  for (const key of keys) found.set(foldedKey(key), found.has(foldedKey(key)) ? null : key)
  return found
}

/** Names that do not determine a product. A SKU does, whatever other product has it as its name. */
function sharedNames(products: readonly { sku: string; name: string }[]): Set<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const key of products.map(({ name }) => nameKey(name))) (seen.has(key) ? shared : seen).add(key)
  for (const { sku } of products) shared.delete(nameKey(sku))
  return shared
}
