import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Integer } from './fields.ts'

/** What the sample company contains. */
export const SampleContents = v.object({
  machines: Integer,
  products: Integer,
  sales: Integer,
  employees: Integer,
})
export type SampleContents = v.InferOutput<typeof SampleContents>

export const sample = endpoint({
  name: 'sample',
  method: 'GET',
  path: '/sample',
  who: 'manager',
  summary: 'Count the contents of the sample company of your company; null if it does not exist',
  /** `company`: the name of your own company, also while you are in the sample company. */
  answer: v.object({ company: v.string(), contents: v.nullable(SampleContents) }),
})

export const createSample = endpoint({
  name: 'createSample',
  method: 'POST',
  path: '/sample',
  who: 'manager',
  summary: 'Create the sample company of your company: invented machines, products and sales, apart from your own. No effect if it exists',
  answer: v.object({ company: v.string(), contents: v.nullable(SampleContents) }),
})

export const deleteSample = endpoint({
  name: 'deleteSample',
  method: 'DELETE',
  path: '/sample',
  who: 'manager',
  summary: 'Delete the sample company of your company. Sessions in it move back to your company. No effect if it does not exist',
  answer: v.object({ companyId: Integer }),
})

export const switchSample = endpoint({
  name: 'switchSample',
  method: 'PUT',
  path: '/sample/session',
  who: 'manager',
  summary: 'Switch this session to the sample company of your company, or back',
  body: v.object({ isInside: v.boolean() }),
  answer: v.object({ companyId: Integer }),
  refusals: ['COMPANY_NOT_FOUND'],
})
