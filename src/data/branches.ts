import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/branches.ts'
import type { CompanyId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import { goOnThere, sealedOutboxes } from './session.ts'
import { NotAnswered } from './transactions.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
export const COMPANIES_A_PAGE = 50

/** A page of all companies on this server. `page` counts from 0. */
export const companies = (asked: { page: number; query: string }) =>
  queryOptions({
    queryKey: ['companies', asked],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async (): Promise<Page<contract.ListedCompany[]>> => {
      const query = { page: String(asked.page), size: String(COMPANIES_A_PAGE), query: asked.query }
      const answer = await call(contract.listCompanies, { query }, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

export const switchCompany = (id: CompanyId) => call(contract.switchCompany, { params: { id: String(id) } }, PATIENCE)
export const switchBranch = (id: CompanyId) => call(contract.switchBranch, { params: { id: String(id) } }, PATIENCE)

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

export { goOnThere }
