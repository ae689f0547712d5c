import * as v from 'valibot'
import { BELOW_FUNDS, CARD_LENGTH, HOLDER_LENGTH, MAX_CREDIT, MAX_RECURRING, RESERVED_CARD } from '#domain/passes.ts'
import { maxCharacters, minCharacters } from './characters.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Integer, line, PageNumber, pageSize, SearchText } from './fields.ts'
import { RowProblem } from './import-preview.ts'
import { FileContent } from './imports.ts'
import { inCurrency, Money } from './units.ts'

/** A prepaid card of a customer's employee. Amounts are in the company's currency. */
export const Pass = v.object({
  cardIdentifier: v.string(),
  holderName: v.string(),
  creditAmount: Money,
  recurringCreditAmount: Money,
  isActive: v.boolean(),
  created: DateTime,
})
export type Pass = v.InferOutput<typeof Pass>

const holderName = v.pipe(line(HOLDER_LENGTH), v.nonEmpty('must not be empty'))
const creditAmount = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_CREDIT), inCurrency)
const recurringCreditAmount = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_RECURRING), inCurrency)

export const PassBody = v.object({
  cardIdentifier: v.pipe(line(CARD_LENGTH.most), minCharacters(CARD_LENGTH.least), v.notValue(RESERVED_CARD)),
  holderName,
  creditAmount,
  recurringCreditAmount: v.optional(recurringCreditAmount, 0),
  isActive: v.optional(v.boolean(), true),
})
export type PassBody = v.InferInput<typeof PassBody>

/** `creditBefore`: the credit that the user saw; if it has changed since, the request is refused. */
export const PassChange = v.object({
  holderName: v.optional(holderName),
  creditAmount: v.optional(creditAmount),
  creditBefore: v.optional(creditAmount),
  recurringCreditAmount: v.optional(recurringCreditAmount),
  isActive: v.optional(v.boolean()),
})
export type PassChange = v.InferInput<typeof PassChange>

const OfCard = v.object({ cardIdentifier: v.pipe(v.string(), maxCharacters(CARD_LENGTH.most)) })

export const listPasses = endpoint({
  name: 'listPasses',
  method: 'GET',
  path: '/passes',
  who: 'manager',
  summary:
    'List employee passes by the name of their holder; with exportType=xlsx, return a signed URL of an XLSX file, valid for 10 minutes',
  query: v.object({
    page: PageNumber,
    size: pageSize(50),
    query: SearchText,
    exportType: v.optional(v.literal('xlsx')),
    locale: v.optional(v.pipe(v.string(), v.maxLength(20)), 'en'),
  }),
  answer: v.union([v.array(Pass), v.object({ downloadUrl: v.string() })]),
  paged: 'where-list',
})

export const addPass = endpoint({
  name: 'addPass',
  method: 'POST',
  path: '/passes',
  who: 'manager',
  summary: 'Create an employee pass with its credit',
  body: PassBody,
  answer: Pass,
  status: 201,
  keyed: true,
  refusals: ['PASS_EXISTS'],
})

export const readPass = endpoint({
  name: 'readPass',
  method: 'GET',
  path: '/passes/:cardIdentifier',
  who: 'manager',
  summary: 'Retrieve an employee pass',
  params: OfCard,
  answer: Pass,
  refusals: ['PASS_NOT_FOUND'],
})

export const changePass = endpoint({
  name: 'changePass',
  method: 'PATCH',
  path: '/passes/:cardIdentifier',
  who: 'manager',
  summary: 'Update an employee pass; a new credit is recorded as the difference to the previous one',
  params: OfCard,
  body: PassChange,
  answer: Pass,
  keyed: true,
  refusals: ['PASS_NOT_FOUND', 'PASS_CHANGED'],
})

export const deletePass = endpoint({
  name: 'deletePass',
  method: 'DELETE',
  path: '/passes/:cardIdentifier',
  who: 'manager',
  summary: 'Delete an employee pass; its credit stays on record',
  params: OfCard,
  answer: v.object({ cardIdentifier: v.string() }),
  keyed: true,
  refusals: ['PASS_NOT_FOUND'],
})

export const topUpPasses = endpoint({
  name: 'topUpPasses',
  method: 'PATCH',
  path: '/passes/credits',
  who: 'manager',
  summary: 'Top up all active passes by their recurring credit or by `funds`, up to the maximum of a card',
  body: v.optional(v.object({ funds: v.optional(v.pipe(v.number(), v.gtValue(0), v.ltValue(BELOW_FUNDS), inCurrency)) }), {}),
  answer: v.object({ toppedUp: Integer, capped: Integer, total: Money }),
  keyed: true,
})

export const importPasses = endpoint({
  name: 'importPasses',
  method: 'POST',
  path: '/passes/import',
  who: 'manager',
  summary:
    'Import employee passes from CSV or XLSX, all or nothing: as the field `file` of a form, or in base64. Existing cards get name, recurring credit and active from the file; their credit does not change, and `creditKept` counts those whose credit differs',
  body: v.object({ content: FileContent }),
  fileField: 'content',
  answer: v.object({ imported: Integer, updated: v.optional(Integer, 0), creditKept: v.optional(Integer, 0) }),
  keyed: true,
  refusals: ['IMPORT_UNREADABLE', 'IMPORT_INVALID'],
})

/** Row problems of a refused import. */
export const ImportProblems = v.object({ problems: v.array(RowProblem) })
