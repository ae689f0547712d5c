import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/notifications.ts'
import type { OperationId } from '#domain/ids.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import type { Unanswered } from '#offline/sync-calls.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const keyed = (key: OperationId) => ({ ...PATIENCE, headers: { 'idempotency-key': key } })

/** What one is to know, the latest first; `isKnown` is false where the server could not be asked, and `why` says the reason. */
export type Notifications = { rows: readonly contract.Notification[]; isKnown: boolean; why?: Unanswered | undefined }

/** Asked for every five minutes as well, however much is heard in between. */
export const notifications = () =>
  queryOptions({
    queryKey: ['notifications'],
    meta: { asks: ['notifications'] },
    staleTime: 5 * SECOND,
    refetchInterval: 5 * MINUTE,
    retry: false,
    queryFn: async (): Promise<Notifications> => {
      const answer = await call(contract.listNotifications, {}, PATIENCE)
      if (answer.state === 'answered') return { rows: answer.value, isKnown: true }
      console.warn('notifications cannot be read', answer.state)
      return { rows: [], isKnown: false, why: answer }
    },
  })

export const seeNotification = (id: number, key: OperationId) => call(contract.seeNotification, { params: { id: String(id) } }, keyed(key))

/** All of them up to the last that was shown. */
export const seeNotifications = (upTo: number, key: OperationId) => call(contract.seeNotifications, { body: { upTo } }, keyed(key))
