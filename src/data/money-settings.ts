import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/money.ts'
import { call } from '#offline/api-client.ts'
import { answered, type Keyed, keyed, TIMEOUT } from './server-requests.ts'

/** The accounts for DATEV, and the rate of sales without a known product. */
export const moneySettings = () =>
  queryOptions({
    queryKey: ['money-settings'],
    meta: { topics: ['company'] },
    queryFn: () => answered(call(contract.moneySettings, {}, TIMEOUT)),
  })

export const changeAccounts = mutationOptions({
  meta: { invalidates: [['money-settings']] },
  mutationFn: ({ key, accounts }: Keyed<{ accounts: contract.MoneySettings }>) =>
    answered(call(contract.changeMoneySettings, { body: { accounts } }, keyed(key))),
})

/** Sets the default tax. Every report without tax or with it is computed with the new rate. */
export const changeDefaultTax = mutationOptions({
  meta: { invalidates: [['money-settings'], ['reports']] },
  mutationFn: ({ key, ...body }: Keyed<{ defaultTax: number; defaultTaxValidFrom: string }>) =>
    answered(call(contract.changeMoneySettings, { body }, keyed(key))),
})
