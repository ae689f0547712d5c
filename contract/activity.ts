import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, Instant, Integer, pageSize, QueryCount, QueryId, QueryUserId, queryList } from './fields.ts'
import { ProductCard } from './products.ts'
import { Amount, Money } from './units.ts'

/** The types of activities. Events with one of these names are stored, whatever their source. */
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
  'PROBLEM_REPORTED',
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
  'COLLECTION_COUNTED',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

/** A further stock change of an activity: how much of which product, and where. A count contains the counted quantity. */
export const ActivityChange = v.object({
  product: ProductCard,
  amount: Amount,
  kind: v.picklist(['delta', 'count']),
  slotNumber: v.nullable(v.string()),
})
export type ActivityChange = v.InferOutput<typeof ActivityChange>

/**
 * One activity. `created`: when it happened; `received`: when the server received it. `undone`: it was undone later. `details` contains
 * further data: the slot, the device, the version, the serviceman. `money` is for managers only.
 */
export const Activity = v.object({
  id: Integer,
  type: v.string(),
  created: DateTime,
  received: DateTime,
  user: v.nullable(
    v.object({
      id: Integer,
      name: v.string(),
      firstName: v.optional(v.nullable(v.string())),
      lastName: v.optional(v.nullable(v.string())),
    }),
  ),
  machine: v.nullable(v.object({ id: Integer, name: v.string(), active: v.boolean() })),
  message: v.nullable(v.string()),
  money: v.optional(v.nullable(Money)),
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
    /** The cause that an employee reported. */
    cause: v.optional(v.string()),
    /** For managers: the identifier of the report. */
    issue: v.optional(v.string()),
    /** The outcome of a credit or a restart, once it is known. */
    outcome: v.optional(v.picklist(['done', 'failed', 'expired'])),
    /** The machine was in service before. */
    isReactivation: v.optional(v.boolean()),
    /** This activity is the undo of another one. */
    isUndo: v.optional(v.boolean()),
  }),
})
export type Activity = v.InferOutput<typeof Activity>

/** The page size of the list of all events. */
export const MAX_ACTIVITIES = 200

export const listActivity = endpoint({
  name: 'listActivity',
  method: 'GET',
  path: '/activity',
  who: 'anyone',
  summary:
    'List activities, latest first by when they were received, or by when they happened (sort=created,desc): managers get all machines, employees their assigned machines without money; `skip` omits as many for the next page',
  query: v.object({
    sort: v.optional(v.picklist(['id,desc', 'id,asc', 'created,desc', 'created,asc']), 'id,desc'),
    startDate: v.optional(Instant),
    endDate: v.optional(Instant),
    size: pageSize(50, MAX_ACTIVITIES),
    skip: v.optional(QueryCount, '0'),
    types: v.optional(queryList(v.picklist(ACTIVITY_TYPES))),
    machine: v.optional(QueryId),
    /** Only what this person did. */
    user: v.optional(QueryUserId),
    /** Only what was received before this one, to continue after the end of a page. */
    before: v.optional(QueryId),
  }),
  answer: v.array(Activity),
})
