import * as v from 'valibot'
import { AUDIT_KINDS } from '#domain/audit.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Instant, Integer, PageNumber, pageSize, QueryId, QueryUserId } from './fields.ts'

const Key = v.union([v.number(), v.string()])

/** Who changed what, with the values before and after; `deviceAt`: the phone's own time, if it was sent later. */
export const AuditEntry = v.object({
  seq: Integer,
  at: DateTime,
  deviceAt: v.nullable(DateTime),
  action: v.string(),
  of: v.object({ kind: v.string(), id: v.union([v.string(), v.number()]) }),
  /** null if the user has left the company. */
  user: v.nullable(v.object({ id: Integer, name: v.string() })),
  /** The API key that acted in their name. */
  apiKey: v.nullable(Integer),
  /** The machine that the entry is about. */
  machine: v.nullable(v.object({ id: Integer, name: v.string(), active: v.boolean() })),
  /** The stock change that the entry is about; it is in the list of activities. */
  activity: v.nullable(v.object({ id: Integer, at: DateTime })),
  /** The names of everything that the entry refers to, deleted or not: `of`, `apiKey`, and numbers in `before` and `after`. */
  names: v.array(v.object({ kind: v.string(), id: Key, name: v.string() })),
  before: v.unknown(),
  after: v.unknown(),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/audit',
  who: 'manager',
  summary:
    'List the audit trail of the company, latest first. `kind`: only changes of this kind; `machine`: its own, and those of its slots, ingredients and devices; `slot`: only those of this slot; `since` and `until`: by the time of the server; with exportType, return a signed URL of a file, valid for 10 minutes',
  query: v.object({
    user: v.optional(QueryUserId),
    kind: v.optional(v.picklist(AUDIT_KINDS)),
    machine: v.optional(QueryId),
    slot: v.optional(QueryId),
    since: v.optional(Instant),
    until: v.optional(Instant),
    exportType: v.optional(v.picklist(['csv', 'xlsx'])),
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
    page: PageNumber,
    size: pageSize(50),
  }),
  answer: v.union([v.array(AuditEntry), v.object({ downloadUrl: v.string() })]),
  paged: 'where-list',
  refusals: ['REPORT_BY_MAIL', 'REPORT_TOO_LARGE'],
})
