import * as v from 'valibot'
import { DELIVERY_KINDS, WEBHOOK_KINDS } from '#domain/webhooks.ts'
import { endpoint } from './endpoint.ts'
import { DateOnly, DateTime, Integer, Uuid } from './fields.ts'
import { ProductCard } from './products.ts'
import { Amount, Money } from './units.ts'

export const MAX_WEBHOOKS = 10
export const WEBHOOK_URL = 500

/** `FAILING`: no delivery succeeded for three days; `GONE`: the address returned 410; `PERSON`: a manager paused it. */
export const PAUSES = ['PERSON', 'FAILING', 'GONE'] as const

/** A webhook. Its secret is returned once, at creation. */
export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  kinds: v.array(v.picklist(WEBHOOK_KINDS)),
  createdAt: DateTime,
  createdBy: v.string(),
  paused: v.nullable(v.picklist(PAUSES)),
  /** Since when deliveries have failed; null if the last one succeeded. */
  failingSince: v.nullable(DateTime),
  waiting: Integer,
})
export type Webhook = v.InferOutput<typeof Webhook>

/** Why a delivery failed: no response, or a status other than 200 to 299 (`STATUS`). */
export const WEBHOOK_ERRORS = ['ADDRESS', 'NAME', 'TIMEOUT', 'TLS', 'CONNECTION', 'STATUS', 'SECRET'] as const

/** A sent or pending delivery with the outcome of its last attempt. */
export const WebhookDelivery = v.object({
  id: v.string(),
  kind: v.picklist(DELIVERY_KINDS),
  facts: Integer,
  askedAt: DateTime,
  state: v.picklist(['WAITING', 'SENT', 'FAILED']),
  tries: Integer,
  lastTryAt: v.nullable(DateTime),
  status: v.nullable(Integer),
  trouble: v.nullable(v.picklist(WEBHOOK_ERRORS)),
  durationMs: v.nullable(Integer),
  nextTryAt: v.nullable(DateTime),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

const url = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(WEBHOOK_URL),
  v.url('must be an address such as https://shop.example/hook'),
  // URL parsers drop line breaks and tabs, so the address could lead elsewhere than it seems.
  v.check((address) => !/[\s\p{Cc}\\]/u.test(address), 'must not contain spaces, line breaks or backslashes'),
)
const kinds = v.pipe(v.array(v.picklist(WEBHOOK_KINDS)), v.minLength(1), v.maxLength(WEBHOOK_KINDS.length))
const params = v.object({ id: Uuid })
const REFUSALS = ['WEBHOOK_NOT_FOUND'] as const

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  who: 'manager',
  summary: 'List webhooks',
  answer: v.array(Webhook),
})

export const addWebhook = endpoint({
  name: 'addWebhook',
  method: 'POST',
  path: '/webhooks',
  who: 'manager',
  summary: 'Create a webhook; only this response contains the secret that signs its deliveries',
  body: v.object({ url, kinds }),
  answer: v.object({ ...Webhook.entries, secret: v.string() }),
  status: 201,
  refusals: ['TOO_MANY_WEBHOOKS', 'WEBHOOK_ADDRESS'],
})

export const changeWebhook = endpoint({
  name: 'changeWebhook',
  method: 'PATCH',
  path: '/webhooks/:id',
  who: 'manager',
  summary: 'Update the address or events of a webhook, or pause or resume it',
  params,
  body: v.object({ url: v.optional(url), kinds: v.optional(kinds), isPaused: v.optional(v.boolean()) }),
  answer: Webhook,
  keyed: true,
  refusals: [...REFUSALS, 'WEBHOOK_ADDRESS'],
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  who: 'manager',
  summary: 'Delete a webhook and its pending deliveries immediately',
  params,
  answer: v.object({ id: v.string() }),
  keyed: true,
  refusals: REFUSALS,
})

