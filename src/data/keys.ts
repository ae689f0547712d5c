import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/keys.ts'
import type { KeyScope } from '#domain/keys.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { NotAnswered } from './transactions.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

/** The active API keys. */
export const apiKeys = () =>
  queryOptions({
    queryKey: ['apiKeys'],
    meta: { asks: ['developer'] },
    retry: false,
    queryFn: async () => {
      const answer = await call(contract.listApiKeys, {}, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

export const addApiKey = (name: string, scopes: KeyScope[]) => call(contract.addApiKey, { body: { name, scopes } }, PATIENCE)

export const revokeApiKey = (id: number) =>
  call(contract.revokeApiKey, { params: { id: String(id) } }, { ...PATIENCE, headers: { 'idempotency-key': crypto.randomUUID() } })
