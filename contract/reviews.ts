import * as v from 'valibot'
import { ActivityChange } from './activity.ts'
import { endpoint } from './endpoint.ts'
import { PageNumber, pageSize, Quantity, QueryId } from './fields.ts'
import { ProductCard } from './products.ts'

/** Why a manager is asked: what was recorded stands, and cannot be quite right; or a place was given up with goods in it. */
export const REVIEW_KINDS = ['CLOSED_INSTALLATION', 'OVER_MAXIMUM', 'BELOW_ZERO', 'DOUBTFUL_CLOCK', 'NOT_ASSIGNED', 'MACHINE_GONE'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/**
 * What may be decided. KEEP: it stands as it is. UNDO: as if it had never been. COUNT: so much lies there now. SET_MAXIMUM: as much
 * as lies there fits. TO_WAREHOUSE: it was taken back. TO_SLOT: it was the product that is in the slot now. WRITE_OFF: it is lost.
 * ASSIGN: the machine is theirs.
 */
export const DECISIONS = ['KEEP', 'UNDO', 'COUNT', 'SET_MAXIMUM', 'TO_WAREHOUSE', 'TO_SLOT', 'WRITE_OFF', 'ASSIGN'] as const
export type Decision = (typeof DECISIONS)[number]

/** `moved`: what the operation itself put in or took. `choices`: what may be decided of this one, the likeliest first. */
export const ReviewItem = v.object({
  id: v.number(),
  kind: v.string(),
  choices: v.array(v.string()),
  created: v.string(),
  /** `inService` is false where the machine has been deleted; older servers do not tell. */
  machine: v.object({ id: v.number(), name: v.string(), inService: v.optional(v.boolean(), true) }),
  operation: v.object({
    id: v.string(),
    call: v.string(),
    at: v.string(),
    received: v.string(),
    said: v.string(),
    changes: v.array(ActivityChange),
    user: v.object({ id: v.number(), name: v.string() }),
    /** DOUBTFUL_CLOCK: how many other operations of the same phone and day are in doubt too. Keeping one keeps them all. */
    others: v.optional(v.number(), 0),
  }),
  place: v.nullable(
    v.object({
      productInstallationId: v.number(),
      slotId: v.nullable(v.number()),
      slotNumber: v.nullable(v.string()),
      product: ProductCard,
      moved: v.number(),
      counted: v.nullable(v.number()),
      /** What is left of what lay there when the operation itself gave the place up. */
      remains: v.nullable(v.number()),
      currentQuantity: v.number(),
      maxQuantity: v.nullable(v.number()),
      /** The product that is in the slot now, where another one is. */
      now: v.nullable(ProductCard),
    }),
  ),
})
export type ReviewItem = v.InferOutput<typeof ReviewItem>

export const listReviewItems = endpoint({
  name: 'listReviewItems',
  method: 'GET',
  path: '/review-items',
  who: 'manager',
  summary: 'What is left to decide, the oldest first; what has settled itself is left out',
  query: v.object({ page: PageNumber, size: pageSize(50) }),
  answer: v.array(ReviewItem),
  paged: true,
})

export const decideReviewItem = endpoint({
  name: 'decideReviewItem',
  method: 'POST',
  path: '/review-items/:id/decision',
  who: 'manager',
  summary: 'Decides a review item, once; what follows for stock is an operation by the key of the request',
  params: v.object({ id: QueryId }),
  /** `quantity` goes with COUNT. */
  body: v.object({ decision: v.picklist(DECISIONS), quantity: v.optional(Quantity) }),
  answer: v.object({ operationId: v.string(), warnings: v.array(v.looseObject({ code: v.string() })) }),
  keyed: true,
  refusals: ['REVIEW_ITEM_NOT_FOUND', 'ALREADY_DECIDED', 'DECISION_UNFIT'],
})
