import * as v from 'valibot'
import { BagCount, type Collection, CollectionBody, countBag } from '#contract/collections.ts'
import { withdrawCash } from '#contract/machine-operations.ts'
import { bagKey } from '#domain/cash/bags.ts'
import { isAmount, toMinor } from '#domain/money.ts'
import { fromIso } from '#domain/time.ts'
import { isBagUsedTwice, type NewCollection, recordCollection, recordCount } from '../../cash-box/collections.store.ts'
import { recordWithdrawal } from '../../cash-box/withdrawals.store.ts'
import type { EventInput } from '../../events/event-input.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { openReviews } from '../../ledger/review-items.ts'
import { type Done, type OperationContext, sequentially } from '../../sync/operations.ts'
import type { OperationEndpoint, WarehouseOperationEndpoint } from '../../sync/serve-operation.ts'
import { warningsOf } from '../../sync/warnings.ts'
import { collectionExists, findCounts } from './collections.store.ts'
import { countedBagOf } from './counted-bag.ts'

const invalid = (issue: v.BaseIssue<unknown>): Refusal =>
  refuse('INVALID', { detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })

/** The first amount that the currency does not have. */
function wrongAmount(amounts: Readonly<Record<string, number | null | undefined>>, currency: string): Refusal | null {
  const [wrong] = Object.entries(amounts).filter(([, amount]) => amount != null && !isAmount(amount, currency))
  return wrong ? refuse('INVALID', { detail: `${wrong[0]}: is no amount of ${currency}: it has too many decimals` }) : null
}

/** The event of a count, for open screens, the activity log and webhooks. */
export const countedEvent = (
  event: Pick<EventInput, 'at' | 'machineId' | 'operation' | 'details'> & { by?: EventInput['by']; money?: EventInput['money'] },
): EventInput => ({ activity: 'COLLECTION_COUNTED', changed: ['cash'], ...event })

function collectionOf(context: OperationContext, input: Collection): NewCollection {
  const { principal, operationId, machineId, at } = context
  const { bag, reading } = input
  const minor = (amount: number | null | undefined) => (amount == null ? null : toMinor(amount, principal.currency))
  return {
    operation: operationId,
    machine: machineId,
    user: principal.userId,
    at,
    bag: bag || null,
    bagKey: bag ? bagKey(bag) : null,
    floatIn: minor(input.floatIn),
    floatOut: minor(input.floatOut),
    reading: reading
      ? { box: minor(reading.cashBox) ?? 0, bills: minor(reading.bills), at: fromIso(reading.at), from: reading.source }
      : null,
    counted: minor(input.counted),
  }
}

/** A cash collection is accepted regardless of the user's current rights, because the cash was really taken. */
const collect = sequentially(async (context) => {
  const { db, principal, machineId, operationId, at } = context
  const { companyId, currency } = principal
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(CollectionBody, context.body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const input = parsed.output ?? {}
  const { floatIn, floatOut, counted, reading } = input
  const wrong = wrongAmount({ floatIn, floatOut, counted, 'reading.cashBox': reading?.cashBox, 'reading.bills': reading?.bills }, currency)
  if (wrong) return wrong
  await recordWithdrawal(db, companyId, { machine: machineId, operation: operationId, user: principal.userId, at })
  const collection = collectionOf(context, input)
  await recordCollection(db, companyId, collection)
  const isTwice = collection.bag !== null && (await isBagUsedTwice(db, companyId, operationId))
  const isGone = context.reach.deactivatedAt !== null
  if (isGone)
    await openReviews(db, companyId, context.receivedAt, [
      { operation: operationId, kind: 'MACHINE_GONE', machineId, stockPointId: null, details: {} },
    ])
  const money = collection.counted === null ? undefined : { minor: collection.counted, currency }
  return {
    answer: { operationId, warnings: [...warningsOf(context), ...(isTwice ? [{ code: 'BAG_USED_TWICE' }] : [])] },
    changes: [{ kind: 'machine', id: machineId }],
    events: [
      { activity: 'CASKET_MONEY_CHANGE', at, machineId, changed: ['cash', 'machines', ...(isGone ? (['reviews'] as const) : [])] },
      ...(money ? [countedEvent({ at, machineId, money, details: detailsOf(collection.bag, operationId) })] : []),
    ],
  }
})

const detailsOf = (bag: string | null, collection: string | null) => ({
  ...(bag === null ? {} : { bag }),
  ...(collection === null ? {} : { collection }),
})

/** A count in the office. A bag whose collection has not arrived yet is counted too, because its phone may still be offline. */
const count = sequentially<null>(async (context): Promise<Done | Refusal> => {
  const { db, principal, operationId, at, body, late, doubtfulSince } = context
  const { companyId, currency } = principal
  const parsed = v.safeParse(BagCount, body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const input = parsed.output
  const wrong = wrongAmount({ amount: input.amount }, currency)
  if (wrong) return wrong
  const { bag, collection } = input
  if (collection !== undefined && !(await collectionExists(db, companyId, collection))) return refuse('COLLECTION_NOT_FOUND')
  const counted = { operation: operationId, user: principal.userId, at, amount: toMinor(input.amount, currency) }
  const named = bag === undefined ? { collection: collection ?? '' } : { bag, bagKey: bagKey(bag) }
  await recordCount(db, companyId, { ...counted, ...named })
  const [stored] = await findCounts(db, companyId, currency, { only: operationId, limit: 1 })
  if (!stored) throw new Error('the count was not stored')
  const shown = countedBagOf(stored, currency)
  const warnings = [
    ...(late ? [{ code: 'LATE' }] : []),
    ...(doubtfulSince === null ? [] : [{ code: 'DOUBTFUL_CLOCK' }]),
    ...(stored.collection?.bagUsedTwice ? [{ code: 'BAG_USED_TWICE' }] : []),
    ...(stored.collection ? [] : [{ code: 'BAG_NOT_COLLECTED' }]),
  ]
  return {
    answer: { operationId, count: shown, warnings } as Done['answer'],
    changes: [],
    events: [
      countedEvent({
        at,
        machineId: stored.collection?.machine.id ?? null,
        money: { minor: stored.amount, currency },
        details: detailsOf(shown.bag, shown.collection?.id ?? null),
      }),
    ],
  }
})

export const cashOperations: readonly OperationEndpoint[] = [{ endpoint: withdrawCash, perform: collect }]
export const countOperations: readonly WarehouseOperationEndpoint[] = [{ endpoint: countBag, perform: count }]
