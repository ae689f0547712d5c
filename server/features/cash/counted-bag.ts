import type { CollectionFigures, CountedBag, UncountedBag } from '#contract/collections.ts'
import { expectedOf } from '#domain/cash/expected.ts'
import { toDecimal } from '#domain/money.ts'
import { toIso } from '#domain/time.ts'
import { type Count, type Figures, type StoredCount, type Uncounted, validCountOf } from './collections.store.ts'

/** A collection as in the API. What was expected is only in it once it is counted. */
export function figuresShown(figures: Figures, currency: string): CollectionFigures {
  const { bag, bagUsedTwice, floatIn, floatOut, before, now, sales, counts } = figures
  const money = (minor: number | null) => (minor === null ? null : toDecimal(minor, currency))
  const counted = validCountOf(figures)
  const known = counted ? expectedOf(before, now, sales) : null
  return {
    bag,
    bagUsedTwice,
    floatIn: money(floatIn),
    floatOut: money(floatOut),
    counted: counted && entryOf(counted, currency),
    counts: counts.map((count) => entryOf(count, currency)),
    basis: known?.basis ?? null,
    expectedAmount: money(known?.expected ?? null),
    meterAmount: money(known?.meter ?? null),
    salesAmount: money(known?.sales ?? null),
    difference: counted && known ? money(counted.amount - known.expected) : null,
  }
}

const entryOf = ({ id, amount, at, user, isAtMachine, voided }: Count, currency: string) => ({
  id,
  amount: toDecimal(amount, currency),
  at: toIso(at),
  user,
  isAtMachine,
  undone: voided,
})

export const countedBagOf = ({ id, bag, amount, at, user, collection }: StoredCount, currency: string): CountedBag => ({
  id,
  bag,
  amount: toDecimal(amount, currency),
  at: toIso(at),
  user,
  collection: collection && {
    id: collection.id,
    machine: collection.machine,
    user: collection.user,
    created: toIso(collection.at),
    figures: withoutHistory(figuresShown(collection, currency)),
  },
})

const withoutHistory = ({ counts: _, ...figures }: CollectionFigures) => figures

export const uncountedBagOf = ({ at, ...one }: Uncounted): UncountedBag => ({ ...one, created: toIso(at) })
