import type { ProductId } from '../ids.ts'

/** A product to load into one place, such as the box of a machine. `key` is unique in the list. */
export type LoadRow = { key: string; product: ProductId; pieces: number }

/** What is loaded: rows that are complete, and the pieces of those that are not. */
export type Loaded = { goods: ReadonlySet<string>; counts: ReadonlyMap<string, number> }

export type Scanned = {
  outcome: 'loaded' | 'counted' | 'already' | 'not-needed'
  loaded: Loaded
  /** The row that changed last. */
  row: LoadRow | null
  /** Pieces of a pack that no row needs. */
  spare: number
}

/**
 * The code of a piece completes the next open row of its product, because its pieces are counted while they are taken. The code of a pack
 * counts its pieces, row after row.
 */
export function loadScanned(
  rows: readonly LoadRow[],
  loaded: Loaded,
  { product, pieces }: { product: ProductId; pieces: number },
): Scanned {
  const own = rows.filter((row) => row.product === product && row.pieces > 0)
  const open = own.filter(({ key }) => !loaded.goods.has(key))
  const [first] = open
  if (!first) return { outcome: own.length > 0 ? 'already' : 'not-needed', loaded, row: own.at(-1) ?? null, spare: pieces }
  const goods = new Set(loaded.goods)
  const counts = new Map(loaded.counts)
  if (pieces <= 1) {
    goods.add(first.key)
    counts.delete(first.key)
    return { outcome: 'loaded', loaded: { goods, counts }, row: first, spare: 0 }
  }
  let [left, last] = [pieces, first]
  for (const row of open) {
    if (left <= 0) break
    const before = counts.get(row.key) ?? 0
    const added = Math.min(left, row.pieces - before)
    left -= added
    last = row
    if (before + added >= row.pieces) {
      goods.add(row.key)
      counts.delete(row.key)
    } else counts.set(row.key, before + added)
  }
  return { outcome: goods.has(last.key) ? 'loaded' : 'counted', loaded: { goods, counts }, row: last, spare: left }
}
