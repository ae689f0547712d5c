import * as v from 'valibot'
import { CAUSES } from '#domain/cash/differences.ts'
import { BASES } from '#domain/cash/expected.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Instant, Integer, line, PageNumber, pageSize, Uuid } from './fields.ts'
import { inCurrency, Money } from './units.ts'

export const MAX_BAG_LENGTH = 40
/** Far more than any cash box or bag contains, in major units. */
export const MAX_CASH = 1_000_000
/** Far more than any machine has counted, in major units. */
const MAX_COUNTER = 1_000_000_000

const Bag = line(MAX_BAG_LENGTH)
const amount = (longest: number) => v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(longest), inCurrency)
const Cash = amount(MAX_CASH)
const Counter = amount(MAX_COUNTER)

/** The machine's counters when it was emptied, since its installation. `bills`: those in the cash box, without the recycler. */
const CashReading = v.strictObject({
  cashBox: Counter,
  bills: v.optional(v.nullable(Counter)),
  at: Instant,
  source: v.picklist(['AUDIT', 'TYPED']),
})

/**
 * What is known of a cash collection. Amounts are in major units. `floatIn`, `floatOut`: change put into the machine, or taken out of it,
 * apart from the bag. `counted`: the amount counted at the machine, before anyone could see what is expected.
 */
export const Collection = v.strictObject({
  bag: v.optional(v.nullable(Bag)),
  floatIn: v.optional(v.nullable(Cash)),
  floatOut: v.optional(v.nullable(Cash)),
  reading: v.optional(v.nullable(CashReading)),
  counted: v.optional(v.nullable(Cash)),
})
export type Collection = v.InferInput<typeof Collection>

/** The body of a cash withdrawal: nothing, as older apps send it, or what is known of the collection. */
export const CollectionBody = v.nullish(Collection)

const Named = v.object({ id: Integer, name: v.string() })

/** A stored count of a collection, or one that was undone. */
const CountEntry = v.object({
  id: v.string(),
  amount: Money,
  at: DateTime,
  user: v.nullable(Named),
  isAtMachine: v.boolean(),
  undone: v.boolean(),
})

/**
 * The bag and counts of a withdrawal. `counted`: the last count by its own time; `counts`: all of them, the latest first. Without a count
 * all expected amounts are null, so that a bag is counted blind. `basis`: which of `meterAmount` (counters of the machine) and `salesAmount`
 * (cash sales of the ledger) is the expected amount. `bagUsedTwice`: the bag number was used again on the same day.
 */
export const CollectionFigures = v.object({
  bag: v.nullable(v.string()),
  bagUsedTwice: v.boolean(),
  floatIn: v.nullable(Money),
  floatOut: v.nullable(Money),
  counted: v.nullable(CountEntry),
  counts: v.array(CountEntry),
  basis: v.nullable(v.picklist(BASES)),
  expectedAmount: v.nullable(Money),
  meterAmount: v.nullable(Money),
  salesAmount: v.nullable(Money),
  difference: v.nullable(Money),
})
export type CollectionFigures = v.InferOutput<typeof CollectionFigures>

/** A counted bag with its difference. `collection` is null until the phone that collected the bag has sent it. */
export const CountedBag = v.object({
  id: v.string(),
  bag: v.nullable(v.string()),
  amount: Money,
  at: DateTime,
  user: v.nullable(Named),
  collection: v.nullable(
    v.object({
      id: v.string(),
      machine: Named,
      user: v.nullable(Named),
      created: DateTime,
      figures: v.omit(CollectionFigures, ['counts']),
    }),
  ),
})
export type CountedBag = v.InferOutput<typeof CountedBag>

/** A bag number, or a collection without one, and its content. */
export const BagCount = v.pipe(
  v.strictObject({ bag: v.optional(v.pipe(Bag, v.nonEmpty('must not be empty'))), collection: v.optional(Uuid), amount: Cash }),
  v.check(({ bag, collection }) => (bag === undefined) !== (collection === undefined), 'must name either a bag or a collection'),
)
export type BagCount = v.InferInput<typeof BagCount>

export const countBag = endpoint({
  name: 'countBag',
  method: 'POST',
  path: '/bag-counts',
  who: 'manager',
  summary:
    'Record the counted content of a bag; the last count by Occurred-At is valid, and only this response contains what was expected. A bag whose collection is not known yet is accepted',
  body: BagCount,
  answer: v.object({ operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })), count: CountedBag }),
  operation: true,
  refusals: ['COLLECTION_NOT_FOUND'],
})

export const listBagCounts = endpoint({
  name: 'listBagCounts',
  method: 'GET',
  path: '/bag-counts',
  who: 'manager',
  summary: 'List counted bags with their differences, the latest count first',
  query: v.object({ page: PageNumber, size: pageSize(50) }),
  answer: v.array(CountedBag),
  paged: true,
})

export const undoBagCount = endpoint({
  name: 'undoBagCount',
  method: 'DELETE',
  path: '/bag-counts/:id',
  who: 'manager',
  summary: 'Undo a count; it stays in the history of its collection',
  params: v.object({ id: Uuid }),
  answer: v.object({ id: v.string() }),
  refusals: ['COUNT_NOT_FOUND'],
})

/** A collection that is not counted yet. It contains no amount, because counting it is blind. */
export const UncountedBag = v.object({
  id: v.string(),
  bag: v.nullable(v.string()),
  bagUsedTwice: v.boolean(),
  created: DateTime,
  machine: Named,
  user: v.nullable(Named),
})
export type UncountedBag = v.InferOutput<typeof UncountedBag>

export const listUncountedBags = endpoint({
  name: 'listUncountedBags',
  method: 'GET',
  path: '/bag-counts/uncounted',
  who: 'manager',
  summary: 'List the collections of the last 60 days that are not counted, the oldest first, without any amount',
  query: v.object({ page: PageNumber, size: pageSize(100) }),
  answer: v.array(UncountedBag),
  paged: true,
})

const Trend = {
  collections: Integer,
  expectedAmount: Money,
  difference: Money,
  /** By month, the earliest first: `month` as 2026-03. */
  months: v.array(v.object({ month: v.string(), collections: Integer, expectedAmount: Money, difference: Money })),
}

const Repeated = v.nullable(v.object({ direction: v.picklist(['SHORT', 'OVER']), since: DateTime }))

/**
 * Differences of counted bags since the beginning of the previous half-year. `repeated`: they repeat beyond chance, in this direction, since
 * this collection. `pairs`: collections whose differences cancel.
 */
export const CashDifferences = v.object({
  from: DateTime,
  machines: v.array(v.object({ machine: Named, ...Trend, repeated: Repeated })),
  people: v.array(v.object({ user: Named, ...Trend, repeated: Repeated })),
  causes: v.array(v.object({ cause: v.picklist(CAUSES), ...Trend })),
  pairs: v.array(
    v.object({
      cause: v.picklist(CAUSES),
      collections: v.array(v.object({ id: v.string(), bag: v.nullable(v.string()), machine: Named, created: DateTime, difference: Money })),
    }),
  ),
})
export type CashDifferences = v.InferOutput<typeof CashDifferences>

export const cashDifferences = endpoint({
  name: 'cashDifferences',
  method: 'GET',
  path: '/bag-counts/differences',
  who: 'manager',
  summary:
    'Retrieve the differences of counted bags by machine, person and cause since the beginning of the previous half-year, and which of them repeat beyond chance',
  answer: CashDifferences,
})
