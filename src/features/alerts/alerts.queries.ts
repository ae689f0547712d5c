import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, NotAnswered, TIMEOUT } from '#app/data/server-requests.ts'
import * as alerts from '#contract/alerts.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { listUsers, type User } from '#contract/users.ts'
import type { AlertAudience, AlertChannel, AlertEvent } from '#domain/alerts/alert.ts'
import { call } from '#offline/api-client.ts'

/** The alert rules of the company. */
export const alertRules = () =>
  queryOptions({
    queryKey: ['alertRules'],
    meta: { topics: ['alerts', 'team'] },
    queryFn: () => answered(call(alerts.listAlerts, {}, TIMEOUT)),
  })

/** The users of the company who can receive alerts. */
export const recipients = () =>
  queryOptions({
    queryKey: ['alertRecipients'],
    meta: { topics: ['team'] },
    retry: false,
    queryFn: async (): Promise<User[]> => {
      const found: User[] = []
      for (let page = 0; ; page++) {
        const { items, pageDetails } = await answered(call(listUsers, { query: { page: String(page), size: '500' } }, TIMEOUT))
        found.push(...items.filter(({ enabled }) => enabled))
        if (!pageDetails.hasNext) return found
      }
    },
  })

export const quietHours = () =>
  queryOptions({
    queryKey: ['quietHours'],
    retry: false,
    queryFn: () => answered(call(alerts.getQuietHours, {}, TIMEOUT)),
  })

export const setQuietHours = mutationOptions({
  meta: { invalidates: [['quietHours']] },
  mutationFn: ({ key, quietHours }: Keyed<{ quietHours: alerts.QuietHours | null }>) =>
    answered(call(alerts.setQuietHours, { body: { quietHours } }, keyed(key))),
})

/** The first push rule may have subscribed this device. */
const meta = { invalidates: [['alertRules'], ['pushState']] }

export const addAlert = mutationOptions({
  meta,
  mutationFn: ({ key, ...body }: Keyed<NonNullable<RequestOf<typeof alerts.addAlert>['body']>>) =>
    answered(call(alerts.addAlert, { body }, keyed(key))),
})

/** A rule that is already deleted counts as success. */
export const deleteAlert = mutationOptions({
  meta,
  mutationFn: async ({ event, channel, recipientId, audience, key }: Keyed<alerts.Alert>) => {
    const to: { audience?: AlertAudience; recipientId?: string } = audience ? { audience } : { recipientId: String(recipientId) }
    const query = { event: event as AlertEvent, channel: channel as AlertChannel, ...to }
    const answer = await call(alerts.deleteAlert, { query }, keyed(key))
    if (answer.state !== 'answered' && !(answer.state === 'refused' && answer.code === 'ALERT_NOT_FOUND')) throw new NotAnswered(answer)
  },
})
