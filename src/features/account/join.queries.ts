import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, TIMEOUT } from '#app/data/server-requests.ts'
import { FOR_TOKENS, signInBy } from '#app/data/session.ts'
import { acceptInvitation, readInvitation } from '#contract/invitations.ts'
import { call } from '#offline/api-client.ts'

/** What an invitation is for. Reading it does not use it up. */
export const invitation = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    enabled: token !== '',
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => answered(call(readInvitation, { body: { token } }, TIMEOUT)),
  })

/** Sets the password and signs this device in. The previous user's unsent operations stay encrypted for their owner. */
export const join = mutationOptions({
  mutationFn: (body: { token: string; password: string }) => answered(signInBy(() => call(acceptInvitation, { body }, FOR_TOKENS))),
})
