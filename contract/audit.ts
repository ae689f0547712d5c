import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PageNumber, pageSize } from './fields.ts'

/** Who did what, to what, with what was before and after; `deviceAt`: when a phone says that it happened, where it was sent later. */
export const AuditEntry = v.object({
  seq: v.number(),
  at: v.string(),
  deviceAt: v.nullable(v.string()),
  action: v.string(),
  of: v.object({ kind: v.string(), id: v.union([v.string(), v.number()]) }),
  /** null where they are with the company no more. */
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  /** The key of an outside system that acted in their name. */
  apiKey: v.nullable(v.number()),
  before: v.unknown(),
  after: v.unknown(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/audit',
  who: 'manager',
  summary: 'The audit trail of the company: who changed what, the latest first',
  query: v.object({ page: PageNumber, size: pageSize(50) }),
  answer: v.array(AuditEntry),
  paged: true,
})
