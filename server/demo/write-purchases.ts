import type { UserId } from '#domain/ids.ts'
import { toMinor } from '#domain/money.ts'
import { DAY, HOUR, type Moment } from '#domain/time.ts'
import { type PurchaseStatus, receivedBy } from '#domain/warehouse/purchase.ts'
import type { Db } from '../db/client.ts'
import { productSuppliers, purchaseLines, purchases, supplierOrderLines, supplierOrders, suppliers } from '../db/schema/warehouse.ts'
import { type DemoProduct, IN_A_CASE } from './catalogue.ts'
import { Chance } from './chance.ts'
import { amountOf } from './currencies.ts'
import type { Ground } from './ground.ts'
import type { DemoCompany } from './people.ts'

/** A received purchase with its time and contents, by the index of products in the catalogue and in whole units. */
export type DemoDelivery = { purchase: number; at: Moment; invoiceNumber: string; received: { product: number; quantity: number }[] }

type Market = {
  name: string
  phone: string
  email: string | null
  address: string
  note: string | null
  /** In the currency of the country. */
  minimumOrder: number | null
  leadDays: number | null
  sells(product: DemoProduct): boolean
}

const isDrink = ({ packaging }: DemoProduct) => packaging === 'CAN' || packaging === 'BOTTLE'
const isIngredient = ({ packaging }: DemoProduct) => packaging === 'INGREDIENT'

const MARKETS: Record<DemoCompany['country'], readonly Market[]> = {
  DE: [
    {
      name: 'Rösterei Albgold GmbH',
      phone: '+49 7021 555 010',
      email: 'bestellung@albgold.example',
      address: 'Mühlweg 4, 73230 Kirchheim',
      note: 'Delivers on Tuesdays, before ten',
      minimumOrder: 250,
      leadDays: 4,
      sells: isIngredient,
    },
    {
      name: 'Getränke Filstal KG',
      phone: '+49 7161 555 020',
      email: 'office@filstal.example',
      address: 'Hafenstraße 12, 73037 Göppingen',
      note: 'Takes crates back',
      minimumOrder: 150,
      leadDays: 2,
      sells: isDrink,
    },
    {
      name: 'Naschwerk Großhandel',
      phone: '+49 711 555 030',
      email: 'verkauf@naschwerk.example',
      address: 'Industriestraße 88, 70565 Stuttgart',
      note: null,
      minimumOrder: 200,
      leadDays: 3,
      sells: (product) => product.packaging === 'PIECE',
    },
  ],
  PL: [
    {
      name: 'Palarnia Odra Sp. z o.o.',
      phone: '+48 71 555 01 00',
      email: 'zamowienia@odra.example',
      address: 'ul. Długa 7, 53-658 Wrocław',
      note: null,
      minimumOrder: null,
      leadDays: null,
      sells: isIngredient,
    },
    {
      name: 'Hurtownia Łakotka',
      phone: '+48 71 555 02 00',
      email: 'biuro@lakotka.example',
      address: 'ul. Żeglarska 21, 51-110 Wrocław',
      note: 'Dostawa w czwartki',
      minimumOrder: 600,
      leadDays: 3,
      sells: (product) => !isIngredient(product),
    },
  ],
}

/** When purchases were ordered and delivered, in days before now, and the index of the supplier. */
const STORY: readonly { market: number; status: PurchaseStatus; ordered: number | null; delivered: number | null; note: string | null }[] =
  [
    { market: 1, status: 'DELIVERED', ordered: 34, delivered: 31, note: null },
    { market: 0, status: 'DELIVERED', ordered: 25, delivered: 20, note: 'One bag was torn, and was replaced' },
    { market: 1, status: 'DELIVERED', ordered: 12, delivered: 9, note: null },
    { market: 0, status: 'DELIVERED', ordered: 4, delivered: 1, note: null },
    { market: 1, status: 'ON_ORDER', ordered: 2, delivered: null, note: null },
    { market: 0, status: 'ON_ORDER', ordered: 1, delivered: null, note: 'Comes with the next lorry' },
    { market: 1, status: 'PLANNED', ordered: null, delivered: null, note: 'For the start of the month' },
  ]

type Stock = { demo: DemoCompany; stored: readonly DemoProduct[]; machines: number; since: Moment; user: UserId }

