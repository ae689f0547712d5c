import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, type Keyed, keyed, TIMEOUT } from '#app/data/server-requests.ts'
import * as contract from '#contract/webhooks.ts'
import { SECOND } from '#domain/time.ts'
import type { WebhookKind } from '#domain/webhooks.ts'
import { call } from '#offline/api-client.ts'

/** The webhooks of the company. */
export const webhooks = () =>
  queryOptions({
    queryKey: ['webhooks'],
    meta: { topics: ['developer'] },
    retry: false,
    queryFn: () => answered(call(contract.listWebhooks, {}, TIMEOUT)),
  })

/** The last deliveries of a webhook; polled while they are shown. */
export const webhookDeliveries = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    meta: { topics: ['developer'] },
    retry: false,
    refetchInterval: 3 * SECOND,
    queryFn: () => answered(call(contract.listWebhookDeliveries, { params: { id } }, TIMEOUT)),
  })

/** Including their deliveries. */
const meta = { invalidates: [['webhooks']] }
type Named = { id: string }

export const addWebhook = mutationOptions({
  meta,
  mutationFn: (body: { url: string; kinds: WebhookKind[] }) => answered(call(contract.addWebhook, { body }, TIMEOUT)),
})
export const changeWebhook = mutationOptions({
  meta,
  mutationFn: ({ id, key, ...body }: Keyed<Named & { url?: string; kinds?: WebhookKind[]; isPaused?: boolean }>) =>
    answered(call(contract.changeWebhook, { params: { id }, body }, keyed(key))),
})
export const deleteWebhook = mutationOptions({
  meta,
  mutationFn: ({ id, key }: Keyed<Named>) => answered(call(contract.deleteWebhook, { params: { id } }, keyed(key))),
})
export const testWebhook = mutationOptions({
  meta,
  mutationFn: ({ id, key }: Keyed<Named>) => answered(call(contract.testWebhook, { params: { id } }, keyed(key))),
})
export const sendWebhookAgain = mutationOptions({
  meta,
  mutationFn: ({ key, ...params }: Keyed<Named & { deliveryId: string }>) =>
    answered(call(contract.sendWebhookAgain, { params }, keyed(key))),
})
export const renewWebhookSecret = mutationOptions({
  meta,
  mutationFn: (params: Named) => answered(call(contract.renewWebhookSecret, { params }, TIMEOUT)),
})
