import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, QueryId } from './fields.ts'

export const NOTIFICATION_TYPES = ['SUCCESS', 'INFO', 'WARNING', 'ERROR'] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** What a notification says. What is told of a machine by the rules of alerts goes by the name of its activity. */
export const NOTIFICATION_MESSAGES = [
  'NEW_CUSTOMER_ISSUE',
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

/** `message` is a key, which a screen has words for; `values` go into them. `slug`: the screen it leads to. */
export const Notification = v.object({
  id: v.number(),
  message: v.string(),
  values: v.record(v.string(), v.union([v.string(), v.number()])),
  type: v.fallback(v.picklist(NOTIFICATION_TYPES), 'INFO'),
  seen: v.boolean(),
  created: v.string(),
  slug: v.string(),
})
export type Notification = v.InferOutput<typeof Notification>

/** As many as a badge counts, and one more. */
export const MAX_NOTIFICATIONS = 100

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  who: 'anyone',
  summary: 'What one is to know, the latest first, and what was not seen before all else where there is too much',
  answer: v.array(Notification),
})

export const seeNotification = endpoint({
  name: 'seeNotification',
  method: 'PATCH',
  path: '/notifications/:id',
  who: 'anyone',
  summary: 'Marks a notification of one’s own as seen',
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
  summary: 'Marks all notifications of one’s own as seen, or those up to the last that one was shown',
  body: v.optional(v.object({ upTo: v.optional(Id) }), {}),
  answer: v.object({ seen: v.number() }),
  keyed: true,
})
