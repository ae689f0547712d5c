import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import * as contract from '#contract/webhooks.ts'
import { SECOND } from '#domain/time.ts'
import type { WebhookKind } from '#domain/webhooks.ts'
import { call } from '#offline/api-client.ts'
import { NotAnswered } from './transactions.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

/** The webhooks of the company. */
export const webhooks = () =>
  queryOptions({
    queryKey: ['webhooks'],
    meta: { asks: ['developer'] },
    retry: false,
    queryFn: async () => {
      const answer = await call(contract.listWebhooks, {}, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

/** The last deliveries of a webhook; polled while they are shown. */
export const webhookDeliveries = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    meta: { asks: ['developer'] },
    retry: false,
    refetchInterval: 3 * SECOND,
    queryFn: async () => {
      const answer = await call(contract.listWebhookDeliveries, { params: { id } }, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

export const addWebhook = (url: string, kinds: WebhookKind[]) => call(contract.addWebhook, { body: { url, kinds } }, PATIENCE)

const keyed = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
  call(endpoint, request, { ...PATIENCE, headers: { 'idempotency-key': crypto.randomUUID() } })

export const changeWebhook = (id: string, body: RequestOf<typeof contract.changeWebhook>['body']) =>
  keyed(contract.changeWebhook, { params: { id }, body })
export const deleteWebhook = (id: string) => keyed(contract.deleteWebhook, { params: { id } })
export const testWebhook = (id: string) => keyed(contract.testWebhook, { params: { id } })
export const sendWebhookAgain = (id: string, deliveryId: string) => keyed(contract.sendWebhookAgain, { params: { id, deliveryId } })
export const renewWebhookSecret = (id: string) => call(contract.renewWebhookSecret, { params: { id } }, PATIENCE)
