import { mutationOptions } from '@tanstack/react-query'
import { getSession } from '#app/data/device.ts'
import { doneOf } from '#app/data/in-parts.ts'
import { assignInParts } from '#app/data/machine-today.ts'
import { answered, type Keyed, keyed } from '#app/data/server-requests.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import * as contract from '#contract/invitations.ts'
import { MAX_SELECTED_MACHINES } from '#contract/machines.ts'
import type { UserId } from '#domain/ids.ts'
import { call } from '#offline/api-client.ts'

const meta = { invalidates: [['users'], ['servicemen'], ['machinesOf'], ['machineServicemen']] }
const at = (userId: UserId) => ({ params: { id: String(userId) } })

type Invitation = Keyed<NonNullable<RequestOf<typeof contract.inviteUser>['body']>>

export const inviteUser = mutationOptions({
  meta,
  /** `left`: how many machines could not be assigned. One invitation contains a limited number; the others are assigned after it. */
  mutationFn: async ({ key, machineIds, ...person }: Invitation) => {
    const body = { ...person, ...(machineIds && { machineIds: machineIds.slice(0, MAX_SELECTED_MACHINES) }) }
    const invited = await answered(call(contract.inviteUser, { body }, keyed(key)))
    const others = machineIds?.slice(MAX_SELECTED_MACHINES) ?? []
    const rest = getSession().device.newId()
    const given = await assignInParts(invited.user.userId, others, true, rest).catch(() => null)
    return { invited, left: given ? 0 : others.length - doneOf(rest) }
  },
})

export const inviteAgain = mutationOptions({
  meta,
  mutationFn: ({ userId, key }: Keyed<{ userId: UserId }>) => answered(call(contract.inviteAgain, at(userId), keyed(key))),
})

export const revokeInvitation = mutationOptions({
  meta,
  mutationFn: ({ userId, key }: Keyed<{ userId: UserId }>) => answered(call(contract.revokeInvitation, at(userId), keyed(key))),
})
