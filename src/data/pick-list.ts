import { queryOptions } from '@tanstack/react-query'
import type { Product, ProductCard } from '#contract/products.ts'
import type { Round } from '#contract/rounds.ts'
import { paperFontFor } from '#documents/fonts.ts'
import type { PickList, PickRow } from '#documents/pick-list.ts'
import type { MachineId, ProductId } from '#domain/ids.ts'
import type { Cased } from '#domain/warehouse/cases.ts'
import { loadingOrder, type Need, shareOut } from '#domain/warehouse/pick-list.ts'
import { byName } from './by-name.ts'
import { getSession } from './device.ts'
import { formats } from './formats.ts'
import { live } from './local-query.ts'
import { type LackingMachine, readLacking, type Until } from './missing.ts'
import { paperFonts } from './paper-fonts.ts'
import { arrivalsOf, keyOfNeeds } from './stop-needs.ts'

/** The shortage of each product by machine, from local data: machines by name. It needs no network. */
export type Lacking = { needs: Need[]; machines: ReadonlyMap<MachineId, string>; products: ReadonlyMap<ProductId, Product> }

export const lacking = (until: Until) =>
  queryOptions({
    queryKey: ['lacking', until],
    structuralSharing: false,
    queryFn: live(async () => {
      const { machines, products } = await readLacking(until)
      return lackingIn(
        machines.toSorted((a, b) => byName(a.machine, b.machine)),
        products,
      )
    }),
  })

/** The same for the stops of a round in its order, each as expected at its arrival. */
export const lackingAtStops = (round: Pick<Round, 'from' | 'until' | 'stops'>) =>
  queryOptions({
    queryKey: ['lackingAtStops', ...keyOfNeeds(round)],
    structuralSharing: false,
    queryFn: live(async () => {
      const arrivals = arrivalsOf(round, Date.now())
      const { machines, products } = await readLacking(arrivals)
      const order = [...arrivals.keys()]
      return lackingIn(
        machines.toSorted((a, b) => order.indexOf(a.machine.id) - order.indexOf(b.machine.id)),
        products,
      )
    }),
  })

const lackingIn = (machines: readonly LackingMachine[], products: readonly Product[]): Lacking => ({
  needs: needsOf(machines),
  machines: new Map(machines.map(({ machine: { id, name } }) => [id, name])),
  products: new Map(products.map((product) => [product.id, product])),
})

type Lacks = { machine: { id: MachineId }; places: readonly { productId: ProductId; missing: number }[] }

/**
 * Sums over all slots of a machine; a slot above its maximum does not compensate for another. Expected amounts are rounded so that the
 * total of all machines is preserved: the remainder is carried to the next machine.
 */
export function needsOf(machines: readonly Lacks[]): Need[] {
  const soFar = new Map<ProductId, number>()
  return machines.flatMap(({ machine, places }) => {
    const sums = new Map<ProductId, number>()
    for (const { productId, missing } of places) sums.set(productId, (sums.get(productId) ?? 0) + missing)
    return [...sums].flatMap(([product, missing]) => {
      const before = soFar.get(product) ?? 0
      soFar.set(product, before + missing)
      const quantity = Math.round(before + missing) - Math.round(before)
      return quantity > 0 ? [{ machine: machine.id, product, quantity }] : []
    })
  })
}

export type PickListLabels = {
  title: string
  fileName: string
  labels: PickList['labels']
  casesOf(pieces: number, product: Cased): string
  language: string
}

/** The content of the pick list: the total in loading order, and the part of each machine. */
export function pickListOf(
  picked: ReadonlyMap<ProductId, number>,
  { needs, machines, products }: Lacking,
  words: PickListLabels,
  now: number,
) {
  const { companyName } = getSession().account
  const rowsOf = (quantities: Iterable<readonly [ProductId, number]>): PickRow[] =>
    pickedRows(quantities, products).map(({ id, pieces, ...row }) => ({ ...row, cases: words.casesOf(pieces, products.get(id) as Cased) }))
  const shared = shareOut(picked, needs)
  return {
    title: words.title,
    subtitle: companyName,
    printedAt: formats().dateTime(now),
    printedAtMs: now,
    labels: words.labels,
    all: rowsOf([...picked].filter(([, quantity]) => quantity > 0)),
    machines: [...machines].flatMap(([id, name]) => {
      const rows = rowsOf(shared.filter(({ machine }) => machine === id).map(({ product, quantity }) => [product, quantity] as const))
      return rows.length > 0 ? [{ name, rows }] : []
    }),
  } satisfies PickList
}

/** A product to take, as text. */
export type PickedRow = { id: ProductId; pieces: number } & Omit<PickRow, 'cases'>

/** Products in loading order. */
export const pickedRows = (quantities: Iterable<readonly [ProductId, number]>, products: Lacking['products']): PickedRow[] =>
  [...quantities]
    .flatMap(([id, pieces]) => {
      const product = products.get(id)
      return product ? [{ id, pieces, of: product }] : []
    })
    .toSorted((a, b) => loadingOrder(a.of, b.of) || byName(a.of, b.of))
    .map(({ id, pieces, of }) => ({ id, pieces, ...rowOf(of, pieces) }))

/** Products of one name differ in their volume. */
export const goodsLabel = ({ name, volume, volumeType }: ProductCard): string =>
  volumeType === 'PIECE' && volume === 1 ? name : `${name} ${formats().amount(volume, volumeType)}`

const rowOf = (product: ProductCard, quantity: number): Omit<PickRow, 'cases'> => ({
  product: goodsLabel(product),
  quantity: formats().amount(quantity, product.packaging === 'INGREDIENT' ? product.volumeType : 'PIECE'),
})

/** Creates the list as a PDF on this device; null if its fonts are missing and cannot be fetched now. */
export async function pickListFile(picked: ReadonlyMap<ProductId, number>, known: Lacking, words: PickListLabels): Promise<File | null> {
  const list = pickListOf(picked, known, words, Date.now())
  const { pickListSheet } = await import('#documents/pick-list.ts')
  const texts = [
    list.title,
    list.subtitle,
    ...[
      ...list.machines.flatMap(({ name, rows }) => [name, ...rows.map(({ product }) => product)]),
      ...list.all.map(({ product }) => product),
    ],
  ]
  const fonts = await paperFonts(paperFontFor(words.language, texts))
  return fonts && new File([pickListSheet(list, fonts)], `${words.fileName}.pdf`, { type: 'application/pdf' })
}
