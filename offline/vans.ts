import * as v from 'valibot'
import { toRows } from '#contract/columns.ts'
import type { OwnVan } from '#contract/own-van.ts'
import { RestockProducts, RestockSlots } from '#contract/stock.ts'
import { HandedOver, VanChanged } from '#contract/vans.ts'
import type { OperationId, ProductId, StockPointId } from '#domain/ids.ts'
import { fold, type Level, type Movement, UNCOUNTED } from '#domain/stock/ledger.ts'
import { fromIso } from '#domain/time.ts'
import { toMilli } from '#domain/units.ts'
import { handedLines, restockedFromVan, type VanLine, vanLines } from '#domain/vans/van.ts'
import { isPending, undoneBy } from './projection.ts'
import type { JournalEntry, OutboxEntry } from './records.ts'

/** The product in a stock point of a machine, for restocks of slots. */
type ProductOf = (entry: Pick<OutboxEntry, 'machineId' | 'named'>, point: StockPointId) => ProductId | null

/**
 * The stock of the user's van by product: the server's data and the user's pending operations, by the same ledger rules as on the server. An
 * operation that the server's data contain already is not counted again, also if the phone does not know yet that it has arrived.
 */
export function vanStock(
  van: OwnVan,
  entries: readonly OutboxEntry[],
  offset: number,
  productOf: ProductOf,
  journal: readonly JournalEntry[] = [],
): Map<ProductId, Level> {
  const contained = new Set([...van.contains, ...van.handOvers])
  const own = entries.filter(isPending)
  const undoing = undoneBy(own.filter(({ opId }) => !contained.has(opId)))
  const gone = new Set([...undoneBy(own), ...undoneBy(journal)])
  const movements = own
    .filter(({ opId }) => !contained.has(opId) && !gone.has(opId))
    .flatMap((entry) => movementsIn(van, entry, offset, productOf))
  // What an undo takes back of restocks that the server's data contain.
  const past = [...journal.filter(({ state }) => state === 'processed'), ...own.filter(({ opId }) => contained.has(opId))]
  const takenBack = past
    .filter(({ opId }) => undoing.has(opId))
    .flatMap((entry) => movementsIn(van, entry, offset, productOf))
    .map((movement) => ({ ...movement, quantity: -movement.quantity }))
  const levels = new Map<ProductId, Level>(
    toRows(van.stocks).map(({ productId, balance, countedAt: at, countedBy: operation, countedLine: line }) => [
      productId,
      { quantity: balance, counted: at === null || operation === null || line === null ? null : { at, operation, line } },
    ]),
  )
  for (const product of new Set([...movements, ...takenBack].map(({ point }) => point))) {
    const all = [...movements, ...takenBack].filter(({ point }) => point === product)
    levels.set(product, fold(levels.get(product) ?? UNCOUNTED, all))
  }
  return levels
}

type Recorded = Pick<OutboxEntry, 'opId' | 'call' | 'body' | 'occurredAt' | 'rawAt' | 'machineId' | 'named'>

/** The effect of an own operation on the van. The stock point of a product in the van is the product. */
function movementsIn(van: OwnVan, entry: Recorded, offset: number, productOf: ProductOf): Movement[] {
  const handed = entry.call === 'handOver' ? v.safeParse(HandedOver, entry.body) : null
  if (handed?.success) {
    const { id, from, to, at, items } = handed.output
    if (van.handOvers.includes(id) || (from !== van.id && to !== van.id)) return []
    return placed(handedLines(from === van.id ? 'FROM' : 'TO', items), at, id)
  }
  const at = entry.occurredAt ?? entry.rawAt + offset
  if (at < fromIso(van.since) && entry.call !== 'changeVan') return []
  return placed(linesIn(van, entry, productOf), at, entry.opId)
}

const placed = (lines: readonly VanLine[], at: number, operation: OperationId): Movement[] =>
  lines.flatMap(({ productId, side, kind, quantity }, line) =>
    side === 'VAN' ? [{ point: productId, kind, quantity, at, operation, line }] : [],
  )

function linesIn(van: OwnVan, entry: Recorded, productOf: ProductOf): VanLine[] {
  switch (entry.call) {
    case 'changeVan': {
      const change = v.safeParse(VanChanged, entry.body)
      return change.success && change.output.van === van.id ? vanLines(change.output.type, change.output.items) : []
    }
    case 'restockSlots': {
      const items = v.safeParse(RestockSlots, entry.body)
      return restockedFromVan(
        (items.success ? items.output : []).flatMap(({ productInstallationId, quantity }) => {
          const productId = productOf(entry, productInstallationId)
          return productId === null ? [] : [{ productId, quantity: toMilli(quantity) }]
        }),
      )
    }
    case 'restockProducts': {
      const items = v.safeParse(RestockProducts, entry.body)
      return restockedFromVan(
        (items.success ? items.output : []).map(({ productId, quantity }) => ({ productId, quantity: toMilli(quantity) })),
      )
    }
    default:
      return []
  }
}
