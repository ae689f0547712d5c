import * as v from 'valibot'
import { ALERT_CHANNELS, ALERT_EVENTS } from '#domain/alerts/alert.ts'
import { endpoint } from './endpoint.ts'
import { QueryId, Uuid } from './fields.ts'

const AlertEvent = v.picklist(ALERT_EVENTS)
const AlertChannel = v.picklist(ALERT_CHANNELS)

/** Status of the last message: waiting, handed over, given up, or dropped because it had no recipient. */
export const ALERT_STATES = ['WAITING', 'SENT', 'FAILED', 'DROPPED'] as const

/** An alert rule: who is notified of which event, and how. `isPushSupported`: the user has a device that accepts notifications. */
export const Alert = v.object({
  event: v.string(),
  channel: v.string(),
  recipientId: v.number(),
  recipient: v.string(),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  isPushSupported: v.boolean(),
  last: v.nullable(v.object({ at: v.string(), state: v.string() })),
})
export type Alert = v.InferOutput<typeof Alert>

export const listAlerts = endpoint({
  name: 'listAlerts',
  method: 'GET',
  path: '/company/alerts',
  who: 'manager',
  summary: 'List alert rules with the status of their last message',
  answer: v.array(Alert),
})

export const addAlert = endpoint({
  name: 'addAlert',
  method: 'POST',
  path: '/company/alerts',
  who: 'manager',
  summary: 'Create an alert rule for the current user (idempotent)',
  body: v.object({ event: AlertEvent, channel: AlertChannel }),
  answer: Alert,
  status: 201,
  keyed: true,
  refusals: ['ALERT_NO_EMAIL', 'ALERT_NO_PHONE', 'SMS_NOT_CONFIGURED'],
})

export const deleteAlert = endpoint({
  name: 'deleteAlert',
  method: 'DELETE',
  path: '/company/alerts',
  who: 'manager',
  summary: 'Delete an alert rule of any user in the company',
  query: v.object({ event: AlertEvent, channel: AlertChannel, recipientId: QueryId }),
  answer: v.object({ event: v.string(), channel: v.string(), recipientId: v.number() }),
  keyed: true,
  refusals: ['ALERT_NOT_FOUND'],
})

const base64url = (longest: number) => v.pipe(v.string(), v.regex(/^[\w-]+=*$/, 'must be base64url'), v.maxLength(longest))

export const PushSubscription = v.object({ id: v.string(), createdAt: v.string(), isThis: v.boolean() })
export type PushSubscription = v.InferOutput<typeof PushSubscription>

export const listPushSubscriptions = endpoint({
  name: 'listPushSubscriptions',
  method: 'GET',
  path: '/accounts/me/push-subscriptions',
  who: 'anyone',
  summary: 'List your own devices that accept notifications',
  answer: v.array(PushSubscription),
})

export const addPushSubscription = endpoint({
  name: 'addPushSubscription',
  method: 'POST',
  path: '/accounts/me/push-subscriptions',
  who: 'anyone',
  summary: 'Enable notifications on this device with its push subscription (RFC 8030), until sign-out',
  body: v.object({
    endpoint: v.pipe(v.string(), v.maxLength(1_000), v.url()),
    keys: v.object({ p256dh: base64url(100), auth: base64url(32) }),
  }),
  answer: v.object({ id: v.string() }),
  status: 201,
  keyed: true,
  refusals: ['PUSH_SERVICE_UNKNOWN'],
})

export const deletePushSubscription = endpoint({
  name: 'deletePushSubscription',
  method: 'DELETE',
  path: '/accounts/me/push-subscriptions/:id',
  who: 'anyone',
  summary: 'Disable notifications on one of your own devices',
  params: v.object({ id: Uuid }),
  answer: v.object({ id: v.string() }),
  keyed: true,
  refusals: ['NOT_FOUND'],
})
