import * as v from 'valibot'
import { ALERT_AUDIENCES, ALERT_CHANNELS, ALERT_EVENTS } from '#domain/alerts/alert.ts'
import { DAY_MINUTES } from '#domain/time-of-day.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Id, Integer, QueryId, Uuid } from './fields.ts'

const AlertEvent = v.picklist(ALERT_EVENTS)
const AlertChannel = v.picklist(ALERT_CHANNELS)
const AlertAudience = v.picklist(ALERT_AUDIENCES)

/**
 * An alert rule: who is notified of which event, and how. The recipient is a user or, by role, an audience; the fields of the other are null.
 * `isPushSupported`: the user has a device that accepts notifications. `last` is null for an audience.
 */
export const Alert = v.object({
  event: v.string(),
  channel: v.string(),
  recipientId: v.nullable(Integer),
  recipient: v.nullable(v.string()),
  audience: v.nullable(AlertAudience),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  isPushSupported: v.boolean(),
  last: v.nullable(v.object({ at: DateTime, state: v.string() })),
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
  summary: 'Create an alert rule (idempotent) for a user or an audience of the company; without both, for the current user',
  body: v.pipe(
    v.object({ event: AlertEvent, channel: AlertChannel, recipientId: v.optional(Id), audience: v.optional(AlertAudience) }),
    v.check(({ recipientId, audience }) => recipientId === undefined || audience === undefined, 'either recipientId or audience'),
  ),
  answer: Alert,
  status: 201,
  keyed: true,
  refusals: ['ALERT_NO_EMAIL', 'ALERT_NO_PHONE', 'ALERT_MANAGERS_ONLY', 'SMS_NOT_CONFIGURED', 'USER_NOT_FOUND'],
})

export const deleteAlert = endpoint({
  name: 'deleteAlert',
  method: 'DELETE',
  path: '/company/alerts',
  who: 'manager',
  summary: 'Delete an alert rule of any user or audience in the company',
  query: v.pipe(
    v.object({ event: AlertEvent, channel: AlertChannel, recipientId: v.optional(QueryId), audience: v.optional(AlertAudience) }),
    v.check(({ recipientId, audience }) => (recipientId === undefined) !== (audience === undefined), 'either recipientId or audience'),
  ),
  answer: v.object({
    event: v.string(),
    channel: v.string(),
    recipientId: v.nullable(Integer),
    audience: v.nullable(AlertAudience),
  }),
  keyed: true,
  refusals: ['ALERT_NOT_FOUND'],
})

const base64url = (longest: number) => v.pipe(v.string(), v.regex(/^[\w-]+=*$/, 'must be base64url'), v.maxLength(longest))

export const PushSubscription = v.object({ id: v.string(), createdAt: DateTime, isThis: v.boolean() })
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

const Minute = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(DAY_MINUTES - 1))
const Weekday = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))

/**
 * Hours in which alerts by e-mail, text message and notification wait, in the company's time zone. `from` and `to` are minutes after
 * midnight; if `to` is earlier, they last over midnight. `days` are the weekdays on which they begin, 1 for Monday to 7 for Sunday.
 * `urgentToo`: an alert about a stopped machine does not wait.
 */
export const QuietHours = v.pipe(
  v.object({
    from: Minute,
    to: Minute,
    days: v.pipe(
      v.array(Weekday),
      v.minLength(1, 'required'),
      v.maxLength(7),
      v.check((days) => new Set(days).size === days.length, 'each day once'),
    ),
    urgentToo: v.boolean(),
  }),
  v.forward(
    v.check(({ from, to }) => from !== to, 'sameTime'),
    ['to'],
  ),
)
export type QuietHours = v.InferOutput<typeof QuietHours>

/** `waiting`: the number of alerts that wait for their end. */
const OwnQuietHours = v.object({ quietHours: v.nullable(QuietHours), timezone: v.string(), waiting: Integer })

export const getQuietHours = endpoint({
  name: 'getQuietHours',
  method: 'GET',
  path: '/accounts/me/quiet-hours',
  who: 'anyone',
  summary: 'Retrieve your quiet hours',
  answer: OwnQuietHours,
})

export const setQuietHours = endpoint({
  name: 'setQuietHours',
  method: 'PUT',
  path: '/accounts/me/quiet-hours',
  who: 'anyone',
  summary: 'Set your quiet hours, or remove them with null; waiting alerts are sent as soon as they may be',
  body: v.object({ quietHours: v.nullable(QuietHours) }),
  answer: OwnQuietHours,
  keyed: true,
})