/** Writes a company's suppliers and purchases, and returns the deliveries. */
export async function writePurchases(db: Db, ground: Ground, { demo, stored, machines, since, user }: Stock): Promise<DemoDelivery[]> {
  const { company, productIds, money, seed, now } = ground
  const chance = new Chance(`${seed}/${demo.key}/purchases`)
  const markets = MARKETS[demo.country]
  const written = await db
    .insert(suppliers)
    .values(
      markets.map(({ sells: _, minimumOrder, ...words }) => ({
        companyId: company,
        ...words,
        minimumOrderMinor: minimumOrder === null ? null : amountOf(minimumOrder, money),
        createdAt: since,
      })),
    )
    .returning({ id: suppliers.id })
  await chooseSuppliers(db, ground, { markets, suppliers: written.map(({ id }) => id), stored })
  await writeOrder(db, ground, { markets, suppliers: written.map(({ id }) => id), stored, user })
  const deliveries: DemoDelivery[] = []
  for (const [place, { market, status, ordered, delivered, note }] of STORY.entries()) {
    const [of, supplierId] = [markets[market], written[market]?.id ?? 0]
    const lines = stored.flatMap((product, index) =>
      of?.sells(product) ? [{ product, index, quantity: drawOrder(product, machines, chance) }] : [],
    )
    const invoiceNumber = status === 'PLANNED' ? null : `RE-${1040 + place * 7}`
    const at = (days: number | null) => (days === null ? null : now - days * DAY - 2 * HOUR)
    const [purchase] = await db
      .insert(purchases)
      .values({
        companyId: company,
        supplierId,
        invoiceNumber,
        status,
        orderedAt: at(ordered),
        deliveredAt: at(delivered),
        note,
        createdAt: at(ordered) ?? now - 6 * HOUR,
      })
      .returning({ id: purchases.id })
    if (!purchase) throw new Error('writing a purchase of the demo failed')
    const few = lines.slice(0, 8)
    await db.insert(purchaseLines).values(
      few.map(({ product, quantity }, line) => {
        const productId = productIds.get(product.sku) ?? 0
        const unitCostMinor = Math.max(1, toMinor(product.lastCost, money.currency))
        return { companyId: company, purchaseId: purchase.id, productId, place: line, quantity, unitCostMinor }
      }),
    )
    if (delivered !== null && invoiceNumber !== null) {
      const received = few.map(({ product, index, quantity }) => ({ product: index, quantity: receivedBy(quantity, product) }))
      deliveries.push({ purchase: purchase.id, at: now - delivered * DAY - HOUR, invoiceNumber, received })
    }
  }
  return deliveries
}

/** Drinks and snacks by the tray of 24, ingredients by the pack, cups by the carton. */
function drawOrder({ packaging, volumeType }: DemoProduct, machines: number, chance: Chance): number {
  if (packaging !== 'INGREDIENT') return Math.max(1, Math.round((machines * chance.between(2, 5)) / 24)) * 24
  return volumeType === 'PIECE'
    ? Math.max(1, Math.round(machines / 8)) * 1000
    : Math.max(2, Math.round(machines * chance.between(0.2, 0.6)))
}

type Trade = { markets: readonly Market[]; suppliers: readonly number[]; stored: readonly DemoProduct[] }

/** Each product is ordered from the first supplier that sells it. */
async function chooseSuppliers(db: Db, { company, productIds }: Ground, { markets, suppliers: ids, stored }: Trade): Promise<void> {
  const rows = stored.flatMap((product) => {
    const supplierId = ids[markets.findIndex(({ sells }) => sells(product))]
    return supplierId === undefined ? [] : [{ companyId: company, productId: productIds.get(product.sku) ?? 0, supplierId }]
  })
  await db.insert(productSuppliers).values(rows)
}

/** An order that is on its way from the supplier of snacks. */
async function writeOrder(
  db: Db,
  { company, productIds, money, now }: Ground,
  { markets, suppliers: ids, stored, user }: Trade & { user: UserId },
): Promise<void> {
  const market = markets.at(-1)
  const sentAt = now - DAY - 3 * HOUR
  const [order] = await db
    .insert(supplierOrders)
    .values({
      companyId: company,
      number: 1,
      supplierId: ids.at(-1) ?? 0,
      state: 'SENT',
      version: 2,
      createdAt: sentAt,
      createdBy: user,
      sentAt,
      sends: 1,
      sentTo: market?.email ?? null,
      expectedOn: new Date(sentAt + (market?.leadDays ?? 0) * DAY).toISOString().slice(0, 10),
    })
    .returning({ id: supplierOrders.id })
  if (!order) throw new Error('writing an order of the demo failed')
  const sold = stored.filter((product) => market?.sells(product)).slice(-4)
  await db.insert(supplierOrderLines).values(
    sold.map(({ sku, tray, lastCost }, place) => ({
      companyId: company,
      orderId: order.id,
      productId: productIds.get(sku) ?? 0,
      place,
      cases: 2,
      piecesPerCase: tray === null ? 1 : IN_A_CASE[tray],
      unitCostMinor: Math.max(1, toMinor(lastCost, money.currency)),
    })),
  )
}
