import * as v from 'valibot'
import { PAYMENT_KINDS } from '#domain/billing/plan.ts'
import { endpoint } from './endpoint.ts'
import { Integer, PageNumber, pageSize, QueryId, SearchText } from './fields.ts'

export const ListedCompany = v.object({
  id: Integer,
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
  summary: 'List all companies on this server',
  query: v.object({ query: SearchText, page: PageNumber, size: pageSize(50) }),
  answer: v.array(ListedCompany),
  paged: true,
})

/** The company of the session from now on. Its tokens stay valid. */
const Seat = v.object({ companyId: Integer })

export const switchCompany = endpoint({
  name: 'switchCompany',
  method: 'PATCH',
  path: '/admin/me/companies/:id',
  who: 'super-admin',
  summary: 'Switch this session to another company as a manager; all later calls apply to that company',
  params: v.object({ id: QueryId }),
  answer: Seat,
  refusals: ['COMPANY_NOT_FOUND', 'COMPANY_NOT_PAYING'],
})

export const switchBranch = endpoint({
  name: 'switchBranch',
  method: 'PUT',
  path: '/branches/:id',
  who: 'hq',
  summary: 'Switch this session to a branch of your own head office, or back to the head office',
  params: v.object({ id: QueryId }),
  answer: Seat,
  refusals: ['COMPANY_NOT_FOUND'],
})
