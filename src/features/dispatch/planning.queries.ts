import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as contract from '#contract/planning.ts'
import { call } from '#offline/api-client.ts'

const KEY = ['planning-settings']

/** How rounds are planned, with the figures that are used for empty settings. */
export const planningSettings = () =>
  queryOptions({ queryKey: KEY, retry: false, queryFn: () => answered(call(contract.planningSettings, {}, TIMEOUT)) })

export const changePlanning = mutationOptions({
  mutationFn: async ({ key, ...body }: Keyed<contract.PlanningSettings>, { client }) => {
    const planning = await answered(call(contract.changePlanningSettings, { body }, keyed(key)))
    client.setQueryData(planningSettings().queryKey, planning)
    return planning
  },
})
