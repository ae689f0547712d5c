import { type MutationFunctionContext, QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { getMappings, setMappings as setMappingsCall } from '#contract/mappings.ts'
import * as api from '#offline/api-client.ts'
import { setMappings } from './machine-today.ts'

it('a mapping is added to those that are stored now', async () => {
  const [cash, card] = [
    { vendMethod: 'CASH', paymentMethod: 'CASH' },
    { vendMethod: 'CASHLESS', paymentMethod: 'CARD' },
  ]
  const call = vi.spyOn(api, 'call').mockResolvedValue({ state: 'answered', value: [cash] } as never)
  await setMappings(1).mutationFn?.((stored) => [...stored, card] as never, { client: new QueryClient() } as MutationFunctionContext)
  expect(call.mock.calls.map(([endpoint, request]) => [endpoint, request && 'body' in request ? request.body : null])).toEqual([
    [getMappings, null],
    [setMappingsCall, [cash, card]],
  ])
  call.mockRestore()
})
