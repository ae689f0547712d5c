import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Integer, QueryId } from './fields.ts'

export const NOTIFICATION_TYPES = ['SUCCESS', 'INFO', 'WARNING', 'ERROR'] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** The messages of notifications. Those of alert rules for a machine have the name of their activity. */
const NOTIFICATION_MESSAGES = [
  'NEW_CUSTOMER_ISSUE',
  'PROBLEM_REPORTED',
  'REVIEW_ITEM',
  'PURCHASE_DELIVERED',
  'REPORT_READY',
  'REPORT_FAILED',
  'ALERT_UP',
  'MACHINE_STOPPED',
  'DEVICE_DISCONNECTED',
  'DEVICE_FIRMWARE_UPDATED',
  'CASKET_MONEY_CHANGE',
  'CREDIT_FAILED',
  'CREDIT_EXPIRED',
  'RESTART_FAILED',
  'RESTART_EXPIRED',
] as const
export type NotificationMessage = (typeof NOTIFICATION_MESSAGES)[number]

/** `message` is a key of the translations; `values` are inserted. `slug`: the screen that it opens. */
export const Notification = v.object({
  id: Integer,
  message: v.string(),
  values: v.record(v.string(), v.union([v.string(), v.number()])),
  type: v.fallback(v.picklist(NOTIFICATION_TYPES), 'INFO'),
  seen: v.boolean(),
  created: DateTime,
  slug: v.string(),
})
export type Notification = v.InferOutput<typeof Notification>

/** The maximum of a badge, plus one. */
export const MAX_NOTIFICATIONS = 100

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  who: 'anyone',
  summary: 'List your notifications, latest first; unread ones take precedence if there are too many',
  answer: v.array(Notification),
})

export const seeNotification = endpoint({
  name: 'seeNotification',
  method: 'PATCH',
  path: '/notifications/:id',
  who: 'anyone',
  summary: 'Mark one of your notifications as read',
  params: v.object({ id: QueryId }),
  answer: Notification,
  keyed: true,
  refusals: ['NOT_FOUND'],
})

export const seeNotifications = endpoint({
  name: 'seeNotifications',
  method: 'PATCH',
  path: '/notifications',
  who: 'anyone',
  summary: 'Mark all of your notifications as read, or those up to the last one shown',
  body: v.optional(v.object({ upTo: v.optional(Id) }), {}),
  answer: v.object({ seen: Integer }),
  keyed: true,
})
