import { DAY, HOUR, type Moment } from '#domain/time.ts'
import { toMilli } from '#domain/units.ts'
import type { Db } from '../database/database.ts'
import { movements, stockPoints } from '../features/stock/stock.tables.ts'
import type { DemoProduct } from './catalogue.ts'
import { Chance } from './chance.ts'
import { catalogueOf } from './fleet.ts'
import { insertMany } from './insert-many.ts'
import { operationIds } from './operation-ids.ts'
import type { DemoCompany } from './people.ts'
import type { Ground } from './write-machine.ts'
import { standing } from './write-points.ts'

/** How often a product has just run out. */
const SOLD_OUT = 0.06

/** Writes what lies in the warehouse, as counted there two days ago: something of all that can be put into a machine. */
export async function writeWarehouse(db: Db, ground: Ground, demo: DemoCompany, machines: number, since: Moment): Promise<void> {
  const { company, productIds, seed, now } = ground
  const chance = new Chance(`${seed}/${demo.key}/warehouse`)
  const at = now - 2 * DAY - 3 * HOUR
  const operation = operationIds(`${seed}/${demo.key}/warehouse`, 0)(at)
  const counted = catalogueOf(demo)
    .filter(({ packaging }) => packaging !== 'COFFEE')
    .map((product, line) => ({
      productId: productIds.get(product.sku) ?? 0,
      quantity: toMilli(drawStock(product, machines, chance)),
      line,
    }))
  const written = await db
    .insert(stockPoints)
    .values(
      counted.map(({ productId, quantity, line }) => {
        const level = standing({ quantity, counted: { at, operation, line } })
        return { companyId: company, kind: 'WAREHOUSE' as const, productId, installedAt: since, ...level }
      }),
    )
    .returning({ id: stockPoints.id, productId: stockPoints.productId })
  const points = new Map(written.map(({ id, productId }) => [productId, id]))
  const rows = counted.map(({ productId, quantity, line }) => {
    const place = { companyId: company, stockPointId: points.get(productId) ?? 0, effectiveAt: at, operationId: operation, line }
    return { ...place, kind: 'count' as const, cause: 'ADJUST', quantity }
  })
  await insertMany(db, movements, rows)
}

/** About a week of what the machines take; ingredients in whole packs, everything else in trays of 12. */
function drawStock({ packaging, volume, volumeType }: DemoProduct, machines: number, chance: Chance): number {
  if (chance.happens(SOLD_OUT)) return 0
  if (packaging !== 'INGREDIENT') return Math.ceil((machines * chance.between(3, 9)) / 12) * 12
  // Cups are counted one by one, and come in cartons of 1,000.
  if (volumeType === 'PIECE') return Math.ceil((machines * chance.between(100, 220)) / 1000) * 1000
  return Math.ceil((machines * chance.between(600, 1400)) / volume) * volume
}
