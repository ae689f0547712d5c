import { queryOptions } from '@tanstack/react-query'
import type { OwnVan } from '#contract/own-van.ts'
import type { Product, ProductCard } from '#contract/products.ts'
import { NO_MACHINE, unpackInventory } from '#contract/sync.ts'
import type { OperationId, ProductId, VanId } from '#domain/ids.ts'
import { toWhole } from '#domain/units.ts'
import { codeOf, type HandOver } from '#domain/vans/hand-over.ts'
import { oppositeOf, type VanChange, type VanItem } from '#domain/vans/van.ts'
import type { Enqueued } from '#offline/outbox.ts'
import { vanStock } from '#offline/vans.ts'
import { byName } from './by-name.ts'
import { getSession } from './device.ts'
import { live } from './local-query.ts'
import { discard, record } from './outbox.ts'
import { atOneMoment, pendingOperations } from './own-work.ts'

type InVan = { product: ProductCard; quantity: number }
/** `products`: what can be loaded. */
export type MyVan = { van: OwnVan; goods: InVan[]; products: Product[] }

/** The van that the user drives, with its stock including pending operations; null without one. It needs no network. */
export const ownVan = () => queryOptions({ queryKey: ['ownVan'], structuralSharing: false, queryFn: live(readOwnVan) })

function readOwnVan(): Promise<MyVan | null> {
  const { db } = getSession()
  return atOneMoment(db, ['vans', 'inventory', 'products'], async () => {
    const [van] = await db.vans.toArray()
    if (!van) return null
    const [own, products] = await Promise.all([pendingOperations(db), db.products.toArray()])
    const restocked = [...new Set([...own.entries, ...own.journal].map(({ machineId }) => machineId))]
    const inventory = (await db.inventory.bulkGet(restocked)).flatMap((row) => (row ? unpackInventory(row).stocks : []))
    const productIn = new Map(inventory.map(({ productInstallationId, productId }) => [productInstallationId, productId]))
    const levels = vanStock(
      van,
      own.entries,
      own.offset,
      ({ named }, point) => named?.places.find(([id]) => id === point)?.[2] ?? productIn.get(point) ?? null,
      own.journal,
    )
    const cards = new Map<ProductId, ProductCard>(products.map((product) => [product.id, product]))
    const goods = [...levels].flatMap(([id, { quantity }]) => {
      const product = cards.get(id)
      return product && quantity !== 0 ? [{ product, quantity: toWhole(quantity) }] : []
    })
    return { van, goods: goods.toSorted((a, b) => byName(a.product, b.product)), products: products.filter(isCarried) }
  })
}

const isCarried = ({ packaging, deleted }: Product) => packaging !== 'COFFEE' && !deleted

export const changeVan = (van: VanId, type: VanChange, items: readonly VanItem[], opId?: OperationId): Promise<Enqueued> =>
  record({ call: 'changeVan', machineId: NO_MACHINE, body: { van, type, items } }, opId)

/** `opId`: of the draft that it is recorded from. */
export type VanChanging = { own: MyVan; type: VanChange; items: readonly VanItem[]; opId?: OperationId | undefined }

/** Takes back a change of the van: it is not sent at all, or its opposite is recorded. False if nothing could be stored. */
export async function undoVanChange(operation: OperationId, { own, type, items }: VanChanging): Promise<boolean> {
  if (await discard(operation)) return true
  const after = await readOwnVan()
  if (!after) return false
  const opposite = oppositeOf(type, items, { before: quantitiesIn(own), now: quantitiesIn(after) })
  return 'kept' in (await changeVan(own.van.id, opposite.type, opposite.items))
}

const quantitiesIn = ({ goods }: MyVan) => new Map(goods.map(({ product, quantity }) => [product.id, quantity]))

/** A hand-over with its signature, and the code that the other driver scans. */
export type Handed = { handOver: HandOver; signature: string; code: string }

/** Prepares a hand-over; nothing is recorded yet. */
export async function prepareHandOver({ id: from, key }: OwnVan, to: VanId, items: readonly VanItem[]): Promise<Handed> {
  const { device } = getSession()
  const [{ momentNow }, { signatureOf }] = await Promise.all([import('#offline/moment-now.ts'), import('#offline/sign.ts')])
  const handOver = { id: device.newId(), from, to, at: await momentNow(device), items }
  const signature = await signatureOf(key, handOver)
  return { handOver, signature, code: codeOf(handOver, signature) }
}

/** Records a hand-over on the phone of either driver. It counts once, also if both send it. */
export const recordHandOver = ({ handOver, signature }: Omit<Handed, 'code'>): Promise<Enqueued> =>
  record({ call: 'handOver', machineId: NO_MACHINE, body: { ...handOver, signature } })

/** Whether this phone has recorded the hand-over, or the server's data contain it. */
export async function isHandOverKnown(id: string): Promise<boolean> {
  const { db } = getSession()
  const [vans, entries, ended] = await Promise.all([
    db.vans.toArray(),
    db.outbox.where('machineId').equals(NO_MACHINE).toArray(),
    db.journal.where('machineId').equals(NO_MACHINE).toArray(),
  ])
  const isIt = ({ call, body }: { call: string; body: unknown }) =>
    call === 'handOver' && typeof body === 'object' && body !== null && 'id' in body && body.id === id
  return (
    vans.some(({ handOvers }) => handOvers.includes(id)) ||
    entries.some(isIt) ||
    ended.some((entry) => entry.state !== 'discarded' && isIt(entry))
  )
}
