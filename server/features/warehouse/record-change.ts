import type { AnswerOf } from '#contract/endpoint.ts'
import type { changeWarehouse } from '#contract/warehouse.ts'
import type { CompanyId, OperationId, ProductId } from '#domain/ids.ts'
import { arrive, byPoint, sumOfDeltasAfter } from '#domain/stock/ledger.ts'
import type { Moment } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { type ChangeType, lineOf, twiceIn } from '#domain/warehouse/change.ts'
import type { Db } from '../../db/client.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { deltasAfter, type NewMovement, writeMovements } from '../../ledger/ledger.store.ts'
import { insertHead } from './changes.store.ts'
import { lockStored, type NamedProduct, productsNamed } from './stored.store.ts'

type Item = { productId: ProductId; quantity: number }

/** A change and its time. `purchase`: set for a delivery. */
type ToRecord = {
  operation: OperationId
  at: Moment
  type: ChangeType
  note: string | null
  items: readonly Item[]
  purchase: number | null
}
type Recorded = AnswerOf<typeof changeWarehouse>['items']

/** The products of a change or purchase: storable products, each once. */
export async function findNamed(
  db: Db,
  company: CompanyId,
  items: readonly { productId: ProductId }[],
): Promise<Map<ProductId, NamedProduct> | Refusal> {
  const ids = items.map(({ productId }) => productId)
  const known = new Map((await productsNamed(db, company, ids)).map((product) => [product.id, product]))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) return refuse('PRODUCT_NOT_FOUND', { detail: `There is no product ${missing}.` })
  const namesOf = (few: readonly ProductId[]) => few.map((id) => known.get(id)?.name ?? '').join(', ')
  const hot = ids.filter((id) => known.get(id)?.packaging === 'COFFEE')
  if (hot.length > 0) return refuse('PRODUCT_TYPE_MISMATCH', { detail: `Hot drinks are not stored in the warehouse: ${namesOf(hot)}.` })
  const twice = twiceIn(ids)
  return twice.length > 0
    ? refuse('DUPLICATED_PRODUCT', { detail: `List cannot has duplicated products: ${namesOf(twice)}.`, details: { products: twice } })
    : known
}

/** The refusal if deleted products are ordered that the order or purchase did not have before. */
export function refuseDeleted(
  products: ReadonlyMap<ProductId, NamedProduct>,
  before: readonly { productId: ProductId }[] = [],
): Refusal | null {
  const kept = new Set(before.map(({ productId }) => productId))
  const deleted = [...products.values()].filter((one) => one.isDeleted && !kept.has(one.id))
  if (deleted.length === 0) return null
  return refuse('PRODUCT_NOT_FOUND', { detail: `Deleted products cannot be ordered: ${deleted.map(({ name }) => name).join(', ')}.` })
}

/** Records a change in the ledger atomically. It is rejected if the stock would become negative. */
export async function recordChange(db: Db, company: CompanyId, change: ToRecord): Promise<Recorded | Refusal> {
  const { operation, at, type, items } = change
  const named = await findNamed(db, company, items)
  if (!(named instanceof Map)) return named
  const points = await lockStored(
    db,
    company,
    items.map(({ productId }) => productId),
    at,
  )
  const ids = [...points.values()].map(({ id }) => id)
  // Only a late count needs the deltas known after it.
  const later = byPoint(type === 'SET' ? await deltasAfter(db, company, ids, at) : [])
  const moved = items.map(({ productId, quantity }, line) => {
    const point = points.get(productId)
    if (!point) throw new Error(`product ${productId} has no stock point in the warehouse`)
    const movement: NewMovement = { ...lineOf(type, point.id, quantity), at, operation, line, voided: false }
    return { point, movement, level: arrive(point.level, movement, () => sumOfDeltasAfter(later.get(point.id) ?? [], movement)) }
  })
  // Loads of vans are recorded without a network and never refused, so the stock may already be below zero. Goods may still arrive then.
  const lacking = moved.filter(({ point, level }) => level.quantity < 0 && level.quantity < point.level.quantity)
  if (lacking.length > 0) {
    const of = lacking.map(({ point, level }) => {
      const name = named.get(point.productId)?.name ?? ''
      return { productId: point.productId, name, inWarehouse: toWhole(point.level.quantity), wouldBe: toWhole(level.quantity) }
    })
    const detail = `Inventory cannot has negative stocks: ${of.map(({ name, wouldBe }) => `${name} (${wouldBe})`).join(', ')}.`
    return refuse('NEGATIVE_STOCK', { detail, details: { products: of } })
  }
  const levels = new Map(moved.map(({ point, level }) => [point.id, level]))
  await writeMovements(db, company, { movements: moved.map(({ movement }) => movement), levels, refills: [] })
  await insertHead(db, company, change)
  return moved.map(({ point, level }) => {
    const { productId } = point
    return { productId, quantityBeforeChange: toWhole(point.level.quantity), inWarehouse: toWhole(level.quantity) }
  })
}
