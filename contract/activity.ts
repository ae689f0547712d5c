import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, QueryCount, QueryId } from './fields.ts'
import { ProductCard } from './products.ts'

/** What happens that is worth telling. News by one of these names is kept, whoever tells it. */
export const ACTIVITY_TYPES = [
  'CARD_NOT_FOUND',
  'MACHINE_RUNNING',
  'MACHINE_STOPPED',
  'MACHINE_CREATED',
  'MACHINE_DELETED',
  'ALERT_UP',
  'ALERT_DOWN',
  'MACHINE_REFILLED',
  'MACHINE_STOCK_CHANGED',
  'NEW_CUSTOMER_ISSUE',
  'SLOT_CREATED',
  'SLOT_DELETED',
  'DEVICE_CONNECTED',
  'DEVICE_DISCONNECTED',
  'DEVICE_FIRMWARE_UPDATED',
  'SERVICEMAN_ASSIGNED',
  'SERVICEMAN_REVOKED',
  'INVENTORY_CHANGED',
  'SENT_RESTART',
  'SENT_CREDIT',
  'CASKET_MONEY_CHANGE',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** Something else that came or went with an activity: how much of which product, and where. A count says how much there was. */
export const ActivityChange = v.object({
  product: ProductCard,
  amount: v.number(),
  kind: v.picklist(['delta', 'count']),
  slotNumber: v.nullable(v.string()),
})
export type ActivityChange = v.InferOutput<typeof ActivityChange>

/**
 * One thing that happened. `created`: when it did; `received`: when the server heard of it. `undone`: it was taken back since.
 * `details` is what else is known: the slot, the device, the version, the serviceman. `money` is for managers alone.
 */
export const Activity = v.object({
  id: v.number(),
  type: v.string(),
  created: v.string(),
  received: v.string(),
  user: v.nullable(
    v.object({
      id: v.number(),
      name: v.string(),
      firstName: v.optional(v.nullable(v.string())),
      lastName: v.optional(v.nullable(v.string())),
    }),
  ),
  machine: v.nullable(v.object({ id: v.number(), name: v.string(), active: v.boolean() })),
  message: v.nullable(v.string()),
  money: v.optional(v.nullable(v.number())),
  alertType: v.nullable(v.string()),
  stockChangeType: v.nullable(v.string()),
  changes: v.array(ActivityChange),
  undone: v.boolean(),
  details: v.object({
    slotNumber: v.optional(v.string()),
    device: v.optional(v.string()),
    version: v.optional(v.string()),
    serviceman: v.optional(v.string()),
    issueType: v.optional(v.string()),
    /** For managers: what the customer reported, by its identifier. */
    issue: v.optional(v.string()),
    /** What became of a credit or a restart, once that is known. */
    outcome: v.optional(v.picklist(['done', 'failed', 'expired'])),
    /** A machine that was in service before. */
    isReactivation: v.optional(v.boolean()),
    /** An undo, and not the thing itself. */
    isUndo: v.optional(v.boolean()),
  }),
})
export type Activity = v.InferOutput<typeof Activity>

/** As many as the list of all events shows. */
export const MAX_ACTIVITIES = 200

const TypeList = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').filter((name) => name !== '')),
  v.array(v.picklist(ACTIVITY_TYPES)),
)

export const listActivity = endpoint({
  name: 'listActivity',
  method: 'GET',
  path: '/activity',
  who: 'anyone',
  summary:
    'What happened, the latest news first, or by when it happened (sort=created,desc): to a manager of all machines, to an employee of those in their care and without money; `skip` leaves out so many, for the next page',
  query: v.object({
    sort: v.optional(v.picklist(['id,desc', 'id,asc', 'created,desc', 'created,asc']), 'id,desc'),
    startDate: v.optional(Instant),
    endDate: v.optional(Instant),
    size: v.optional(
      v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'must be a whole number'), v.transform(Number), v.minValue(1), v.maxValue(MAX_ACTIVITIES)),
      '50',
    ),
    skip: v.optional(QueryCount, '0'),
    types: v.optional(TypeList, ''),
    machine: v.optional(QueryId),
    /** Only what became known before this one: where a page ended, the next begins. */
    before: v.optional(QueryId),
  }),
  answer: v.array(Activity),
})
