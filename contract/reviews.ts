import * as v from 'valibot'
import { ActivityChange } from './activity.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, PageNumber, pageSize, Quantity, QueryId } from './fields.ts'
import { ProductCard } from './products.ts'
import { Amount } from './units.ts'

/** Why a review item exists: a recorded operation is stored but implausible, or a slot was deleted with goods in it. */
export const REVIEW_KINDS = [
  'CLOSED_INSTALLATION',
  'OVER_MAXIMUM',
  'BELOW_ZERO',
  'DOUBTFUL_CLOCK',
  'NOT_ASSIGNED',
  'MACHINE_GONE',
  'PRODUCT_PROPOSED',
  'VAN_BELOW_ZERO',
] as const

/**
 * Possible decisions. KEEP: leave it as it is. UNDO: as if it had never happened. COUNT: set the current quantity. SET_MAXIMUM: raise the
 * maximum to the current quantity. TO_WAREHOUSE: it was returned. TO_SLOT: it was the product that is in the slot now. WRITE_OFF: it is
 * lost. ASSIGN: assign the machine to them. APPROVE: set the proposed product. DECLINE: leave the product that is there.
 */
export const DECISIONS = [
  'KEEP',
  'UNDO',
  'COUNT',
  'SET_MAXIMUM',
  'TO_WAREHOUSE',
  'TO_SLOT',
  'WRITE_OFF',
  'ASSIGN',
  'APPROVE',
  'DECLINE',
] as const
export type Decision = (typeof DECISIONS)[number]

/** `moved`: what the operation itself added or removed. `choices`: the possible decisions, likeliest first. */
export const ReviewItem = v.object({
  id: Integer,
  kind: v.string(),
  choices: v.array(v.string()),
  created: DateTime,
  /**
   * `inService` is false if the machine was deleted; older servers do not send it. Work with a van alone has no machine: then the id is 0 and
   * the name that of the van.
   */
  machine: v.object({ id: Integer, name: v.string(), inService: v.optional(v.boolean(), true) }),
  operation: v.object({
    id: v.string(),
    call: v.string(),
    at: DateTime,
    received: DateTime,
    said: DateTime,
    changes: v.array(ActivityChange),
    user: v.object({ id: Integer, name: v.string() }),
    /** DOUBTFUL_CLOCK: number of other doubtful operations of the same phone and day. Keeping one keeps them all. */
    others: v.optional(Integer, 0),
  }),
  /** VAN_BELOW_ZERO: the van from which more was taken than was in it. Older servers do not send it. */
  van: v.optional(v.nullable(v.object({ id: Integer, name: v.string() })), null),
  place: v.nullable(
    v.object({
      productInstallationId: Integer,
      slotId: v.nullable(Integer),
      slotNumber: v.nullable(v.string()),
      product: ProductCard,
      moved: Amount,
      counted: v.nullable(Amount),
      /** Remaining stock if the operation itself removed the slot. */
      remains: v.nullable(Amount),
      currentQuantity: Integer,
      maxQuantity: v.nullable(Integer),
      /** The product that is in the slot now, if it is another one. */
      now: v.nullable(ProductCard),
    }),
  ),
  /** PRODUCT_PROPOSED: another product for a slot. Older servers do not send it. */
  proposal: v.optional(
    v.nullable(
      v.object({
        slotId: Integer,
        slotNumber: v.string(),
        product: ProductCard,
        now: v.nullable(ProductCard),
        note: v.nullable(v.string()),
      }),
    ),
    null,
  ),
})
export type ReviewItem = v.InferOutput<typeof ReviewItem>

export const listReviewItems = endpoint({
  name: 'listReviewItems',
  method: 'GET',
  path: '/review-items',
  who: 'manager',
  summary: 'List open review items, oldest first; items that have been settled are omitted',
  query: v.object({ page: PageNumber, size: pageSize(50) }),
  answer: v.array(ReviewItem),
  paged: true,
})

export const decideReviewItem = endpoint({
  name: 'decideReviewItem',
  method: 'POST',
  path: '/review-items/:id/decision',
  who: 'manager',
  summary: 'Resolve a review item once; resulting stock changes are an operation with the key of the request',
  params: v.object({ id: QueryId }),
  /** `quantity` is required with COUNT. */
  body: v.object({ decision: v.picklist(DECISIONS), quantity: v.optional(Quantity) }),
  answer: v.object({ operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })) }),
  keyed: true,
  refusals: ['REVIEW_ITEM_NOT_FOUND', 'ALREADY_DECIDED', 'DECISION_UNFIT'],
})
