import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as v from 'valibot'
import { byName } from '#app/data/by-name.ts'
import { unlessLive } from '#app/data/liveness.ts'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import { listUsers } from '#contract/users.ts'
import * as contract from '#contract/vans.ts'
import type { UserId, VanId } from '#domain/ids.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

const KEY = ['vans']
const options = { meta: { topics: ['vans', 'stock'] as const }, refetchInterval: unlessLive(MINUTE), retry: false }

/** The vans of the company by name. */
export const vanList = () =>
  queryOptions({ ...options, queryKey: [...KEY, 'list'], queryFn: () => answered(call(contract.listVans, {}, TIMEOUT)) })

export const oneVan = (id: VanId) =>
  queryOptions({
    ...options,
    queryKey: [...KEY, 'one', id],
    queryFn: () => answered(call(contract.getVan, { params: { id: String(id) } }, TIMEOUT)),
  })

type Driver = { id: UserId; name: string }

/** The people who can drive a van. */
export const drivers = () =>
  queryOptions({
    queryKey: ['users', 'of vans'],
    meta: { topics: ['team'] },
    staleTime: MINUTE,
    retry: false,
    queryFn: () => answered(call(listUsers, { query: { page: '0', size: '1000', query: '' } }, TIMEOUT)),
    select: ({ items }): Driver[] =>
      items
        .filter(({ enabled }) => enabled)
        .map(({ userId, firstName, lastName, login }) => ({ id: userId, name: `${firstName} ${lastName}`.trim() || login }))
        .toSorted(byName),
  })

const changing = { meta: { invalidates: [KEY] } }

export const addVan = mutationOptions({
  ...changing,
  mutationFn: ({ body, key }: Keyed<{ body: v.InferInput<typeof contract.NewVan> }>) =>
    answered(call(contract.addVan, { body }, keyed(key))),
})

export const changeVan = mutationOptions({
  ...changing,
  mutationFn: ({ id, body, key }: Keyed<{ id: VanId; body: v.InferInput<typeof contract.changeVanDetails.body> }>) =>
    answered(call(contract.changeVanDetails, { params: { id: String(id) }, body }, keyed(key))),
})
