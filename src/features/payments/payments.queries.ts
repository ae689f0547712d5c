import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as contract from '#contract/payments.ts'
import { call } from '#offline/api-client.ts'

const LIVE = { gcTime: 0, meta: { topics: ['settings'] } } as const

export const blikCredentials = () =>
  queryOptions({ ...LIVE, queryKey: ['payments', 'blik'], queryFn: () => answered(call(contract.blikCredentials, {}, TIMEOUT)) })
export const terminalCredentials = () =>
  queryOptions({ ...LIVE, queryKey: ['payments', 'pep'], queryFn: () => answered(call(contract.terminalCredentials, {}, TIMEOUT)) })
export const terminals = () =>
  queryOptions({
    queryKey: ['payments', 'terminals'],
    meta: { topics: ['devices'] },
    queryFn: () => answered(call(contract.terminals, {}, TIMEOUT)),
  })

export const setBlikCredentials = mutationOptions({
  mutationFn: async ({ body, key }: Keyed<{ body: contract.BlikFields }>, { client }): Promise<contract.BlikFields> => {
    const saved = await answered(call(contract.setBlikCredentials, { body }, keyed(key)))
    client.setQueryData(blikCredentials().queryKey, saved)
    return saved
  },
})
export const setTerminalCredentials = mutationOptions({
  mutationFn: async ({ body, key }: Keyed<{ body: contract.TerminalFields }>, { client }) => {
    const saved = await answered(call(contract.setTerminalCredentials, { body }, keyed(key)))
    client.setQueryData(terminalCredentials().queryKey, saved)
    return saved
  },
})
