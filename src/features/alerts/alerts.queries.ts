import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, NotAnswered, TIMEOUT } from '#app/data/server-requests.ts'
import * as alerts from '#contract/alerts.ts'
import type { AlertChannel, AlertEvent } from '#domain/alerts/alert.ts'
import { call } from '#offline/api-client.ts'

/** The alert rules of the company. */
export const alertRules = () =>
  queryOptions({
    queryKey: ['alertRules'],
    meta: { asks: ['alerts', 'team'] },
    queryFn: () => answered(call(alerts.listAlerts, {}, TIMEOUT)),
  })

/** The first push rule may have subscribed this device. */
const meta = { invalidates: [['alertRules'], ['pushState']] }

export const addAlert = mutationOptions({
  meta,
  mutationFn: ({ key, ...body }: Keyed<{ event: AlertEvent; channel: AlertChannel }>) =>
    answered(call(alerts.addAlert, { body }, keyed(key))),
})

/** A rule that is already deleted counts as success. */
export const deleteAlert = mutationOptions({
  meta,
  mutationFn: async ({ event, channel, recipientId, key }: Keyed<alerts.Alert>) => {
    const query = { event: event as AlertEvent, channel: channel as AlertChannel, recipientId: String(recipientId) }
    const answer = await call(alerts.deleteAlert, { query }, keyed(key))
    if (answer.state !== 'answered' && !(answer.state === 'refused' && answer.code === 'ALERT_NOT_FOUND')) throw new NotAnswered(answer)
  },
})
