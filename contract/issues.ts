import * as v from 'valibot'
import { ISSUE_STATUSES, ISSUE_TYPES } from '#domain/issues.ts'
import { endpoint } from './endpoint.ts'
import { Instant, line, PageNumber, pageSize, QueryId, text, Uuid } from './fields.ts'

export const ISSUE_MOST = { details: 1_000, contactDetails: 200 } as const

const OnSticker = v.object({ token: v.pipe(v.string(), v.maxLength(100)) })

export const machineOnSticker = endpoint({
  name: 'machineOnSticker',
  method: 'GET',
  path: '/public/machines/:token',
  who: 'public',
  summary: 'The name of the machine that a sticker is on; whoever has its token sees the same on the machine',
  params: OnSticker,
  answer: v.object({ name: v.string() }),
  refusals: ['MACHINE_NOT_FOUND'],
})

export const reportIssue = endpoint({
  name: 'reportIssue',
  method: 'POST',
  path: '/public/machines/:token/issues',
  who: 'public',
  summary: 'Tells the company what is wrong with a machine, from its sticker; sent again under the same identifier, it counts once',
  params: OnSticker,
  body: v.object({
    /** Made by whoever reports: an answer that was lost may be asked for again. */
    identifier: Uuid,
    type: v.picklist(ISSUE_TYPES),
    details: v.optional(text(ISSUE_MOST.details), ''),
    /** Where the customer wants to be answered. */
    contactDetails: v.optional(line(ISSUE_MOST.contactDetails), ''),
    reCaptchaToken: v.optional(v.pipe(v.string(), v.maxLength(5_000)), ''),
  }),
  answer: v.object({ identifier: v.string() }),
  status: 201,
  refusals: ['MACHINE_NOT_FOUND', 'INVALID_CAPTCHA'],
})

/** What a customer reported. `active`: the machine is in service. */
export const Issue = v.object({
  identifier: v.string(),
  type: v.string(),
  status: v.picklist(ISSUE_STATUSES),
  details: v.nullable(v.string()),
  contactDetails: v.nullable(v.string()),
  machine: v.object({ id: v.number(), name: v.string(), active: v.boolean() }),
  created: v.string(),
})
export type Issue = v.InferOutput<typeof Issue>

const TypeList = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').filter((name) => name !== '')),
  v.array(v.picklist(ISSUE_TYPES)),
)

export const ISSUES_A_PAGE = 100

export const listIssues = endpoint({
  name: 'listIssues',
  method: 'GET',
  path: '/issues',
  who: 'manager',
  summary: 'What customers reported, newest first, from startDate on until right before endDate; issueTypes joined by commas',
  query: v.object({
    startDate: v.optional(Instant),
    endDate: v.optional(Instant),
    issueTypes: v.optional(TypeList, ''),
    status: v.optional(v.picklist(ISSUE_STATUSES)),
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
  summary: 'What one customer reported',
  params: Named,
  answer: Issue,
  refusals: ['ISSUE_NOT_FOUND'],
})

export const changeIssue = endpoint({
  name: 'changeIssue',
  method: 'PATCH',
  path: '/issues/:id',
  who: 'manager',
  summary: 'Says what became of what a customer reported',
  params: Named,
  body: v.object({ status: v.picklist(ISSUE_STATUSES) }),
  answer: Issue,
  keyed: true,
  refusals: ['ISSUE_NOT_FOUND'],
})
