import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/history.ts'
import { call } from '#offline/api-client.ts'
import { answered, type Keyed, keyed, TIMEOUT } from './server-requests.ts'

/** How long activities and machine states are kept, and what is archived. */
export const history = () =>
  queryOptions({ queryKey: ['history'], meta: { topics: ['settings'] }, queryFn: () => answered(call(contract.history, {}, TIMEOUT)) })

export const changeHistory = mutationOptions({
  mutationFn: async ({ key, ...body }: Keyed<Pick<contract.History, 'months'>>, { client }) => {
    client.setQueryData(history().queryKey, await answered(call(contract.changeHistory, { body }, keyed(key))))
  },
})
