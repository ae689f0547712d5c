import { bagKey, matchCounts } from '#domain/cash/bags.ts'
import type { State } from './model-state.ts'

/** The collections of a bag that were not undone, with their times. */
export const collectionsOf = ({ withdrawals, voids }: State, bag: string) =>
  [...withdrawals.values()]
    .flat()
    .filter(({ operation, collection }) => !voids.has(operation) && bagKey(collection?.bag ?? '') === bagKey(bag))
    .map(({ operation: id, at }) => ({ id, at, day: new Date(at).toISOString().slice(0, 10) }))

/** Assigns all counts of this bag again, as the real server does after each count, collection and undo. */
export function assignCounts(state: State, bag: string): void {
  const counts = [...state.counts.values()].filter((one) => bagKey(one.bag) === bagKey(bag))
  for (const [id, collection] of matchCounts(collectionsOf(state, bag), counts)) {
    const count = state.counts.get(id)
    if (count) state.counts.set(id, { ...count, collection })
  }
}
