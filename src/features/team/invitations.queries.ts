import { mutationOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed } from '#app/data/server-requests.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import * as contract from '#contract/invitations.ts'
import type { UserId } from '#domain/ids.ts'
import { call } from '#offline/api-client.ts'

const meta = { invalidates: [['users'], ['servicemen'], ['machinesOf'], ['machineServicemen']] }
const at = (userId: UserId) => ({ params: { id: String(userId) } })

export const inviteUser = mutationOptions({
  meta,
  mutationFn: ({ key, ...body }: Keyed<NonNullable<RequestOf<typeof contract.inviteUser>['body']>>) =>
    answered(call(contract.inviteUser, { body }, keyed(key))),
})

export const inviteAgain = mutationOptions({
  meta,
  mutationFn: ({ userId, key }: Keyed<{ userId: UserId }>) => answered(call(contract.inviteAgain, at(userId), keyed(key))),
})

export const revokeInvitation = mutationOptions({
  meta,
  mutationFn: ({ userId, key }: Keyed<{ userId: UserId }>) => answered(call(contract.revokeInvitation, at(userId), keyed(key))),
})
