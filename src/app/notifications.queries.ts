import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as contract from '#contract/notifications.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import type { Unanswered } from '#offline/sync-calls.ts'

/** Notifications, latest first. `isKnown` is false if the server did not respond; `why` contains the reason. */
export type Notifications = { rows: readonly contract.Notification[]; isKnown: boolean; why?: Unanswered | undefined }

/** Also polled every five minutes, regardless of live events. */
export const notifications = () =>
  queryOptions({
    queryKey: ['notifications'],
    meta: { topics: ['notifications'] },
    staleTime: 5 * SECOND,
    refetchInterval: 5 * MINUTE,
    retry: false,
    queryFn: async (): Promise<Notifications> => {
      const answer = await call(contract.listNotifications, {}, TIMEOUT)
      if (answer.state === 'answered') return { rows: answer.value, isKnown: true }
      console.warn('notifications cannot be read', answer.state)
      return { rows: [], isKnown: false, why: answer }
    },
  })

const meta = { invalidates: [['notifications']] }

export const seeNotification = mutationOptions({
  meta,
  mutationFn: ({ id, key }: Keyed<{ id: number }>) => answered(call(contract.seeNotification, { params: { id: String(id) } }, keyed(key))),
})

/** Marks all up to the last one shown. */
export const seeNotifications = mutationOptions({
  meta,
  mutationFn: ({ upTo, key }: Keyed<{ upTo: number }>) => answered(call(contract.seeNotifications, { body: { upTo } }, keyed(key))),
})
