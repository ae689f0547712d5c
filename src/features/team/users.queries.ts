import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { unlessLive } from '#app/data/liveness.ts'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import * as contract from '#contract/users.ts'
import { MINUTE } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'

/** The number of employees on a page of the server, and on a page of the screen. */
const FETCHED = 100
export const SHOWN = 10

/** A page of employees, as displayed. `page` counts from 0. */
export const users = ({ page, query }: { page: number; query: string }) => {
  const request = { page: String(Math.floor((page * SHOWN) / FETCHED)), size: String(FETCHED), query }
  return queryOptions({
    queryKey: ['users', request],
    meta: { topics: ['team'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: (): Promise<Page<contract.ListedUser[]>> => answered(call(contract.listUsers, { query: request }, TIMEOUT)),
    select: ({ items, pageDetails }): Page<contract.ListedUser[]> => {
      const first = (page * SHOWN) % FETCHED
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

type BodyOf<E extends Endpoint> = NonNullable<RequestOf<E>['body']>

const meta = { invalidates: [['users']] }

export const addUser = mutationOptions({
  meta,
  mutationFn: ({ key, ...body }: Keyed<BodyOf<typeof contract.addUser>>) => answered(call(contract.addUser, { body }, keyed(key))),
})

export const changeUser = mutationOptions({
  meta,
  mutationFn: ({ userId, key, ...body }: Keyed<{ userId: number } & BodyOf<typeof contract.changeUser>>) =>
    answered(call(contract.changeUser, { params: { id: String(userId) }, body }, keyed(key))),
})
