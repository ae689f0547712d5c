import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as contract from '#contract/keys.ts'
import type { KeyScope } from '#domain/keys.ts'
import { call } from '#offline/api-client.ts'

/** The active API keys. */
export const apiKeys = () =>
  queryOptions({
    queryKey: ['apiKeys'],
    meta: { topics: ['developer'] },
    retry: false,
    queryFn: () => answered(call(contract.listApiKeys, {}, TIMEOUT)),
  })

const meta = { invalidates: [['apiKeys']] }

export const addApiKey = mutationOptions({
  meta,
  mutationFn: (body: { name: string; scopes: KeyScope[] }) => answered(call(contract.addApiKey, { body }, TIMEOUT)),
})

export const revokeApiKey = mutationOptions({
  meta,
  mutationFn: ({ id, key }: Keyed<{ id: number }>) => answered(call(contract.revokeApiKey, { params: { id: String(id) } }, keyed(key))),
})