export const renewWebhookSecret = endpoint({
  name: 'renewWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/secret',
  who: 'manager',
  summary: 'Rotate the secret of a webhook; only this response contains the new one, and the old one also signs deliveries for a day',
  params,
  answer: v.object({ secret: v.string() }),
  status: 201,
  refusals: REFUSALS,
})

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:id/tests',
  who: 'manager',
  summary: 'Send an empty test delivery',
  params,
  answer: v.object({ id: v.string() }),
  status: 201,
  keyed: true,
  refusals: [...REFUSALS, 'WEBHOOK_PAUSED'],
})

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  who: 'manager',
  summary: 'List the last fifty deliveries, latest first',
  params,
  answer: v.array(WebhookDelivery),
  refusals: REFUSALS,
})

export const sendWebhookAgain = endpoint({
  name: 'sendWebhookAgain',
  method: 'POST',
  path: '/webhooks/:id/deliveries/:deliveryId/again',
  who: 'manager',
  summary: 'Resend a delivery now, with the same id',
  params: v.object({ id: Uuid, deliveryId: Uuid }),
  answer: v.object({ id: v.string() }),
  keyed: true,
  refusals: [...REFUSALS, 'WEBHOOK_PAUSED', 'WEBHOOK_DELIVERY_NOT_FOUND'],
})

/** Fields of every fact: its id, when it happened, and when it was recorded. Of two facts about one thing the later recorded one counts. */
const Fact = { id: v.string(), at: DateTime, recordedAt: DateTime }
const Machine = v.object({ id: Integer, name: v.string() })
const Product = v.object({ id: Integer, name: v.string() })
const Change = v.object({
  product: ProductCard,
  amount: Amount,
  kind: v.picklist(['delta', 'count']),
  slotNumber: v.nullable(v.string()),
})
const AtMachine = { ...Fact, machine: Machine }
const Alert = v.object({ ...AtMachine, code: v.string(), message: v.optional(v.string()) })

/** The fields of each kind; unknown values are absent. */
const WEBHOOK_FACTS = {
  'sale.recorded': v.object({
    ...AtMachine,
    amount: Money,
    currency: v.string(),
    type: v.string(),
    slotNumber: v.optional(v.string()),
    product: v.optional(Product),
  }),
  'sale.withdrawn': v.object(AtMachine),
  'stock.changed': v.object({
    ...AtMachine,
    type: v.string(),
    person: v.optional(v.string()),
    /** The id of what was undone; `changes` contains the original change. */
    undoes: v.optional(v.string()),
    changes: v.array(Change),
  }),
  'alert.raised': Alert,
  'alert.cleared': Alert,
  'machine.state': v.object({
    ...AtMachine,
    state: v.picklist(['RUNNING', 'STOPPED', 'CONNECTED', 'NOT_CONNECTED']),
    message: v.optional(v.string()),
  }),
  'purchase.delivered': v.object({
    ...Fact,
    purchaseId: Integer,
    invoiceNumber: v.optional(v.string()),
    person: v.optional(v.string()),
    changes: v.array(Change),
  }),
  'issue.filed': v.object({ ...AtMachine, type: v.string(), message: v.optional(v.string()) }),
  'round.published': v.object({ ...Fact, roundId: Integer, date: DateOnly, person: v.optional(v.string()) }),
  /** `startedAt` and `at`: the first and the last operation. A visit whose work arrives late is sent again, with the same id. */
  'visit.finished': v.object({ ...AtMachine, startedAt: DateTime, person: v.optional(v.string()) }),
  /** `machine` and `collection` are absent until the phone that collected the bag has sent it; `undoes`: the id of a count that was undone. */
  'collection.counted': v.object({
    ...Fact,
    machine: v.optional(Machine),
    person: v.optional(v.string()),
    bag: v.optional(v.string()),
    collection: v.optional(v.string()),
    amount: v.optional(Money),
    currency: v.optional(v.string()),
    undoes: v.optional(v.string()),
  }),
  test: v.object(Fact),
} as const

/** The body of a delivery: facts of one kind. */
export const webhookBody = (kind: (typeof DELIVERY_KINDS)[number]) =>
  v.object({ type: v.literal(kind), timestamp: DateTime, companyId: Integer, data: v.array(WEBHOOK_FACTS[kind]) })
