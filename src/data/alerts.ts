import { queryOptions } from '@tanstack/react-query'
import * as alerts from '#contract/alerts.ts'
import type { AlertChannel, AlertEvent } from '#domain/alerts/alert.ts'
import type { OperationId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { answered } from './not-answered.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const keyed = (key: OperationId) => ({ ...PATIENCE, headers: { 'idempotency-key': key } })

/** The alert rules of the company. */
export const alertRules = () =>
  queryOptions({
    queryKey: ['alertRules'],
    meta: { asks: ['alerts', 'team'] },
    queryFn: () => answered(call(alerts.listAlerts, {}, PATIENCE)),
  })

export const addAlert = (body: { event: AlertEvent; channel: AlertChannel }, key: OperationId) =>
  call(alerts.addAlert, { body }, keyed(key))

export const deleteAlert = ({ event, channel, recipientId }: alerts.Alert, key: OperationId) =>
  call(
    alerts.deleteAlert,
    { query: { event: event as AlertEvent, channel: channel as AlertChannel, recipientId: String(recipientId) } },
    keyed(key),
  )
