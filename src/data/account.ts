import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/company.ts'
import * as feedback from '#contract/feedback.ts'
import * as profile from '#contract/profile.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { answered, type Keyed, keyed, NotAnswered, TIMEOUT } from './server-requests.ts'
import { refreshAccount } from './session.ts'

/** Whether the terms are accepted, the user's mail preferences, and whether the setup steps are hidden. */
export const accountSettings = () =>
  queryOptions({
    queryKey: ['accountSettings'],
    staleTime: 60 * SECOND,
    queryFn: () => answered(call(profile.accountSettings, {}, TIMEOUT)),
  })

/** Shows the settings in the response at once. */
const show = (client: QueryClient, settings: profile.AccountSettings): void => {
  client.setQueryData(accountSettings().queryKey, settings)
}

export const changeAccountSettings = mutationOptions({
  mutationFn: async (
    { key, ...body }: Keyed<{ weeklyEmails?: boolean; systemUpdates?: boolean; setupStepsHidden?: boolean }>,
    { client },
  ) => show(client, await answered(call(profile.changeAccountSettings, { body }, keyed(key)))),
})

export const acceptTerms = mutationOptions({
  mutationFn: async ({ key }: Keyed, { client }) =>
    show(client, await answered(call(profile.acceptTerms, { body: { version: TERMS_VERSION } }, keyed(key)))),
})

export const company = () =>
  queryOptions({ queryKey: ['company'], meta: { topics: ['company'] }, queryFn: () => answered(call(contract.company, {}, TIMEOUT)) })

/** Updates the company; this device uses the new formats at once. */
export const changeCompany = mutationOptions({
  mutationFn: async ({ key, ...body }: Keyed<Partial<contract.CompanyFields>>, { client }) => {
    const saved = await answered(call(contract.changeCompany, { body }, keyed(key)))
    await refreshAccount()
    client.setQueryData(company().queryKey, saved)
  },
})

export const sessions = () => queryOptions({ queryKey: ['sessions'], queryFn: () => answered(call(profile.listSessions, {}, TIMEOUT)) })

/** Ends one of the user's sessions, or all others. A session that has already ended counts as success. */
export const endSessions = mutationOptions({
  meta: { invalidates: [['sessions']] },
  mutationFn: async (sessionId: string | 'others') => {
    const answer = await (sessionId === 'others'
      ? call(profile.endOtherSessions, {}, TIMEOUT)
      : call(profile.endOneSession, { params: { sessionId } }, TIMEOUT))
    if (answer.state !== 'answered' && !(answer.state === 'refused' && answer.code === 'SESSION_NOT_FOUND')) throw new NotAnswered(answer)
  },
})

type Profile = { firstName: string; lastName: string; phoneNumber: string } | { newPassword: string; oldPassword: string }

/** Updates the user's profile; this device shows it at once. */
export const changeProfile = mutationOptions({
  mutationFn: async (body: Profile) => {
    await answered(call(profile.changeProfile, { body }, TIMEOUT))
    await refreshAccount()
  },
})

export const sendFeedback = mutationOptions({
  mutationFn: (body: { text: string }) => answered(call(feedback.sendFeedback, { body }, TIMEOUT)),
})
