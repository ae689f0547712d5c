import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { text, Uuid } from './fields.ts'

/** What a customer may find wrong with a machine. */
export const ISSUE_TYPES = [
  'MACHINE_OUT_OF_SERVICE',
  'NO_CHANGE',
  'PRODUCT_STUCK',
  'PRODUCT_REQUEST',
  'PRODUCT_SHORTAGE',
  'PAYMENT_PROBLEM',
  'OTHER',
] as const
export type IssueType = (typeof ISSUE_TYPES)[number]

export const ISSUE_STATUSES = ['OPEN', 'RESOLVED', 'INVALID'] as const

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
    contactDetails: v.optional(text(ISSUE_MOST.contactDetails), ''),
    reCaptchaToken: v.optional(v.pipe(v.string(), v.maxLength(5_000)), ''),
  }),
  answer: v.object({ identifier: v.string() }),
  status: 201,
  refusals: ['MACHINE_NOT_FOUND', 'INVALID_CAPTCHA'],
})
