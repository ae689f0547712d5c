import * as v from 'valibot'
import { DELIVERY_KINDS, WEBHOOK_KINDS } from '#domain/webhooks.ts'
import { endpoint } from './endpoint.ts'
import { Uuid } from './fields.ts'
import { ProductCard } from './products.ts'

export const MAX_WEBHOOKS = 10
export const WEBHOOK_URL = 500

/** `FAILING`: nothing was taken for three days; `GONE`: it says 410; `PERSON`: a manager paused it. */
export const PAUSES = ['PERSON', 'FAILING', 'GONE'] as const

/** An address that is told of what happens. Its secret is told once, when it is made. */
export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  kinds: v.array(v.picklist(WEBHOOK_KINDS)),
  createdAt: v.string(),
  createdBy: v.string(),
  paused: v.nullable(v.picklist(PAUSES)),
  /** Since when nothing was taken; null where the last was. */
  failingSince: v.nullable(v.string()),
  waiting: v.number(),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** Why a delivery was not taken: no answer at all, or another than 200 to 299 (`STATUS`). */
export const WEBHOOK_TROUBLES = ['ADDRESS', 'NAME', 'TIMEOUT', 'TLS', 'CONNECTION', 'STATUS', 'SECRET'] as const

/** What was sent, or is to be, with how its last try went. */
export const WebhookDelivery = v.object({
  id: v.string(),
  kind: v.picklist(DELIVERY_KINDS),
  facts: v.number(),
  askedAt: v.string(),
  state: v.picklist(['WAITING', 'SENT', 'FAILED']),
  tries: v.number(),
  lastTryAt: v.nullable(v.string()),
  status: v.nullable(v.number()),
  trouble: v.nullable(v.picklist(WEBHOOK_TROUBLES)),
  durationMs: v.nullable(v.number()),
  nextTryAt: v.nullable(v.string()),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

const url = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(WEBHOOK_URL),
  v.url('must be an address such as https://shop.example/hook'),
  // An address is read without its line breaks and tabs, so that it would lead elsewhere than it seems.
  v.check((address) => !/[\s\p{Cc}\\]/u.test(address), 'must hold no blank, line break or backslash'),
)
const kinds = v.pipe(v.array(v.picklist(WEBHOOK_KINDS)), v.minLength(1), v.maxLength(WEBHOOK_KINDS.length))
const params = v.object({ id: Uuid })
const REFUSALS = ['WEBHOOK_NOT_FOUND'] as const

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  who: 'manager',
  summary: 'The addresses that are told of what happens',
  answer: v.array(Webhook),
})

export const addWebhook = endpoint({
  name: 'addWebhook',
  method: 'POST',
  path: '/webhooks',
  who: 'manager',
  summary: 'Has an address told of what happens; this answer alone tells the secret that deliveries are signed with',
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
  summary: 'Changes the address or what it is told, pauses it, or goes on with it',
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
  summary: 'Ends it at once, with what waits for it',
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
  summary: 'Makes a new secret, which this answer alone tells; for a day deliveries are signed with the one before it too',
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
  summary: 'Sends a delivery that tells of nothing',
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
  summary: 'The last fifty deliveries, the latest first',
  params,
  answer: v.array(WebhookDelivery),
  refusals: REFUSALS,
})

export const sendWebhookAgain = endpoint({
  name: 'sendWebhookAgain',
  method: 'POST',
  path: '/webhooks/:id/deliveries/:deliveryId/again',
  who: 'manager',
  summary: 'Sends a delivery again, now, under the same id',
  params: v.object({ id: Uuid, deliveryId: Uuid }),
  answer: v.object({ id: v.string() }),
  keyed: true,
  refusals: [...REFUSALS, 'WEBHOOK_PAUSED', 'WEBHOOK_DELIVERY_NOT_FOUND'],
})

/** Of every fact: what it is known by, when it happened, and when it became known. Of two words on one thing the later known counts. */
const Fact = { id: v.string(), at: v.string(), recordedAt: v.string() }
const Machine = v.object({ id: v.number(), name: v.string() })
const Product = v.object({ id: v.number(), name: v.string() })
const Change = v.object({
  product: ProductCard,
  amount: v.number(),
  kind: v.picklist(['delta', 'count']),
  slotNumber: v.nullable(v.string()),
})
const AtMachine = { ...Fact, machine: Machine }
const Alert = v.object({ ...AtMachine, code: v.string(), message: v.optional(v.string()) })

/** What is told of each kind; what is not known is left out. */
export const WEBHOOK_FACTS = {
  'sale.recorded': v.object({
    ...AtMachine,
    amount: v.number(),
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
    /** The id of what was taken back; `changes` is what that had been. */
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
    purchaseId: v.number(),
    invoiceNumber: v.optional(v.string()),
    person: v.optional(v.string()),
    changes: v.array(Change),
  }),
  'issue.filed': v.object({ ...AtMachine, type: v.string(), message: v.optional(v.string()) }),
  test: v.object(Fact),
} as const

/** The body of a delivery: facts of one kind. */
export const webhookBody = (kind: (typeof DELIVERY_KINDS)[number]) =>
  v.object({ type: v.literal(kind), timestamp: v.string(), companyId: v.number(), data: v.array(WEBHOOK_FACTS[kind]) })
