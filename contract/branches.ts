import * as v from 'valibot'
import { PAYMENT_KINDS } from '#domain/billing/plan.ts'
import { endpoint } from './endpoint.ts'
import { PageNumber, pageSize, QueryId, SearchText } from './fields.ts'

export const ListedCompany = v.object({
  id: v.number(),
  name: v.string(),
  hasLicense: v.boolean(),
  plan: v.picklist(PAYMENT_KINDS),
})
export type ListedCompany = v.InferOutput<typeof ListedCompany>

export const listCompanies = endpoint({
  name: 'listCompanies',
  method: 'GET',
  path: '/admin/companies',
  who: 'super-admin',
  summary: 'Every company on this server',
  query: v.object({ query: SearchText, page: PageNumber, size: pageSize(50) }),
  answer: v.array(ListedCompany),
  paged: true,
})

/** Where the session of whoever asks is from now on. Its tokens stay. */
const Seat = v.object({ companyId: v.number() })

export const switchCompany = endpoint({
  name: 'switchCompany',
  method: 'PATCH',
  path: '/admin/me/companies/:id',
  who: 'super-admin',
  summary: 'Goes on with this session in another company, as a manager there; every later call is of that company',
  params: v.object({ id: QueryId }),
  answer: Seat,
  refusals: ['COMPANY_NOT_FOUND', 'COMPANY_NOT_PAYING'],
})

export const switchBranch = endpoint({
  name: 'switchBranch',
  method: 'PUT',
  path: '/branches/:id',
  who: 'hq',
  summary: 'Goes on with this session in a branch of one’s own head office, or back in the head office itself',
  params: v.object({ id: QueryId }),
  answer: Seat,
  refusals: ['COMPANY_NOT_FOUND'],
})
