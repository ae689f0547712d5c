import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { PageNumber, pageSize } from './fields.ts'

/** Who changed what, with the values before and after; `deviceAt`: the phone's own time, if it was sent later. */
export const AuditEntry = v.object({
  seq: v.number(),
  at: v.string(),
  deviceAt: v.nullable(v.string()),
  action: v.string(),
  of: v.object({ kind: v.string(), id: v.union([v.string(), v.number()]) }),
  /** null if the user has left the company. */
  user: v.nullable(v.object({ id: v.number(), name: v.string() })),
  /** The API key that acted in their name. */
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
  summary: 'List the audit trail of the company, latest first',
  query: v.object({ page: PageNumber, size: pageSize(50) }),
  answer: v.array(AuditEntry),
  paged: true,
})
