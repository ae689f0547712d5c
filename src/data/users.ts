import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import * as contract from '#contract/users.ts'
import type { OperationId } from '#domain/ids.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import { unlessHeard } from './liveness.ts'
import { NotAnswered } from './transactions.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

/** Page size. */
const ASKED = 100
export const SHOWN = 10

/** A page of employees, as displayed. `page` counts from 0. */
export const users = ({ page, query }: { page: number; query: string }) => {
  const asked = { page: String(Math.floor((page * SHOWN) / ASKED)), size: String(ASKED), query }
  return queryOptions({
    queryKey: ['users', asked],
    meta: { asks: ['team'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessHeard(MINUTE),
    retry: false,
    queryFn: async (): Promise<Page<contract.User[]>> => {
      const answer = await call(contract.listUsers, { query: asked }, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
    select: ({ items, pageDetails }): Page<contract.User[]> => {
      const first = (page * SHOWN) % ASKED
      const { totalElements } = pageDetails
      return {
        items: items.slice(first, first + SHOWN),
        pageDetails: {
          page,
          size: SHOWN,
          totalElements,
          totalPages: Math.ceil(totalElements / SHOWN),
          hasNext: (page + 1) * SHOWN < totalElements,
        },
      }
    },
  })
}

const keyed = (key: OperationId) => ({ ...PATIENCE, headers: { 'idempotency-key': key } })

type BodyOf<E extends Endpoint> = NonNullable<RequestOf<E>['body']>

export const addUser = (body: BodyOf<typeof contract.addUser>, key: OperationId) => call(contract.addUser, { body }, keyed(key))
export const changeUser = (userId: number, body: BodyOf<typeof contract.changeUser>, key: OperationId) =>
  call(contract.changeUser, { params: { id: String(userId) }, body }, keyed(key))
