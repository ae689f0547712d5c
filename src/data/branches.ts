import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/branches.ts'
import type { CompanyId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import { answered } from './server-requests.ts'
import { followCompanySwitch, sealedOutboxes } from './session.ts'

export const COMPANIES_A_PAGE = 50

const TIMEOUT = { timeoutMs: 30 * SECOND }

/** A page of all companies on this server. `page` counts from 0. */
export const companies = (request: { page: number; query: string }) =>
  queryOptions({
    queryKey: ['companies', request],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: (): Promise<Page<contract.ListedCompany[]>> => {
      const query = { page: String(request.page), size: String(COMPANIES_A_PAGE), query: request.query }
      return answered(call(contract.listCompanies, { query }, TIMEOUT))
    },
  })

const switching = (endpoint: typeof contract.switchCompany | typeof contract.switchBranch) =>
  mutationOptions({
    mutationFn: (id: CompanyId): Promise<unknown> =>
      answered(call(endpoint as typeof contract.switchCompany, { params: { id: String(id) } }, TIMEOUT)),
  })
export const switchCompany = switching(contract.switchCompany)
export const switchBranch = switching(contract.switchBranch)

/** The number of pending operations on this device that are encrypted until the user returns to each company. */
export const waitingElsewhere = () =>
  queryOptions({
    queryKey: ['waitingElsewhere'],
    queryFn: async (): Promise<ReadonlyMap<CompanyId, number>> => {
      const waiting = new Map<CompanyId, number>()
      for (const { database, of = database, unsent } of await sealedOutboxes()) {
        const company = Number(/^roundsman-(\d+)-/.exec(of)?.[1])
        if (company && unsent > 0) waiting.set(company, (waiting.get(company) ?? 0) + unsent)
      }
      return waiting
    },
  })

export { followCompanySwitch }
