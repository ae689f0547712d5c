import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as contract from '#contract/planning.ts'
import * as people from '#contract/planning-people.ts'
import { call } from '#offline/api-client.ts'

const KEY = ['planning-settings']

/** How rounds are planned, with the figures that are used for empty settings. */
export const planningSettings = () =>
  queryOptions({
    queryKey: KEY,
    meta: { topics: ['settings'] },
    retry: false,
    queryFn: () => answered(call(contract.planningSettings, {}, TIMEOUT)),
  })

export const changePlanning = mutationOptions({
  mutationFn: async ({ key, ...body }: Keyed<contract.PlanningSettings>, { client }) => {
    const planning = await answered(call(contract.changePlanningSettings, { body }, keyed(key)))
    client.setQueryData(planningSettings().queryKey, planning)
    return planning
  },
})

export const plannedPeople = () =>
  queryOptions({
    queryKey: ['planned-people'],
    meta: { topics: ['settings', 'team'] },
    retry: false,
    queryFn: () => answered(call(people.listPlannedPeople, {}, TIMEOUT)),
  })

export const changePerson = mutationOptions({
  mutationFn: async ({ key, userId, body }: Keyed<{ userId: number; body: people.PersonPlanning }>, { client }) => {
    const changed = await answered(call(people.changePersonPlanning, { params: { userId: String(userId) }, body }, keyed(key)))
    client.setQueryData(plannedPeople().queryKey, (before) => before?.map((one) => (one.user.id === userId ? changed : one)))
    return changed
  },
})
