import type { OperationId } from '../ids.ts'
import { DAY, type Moment } from '../time.ts'

/** Bag numbers are compared without spaces and case, because they are both scanned and typed. */
export const bagKey = (bag: string): string => bag.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()

/** A collection in a bag. `day`: its calendar day in the company's time zone. */
export type Bagged = { id: OperationId; at: Moment; day: string }

/** A count that names its bag only. */
export type CountOfBag = { id: OperationId; at: Moment }

/** A bag is counted within this time; after it, its number belongs to a later use that is not known yet. */
export const MAX_BAG_AGE = 60 * DAY

/**
 * Assigns the counts of one bag number to its collections: each to the latest collection before it. If the number was used several times on
 * that day, to the latest of them that is not counted yet, and to the latest if all are. Null: no collection of this bag is known.
 *
 * The result depends on the facts only, not on their order of arrival. `pinned`: collections that are counted by other means, and since when.
 */
export function matchCounts(
  collections: readonly Bagged[],
  counts: readonly CountOfBag[],
  pinned: ReadonlyMap<OperationId, Moment> = new Map(),
): Map<OperationId, OperationId | null> {
  const latestFirst = collections.toSorted((a, b) => inOrder(b, a))
  const counted = new Set<OperationId>()
  const matched = new Map<OperationId, OperationId | null>()
  for (const count of counts.toSorted(inOrder)) {
    const before = latestFirst.filter(({ at }) => at <= count.at && at > count.at - MAX_BAG_AGE)
    const isFree = ({ id }: Bagged) => !counted.has(id) && !((pinned.get(id) ?? Number.POSITIVE_INFINITY) <= count.at)
    const [latest] = before
    const found = before.find((one) => one.day === latest?.day && isFree(one)) ?? latest
    if (found) counted.add(found.id)
    matched.set(count.id, found?.id ?? null)
  }
  return matched
}

const inOrder = (a: CountOfBag, b: CountOfBag) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
