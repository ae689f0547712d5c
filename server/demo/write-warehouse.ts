import type { OperationId, UserId } from '#domain/ids.ts'
import { fold, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import { toWhole } from '#domain/units.ts'
import { type ChangeType, lineOf } from '#domain/warehouse/change.ts'
import type { Db } from '../db/client.ts'
import { movements, stockPoints } from '../db/schema/stock.ts'
import { operations } from '../db/schema/sync.ts'
import { warehouseChanges } from '../db/schema/warehouse.ts'
import type { DemoProduct } from './catalogue.ts'
import { Chance } from './chance.ts'
import { catalogueOf } from './fleet.ts'
import type { Ground } from './ground.ts'
import { insertMany } from './insert-many.ts'
import { operationIds } from './operation-ids.ts'
import type { DemoCompany } from './people.ts'
import { levelColumns } from './write-points.ts'
import { type DemoDelivery, writePurchases } from './write-purchases.ts'

/** The probability that a product has just run out. */
const SOLD_OUT = 0.06

type Warehouse = { demo: DemoCompany; machines: number; since: Moment; office: readonly UserId[] }

/** A change to write: `lines` use the index of products in the catalogue, and whole units. */
type Change = {
  at: Moment
  type: ChangeType
  note: string | null
  user: UserId
  lines: { product: number; quantity: number }[]
  delivery?: DemoDelivery
}

/** Writes the warehouse stock and its history: two counts, deliveries, pickings and a loss. */
export async function writeWarehouse(db: Db, ground: Ground, { demo, machines, since, office }: Warehouse): Promise<void> {
  const { company, productIds, seed, now } = ground
  const stored = catalogueOf(demo).filter(({ packaging }) => packaging !== 'COFFEE')
  const [user = 0] = office
  const deliveries = await writePurchases(db, ground, { demo, stored, machines, since, user })
  const chance = new Chance(`${seed}/${demo.key}/warehouse`)
  const counted = stored.map((product) => drawStock(product, machines, chance))
  const takes = (few: readonly number[], share: number) =>
    few.flatMap((product) => {
      const quantity = Math.floor((counted[product] ?? 0) * share)
      return quantity > 0 ? [{ product, quantity }] : []
    })
  const snacks = stored.flatMap(({ packaging }, product) => (packaging === 'INGREDIENT' ? [] : [product]))
  const changes: Change[] = [
    {
      at: now - 2 * DAY - 3 * HOUR,
      type: 'SET',
      note: 'Stocktaking',
      user,
      lines: counted.map((quantity, product) => ({ product, quantity })),
    },
    ...deliveries.map((delivery) => ({
      at: delivery.at,
      type: 'RECEIVE' as const,
      note: delivery.invoiceNumber,
      user: office[1] ?? user,
      lines: delivery.received,
      delivery,
    })),
    { at: now - DAY - 2 * HOUR, type: 'PICK', note: 'For tomorrow’s round', user, lines: takes(snacks.slice(0, 12), 0.25) },
    { at: now - 5 * HOUR, type: 'LOSS', note: 'A crate fell off the trolley', user, lines: takes(snacks.slice(-2, -1), 0.05) },
  ]
  await writeChanges(db, ground, changes, { products: stored.map(({ sku }) => productIds.get(sku) ?? 0), company, since, demo })
}

type Place = { products: readonly number[]; company: number; since: Moment; demo: DemoCompany }

async function writeChanges(db: Db, { seed }: Ground, changes: readonly Change[], { products, company, since, demo }: Place) {
  const idAt = operationIds(`${seed}/${demo.key}/warehouse`, 0)
  const moved = changes.filter(({ lines }) => lines.length > 0).map((change) => ({ ...change, operation: idAt(change.at) }))
  // Until it is stored, a stock point is identified by the index of its product.
  const ledger = moved.flatMap(({ at, type, operation, lines }) =>
    lines.map(({ product, quantity }, line) => ({ ...lineOf(type, product, quantity), at, operation, line })),
  )
  const points = products.map((productId, product) => {
    const level = fold(
      UNCOUNTED,
      ledger.filter(({ point }): boolean => point === product).map((movement): Movement => movement),
    )
    if (toWhole(level.quantity) < 0) throw new Error('the demo picks more than the stock')
    return { companyId: company, kind: 'WAREHOUSE' as const, productId, installedAt: since, ...levelColumns(level) }
  })
  const written = await db.insert(stockPoints).values(points).returning({ id: stockPoints.id, productId: stockPoints.productId })
  const pointOf = new Map(written.map(({ id, productId }) => [productId, id]))
  await insertMany(
    db,
    movements,
    ledger.map(({ point, at, operation, line, kind, cause, quantity }) => {
      const stockPointId = pointOf.get(products[point] ?? 0) ?? 0
      return { companyId: company, stockPointId, effectiveAt: at, operationId: operation, line, kind, cause, quantity }
    }),
  )
  await db
    .insert(operations)
    .values(moved.map(({ operation, at, user, delivery }) => operationOf(company, operation, at, user, !!delivery)))
  await db.insert(warehouseChanges).values(
    moved.map(({ operation, type, note, delivery }) => {
      return { companyId: company, operationId: operation, type, note, purchaseId: delivery?.purchase ?? null }
    }),
  )
}

const operationOf = (companyId: number, id: OperationId, at: Moment, userId: UserId, isDelivery: boolean) => ({
  companyId,
  id,
  call: isDelivery ? 'deliverPurchase' : 'changeWarehouse',
  userId,
  bodyHash: '',
  occurredAt: at,
  effectiveAt: at,
  receivedAt: at,
  status: 'applied' as const,
})

/** About a week's demand of the machines; ingredients in whole packs, everything else in trays of 12. */
function drawStock({ packaging, volume, volumeType }: DemoProduct, machines: number, chance: Chance): number {
  if (chance.happens(SOLD_OUT)) return 0
  if (packaging !== 'INGREDIENT') return Math.ceil((machines * chance.between(3, 9)) / 12) * 12
  // Cups are counted singly and come in cartons of 1,000.
  if (volumeType === 'PIECE') return Math.ceil((machines * chance.between(100, 220)) / 1000) * 1000
  return Math.ceil((machines * chance.between(600, 1400)) / volume) * volume
}
