/** Every action of the audit log, by the kind of change. */
export const AUDIT_ACTIONS = {
  stock: [
    'operation-undone',
    'review-decided',
    'audit-confirmed',
    'audit-undone',
    'purchase-added',
    'purchase-changed',
    'purchase-deleted',
    'supplier-added',
    'supplier-changed',
    'supplier-deleted',
    'supplier-products-set',
    'order-added',
    'order-changed',
    'order-sent',
    'order-cancelled',
    'order-received',
    'van-added',
    'van-changed',
  ],
  slots: [
    'slots-edited',
    'slot-added',
    'slot-deleted',
    'slots-copied',
    'ingredients-set',
    'template-applied',
    'template-linked',
    'template-added',
    'template-changed',
    'template-deleted',
  ],
  products: ['product-added', 'product-changed', 'product-deleted', 'product-restored', 'product-imported'],
  machines: [
    'machine-added',
    'machine-changed',
    'machine-deactivated',
    'machine-reactivated',
    'machine-grouped',
    'machine-ungrouped',
    'mapping-changed',
    'group-added',
    'group-renamed',
    'group-deleted',
    'issue-changed',
    'photo-deleted',
    'commission-set',
    'commission-deleted',
    'round-added',
    'round-changed',
    'round-published',
    'round-deleted',
  ],
  people: [
    'serviceman-assigned',
    'serviceman-revoked',
    'machine-transferred',
    'user-added',
    'user-changed',
    'user-enabled',
    'user-disabled',
    'profile-changed',
    'password-set',
    'user-invited',
    'invitation-accepted',
    'invitation-revoked',
  ],
  devices: [
    'device-added',
    'device-changed',
    'device-connected',
    'device-disconnected',
    'machine-restarted',
    'credit-sent',
    'debug-command-sent',
  ],
  passes: ['pass-added', 'pass-changed', 'pass-deleted', 'passes-topped-up'],
  settings: [
    'company-registered',
    'company-changed',
    'history-changed',
    'terms-accepted',
    'plan-changed',
    'payment-credentials-set',
    'alert-added',
    'alert-deleted',
    'quiet-hours-set',
    'api-key-added',
    'api-key-revoked',
    'webhook-added',
    'webhook-changed',
    'webhook-secret-renewed',
    'webhook-deleted',
    'month-closed',
    'month-reopened',
    'money-settings-changed',
    'planning-changed',
    'sample-created',
    'sample-deleted',
  ],
  imports: ['imported', 'import-undone'],
  signIns: ['signed-in', 'signed-out', 'session-stolen', 'company-entered', 'company-left'],
} as const

export type AuditKind = keyof typeof AUDIT_ACTIONS
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditKind][number]

export const AUDIT_KINDS = Object.keys(AUDIT_ACTIONS) as [AuditKind, ...AuditKind[]]

/** The kind of thing that a field of an entry refers to by its number. */
const REFERENCES = {
  productId: 'product',
  slotId: 'slot',
  user: 'user',
  group: 'group',
  machine: 'machine',
  source: 'machine',
  supplierId: 'supplier',
  template: 'template',
} as const satisfies Record<string, string>

export type ReferredKind = (typeof REFERENCES)[keyof typeof REFERENCES]

export const referredBy = (field: string): ReferredKind | null => REFERENCES[field as keyof typeof REFERENCES] ?? null

/** Ingredients of a recipe and the supplier of a purchase are objects with their number in a field of another name. */
const plainName = (field: string, parent: string) =>
  parent === 'ingredients' && field === 'id' ? 'productId' : parent === 'supplier' && field === 'identifier' ? 'supplierId' : field

/** Everything that a value of an entry refers to. */
export function* referencesIn(value: unknown, field = ''): Generator<{ kind: ReferredKind; id: number }> {
  if (Array.isArray(value)) for (const item of value) yield* referencesIn(item, field)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* referencesIn(inner, plainName(name, field))
  else {
    const kind = referredBy(field)
    if (kind && typeof value === 'number') yield { kind, id: value }
  }
}

type Logged = { before?: unknown; after?: unknown }

/** Where a person starts a round is often their home: a change of it names the field, and does not contain the place. */
export function withoutHome<T extends Logged>(entry: T): T {
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)]
  if (!('start' in before || 'start' in after)) return entry
  const { start: _was, ...others } = before
  const { start: _is, ...changes } = after
  return { ...entry, before: others, after: { ...changes, changed: ['start'] } }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
