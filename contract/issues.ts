import * as v from 'valibot'
import { ISSUE_SOURCES, ISSUE_STATUSES, ISSUE_TYPES } from '#domain/issues.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Instant, Integer, line, PageNumber, pageSize, QueryId, queryList, text, Uuid } from './fields.ts'

export const ISSUE_LIMITS = { details: 1_000, contactDetails: 200 } as const

const OnSticker = v.object({ token: v.pipe(v.string(), v.maxLength(100)) })

export const machineOnSticker = endpoint({
  name: 'machineOnSticker',
  method: 'GET',
  path: '/public/machines/:token',
  who: 'public',
  summary: 'Retrieve the name of the machine of a sticker; the token grants access to what the machine itself shows',
  params: OnSticker,
  answer: v.object({ name: v.string() }),
  refusals: ['MACHINE_NOT_FOUND'],
})

export const reportIssue = endpoint({
  name: 'reportIssue',
  method: 'POST',
  path: '/public/machines/:token/issues',
  who: 'public',
  summary: 'Report a problem with a machine from its sticker; a repeated identifier counts once',
  params: OnSticker,
  body: v.object({
    /** Created by the client, so that a request without a response can be repeated. */
    identifier: Uuid,
    type: v.picklist(ISSUE_TYPES),
    details: v.optional(text(ISSUE_LIMITS.details), ''),
    /** Contact details for the answer to the customer. */
    contactDetails: v.optional(line(ISSUE_LIMITS.contactDetails), ''),
    reCaptchaToken: v.optional(v.pipe(v.string(), v.maxLength(5_000)), ''),
  }),
  answer: v.object({ identifier: v.string() }),
  status: 201,
  refusals: ['MACHINE_NOT_FOUND', 'INVALID_CAPTCHA'],
})

/** The part of a report by an employee. `isHere` is false for a photo that is still on the phone. `isUndone`: its author undid it. */
const StaffReport = v.object({
  reporter: v.object({ id: Integer, name: v.string() }),
  cause: v.string(),
  slot: v.nullable(v.object({ id: Integer, number: v.string() })),
  outOfOrder: v.boolean(),
  photos: v.array(v.object({ id: v.string(), isHere: v.boolean() })),
  isUndone: v.boolean(),
})

/** A report. `active`: the machine is in service. `staff`: it is from an employee; absent if it is from a customer. */
export const Issue = v.object({
  identifier: v.string(),
  type: v.string(),
  status: v.picklist(ISSUE_STATUSES),
  details: v.nullable(v.string()),
  contactDetails: v.nullable(v.string()),
  machine: v.object({ id: Integer, name: v.string(), active: v.boolean() }),
  created: DateTime,
  staff: v.optional(StaffReport),
})
export type Issue = v.InferOutput<typeof Issue>

export const ISSUES_A_PAGE = 100

export const listIssues = endpoint({
  name: 'listIssues',
  method: 'GET',
  path: '/issues',
  who: 'manager',
  summary: 'List reports of customers and employees, newest first, from startDate until right before endDate',
  query: v.object({
    startDate: v.optional(Instant),
    endDate: v.optional(Instant),
    issueTypes: v.optional(queryList(v.picklist(ISSUE_TYPES))),
    status: v.optional(v.picklist(ISSUE_STATUSES)),
    source: v.optional(v.picklist(ISSUE_SOURCES)),
    machine: v.optional(QueryId),
    group: v.optional(QueryId),
    page: PageNumber,
    size: pageSize(ISSUES_A_PAGE),
  }),
  answer: v.array(Issue),
  paged: true,
})

const Named = v.object({ id: Uuid })

export const readIssue = endpoint({
  name: 'readIssue',
  method: 'GET',
  path: '/issues/:id',
  who: 'manager',
  summary: 'Retrieve a report',
  params: Named,
  answer: Issue,
  refusals: ['ISSUE_NOT_FOUND'],
})

export const changeIssue = endpoint({
  name: 'changeIssue',
  method: 'PATCH',
  path: '/issues/:id',
  who: 'manager',
  summary: 'Update the status of a report',
  params: Named,
  body: v.object({ status: v.picklist(ISSUE_STATUSES) }),
  answer: Issue,
  keyed: true,
  refusals: ['ISSUE_NOT_FOUND'],
})
