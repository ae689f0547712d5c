import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, Uuid } from './fields.ts'
import { Money } from './units.ts'

/** What an event reports as changed; a screen that shows it refetches. The list only grows. */
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
  'rounds',
  'photos',
  'vans',
  'settings',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** An event and what it changed. `amount`, its value, is sent to managers only. */
export const LiveEvent = v.object({
  activity: v.string(),
  at: DateTime,
  machineId: v.nullable(Integer),
  changed: v.array(v.string()),
  amount: v.optional(Money),
})
export type LiveEvent = v.InferOutput<typeof LiveEvent>

export const channel = endpoint({
  name: 'channel',
  method: 'GET',
  path: '/channels/:eventChannelId',
  who: 'anyone',
  summary: 'Stream the events of the company: on-event, on-notification, and reset if missed events cannot be replayed (Last-Event-ID)',
  params: v.object({ eventChannelId: Uuid }),
  answer: v.string(),
  answerType: 'text/event-stream',
  plain: true,
})
