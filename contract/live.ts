import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Uuid } from './fields.ts'

/** What an event says has changed: a screen that shows any of it asks again. The list only grows. */
export const LIVE_TOPICS = [
  'machines',
  'stock',
  'slots',
  'sales',
  'cash',
  'alerts',
  'devices',
  'team',
  'notifications',
  'activity',
  'reviews',
  'warehouse',
  'products',
  'issues',
  'company',
  'passes',
  'developer',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** What happened, and what changed by it. `amount`, what it was worth, is told to managers alone. */
export const LiveEvent = v.object({
  activity: v.string(),
  at: v.string(),
  machineId: v.nullable(v.number()),
  changed: v.array(v.string()),
  amount: v.optional(v.number()),
})
export type LiveEvent = v.InferOutput<typeof LiveEvent>

/** The events of the stream. `reset`: from here on everything is told, and what was known before may be old. */
export const LIVE_EVENTS = ['on-event', 'on-notification', 'reset'] as const

export const channel = endpoint({
  name: 'channel',
  method: 'GET',
  path: '/channels/:eventChannelId',
  who: 'anyone',
  summary: 'What happens in the company, as it happens: on-event, on-notification, and reset where a gap cannot be closed (Last-Event-ID)',
  params: v.object({ eventChannelId: Uuid }),
  answer: v.string(),
  answerType: 'text/event-stream',
  plain: true,
})
