import { type MutationFunctionContext, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import * as api from '#offline/api-client.ts'
import { decideAll } from './decide-all.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const DONE = { state: 'answered', value: {} }
const DECIDED = { state: 'refused', code: 'ALREADY_DECIDED' }
const LOST = { state: 'unreachable' }
const ITEMS = [1, 2, 3].map((id) => ({ id, key: `0199d7d6-6b1c-7a51-9d5e-3c2b1a00000${id}` }))

function decide(...answers: object[]) {
  const call = vi.spyOn(api, 'call')
  for (const answer of answers) call.mockResolvedValueOnce(answer as never)
  const context = { client: new QueryClient() } as MutationFunctionContext
  return { call, done: decideAll.mutationFn?.({ items: ITEMS, decision: 'WRITE_OFF' }, context) }
}

it('skips items that another user has decided', async () => {
  const { call, done } = decide(DECIDED, DONE, DONE)
  await done
  expect(call).toHaveBeenCalledTimes(3)
})

it('fails if another user has decided all items', async () => {
  await expect(decide(DECIDED, DECIDED, DECIDED).done).rejects.toThrow('ALREADY_DECIDED')
})

it('ends at the first request that is not answered', async () => {
  const { call, done } = decide(DONE, LOST)
  await expect(done).rejects.toThrow('unreachable')
  expect(call).toHaveBeenCalledTimes(2)
})
