import { performance } from 'node:perf_hooks'
import { toDecimal } from '#domain/money.ts'
import { SECOND, toIso } from '#domain/time.ts'
import { publishEvents } from '../events/events.store.ts'
import type { AppContext } from '../http/request-context.ts'
import { createSafeFetch, NoAnswer, statusFrom } from '../http/safe-fetch.ts'
import { enqueueMail } from '../mail/mail.store.ts'
import { publicAddress } from '../public-address.ts'
import { drain, queue } from '../queue/queue.ts'
import { claimDelivery, type Delivery, type Ended, managersOf, recordAttempt } from './deliveries.store.ts'
import { openSecret, signed } from './secrets.ts'

const SEND_TIMEOUT = 15 * SECOND

/** The signed body. It is the same in every try. */
function bodyOf({ companyId, kind, facts, askedAt, currency }: Delivery): string {
  const data = facts.map(({ amountMinor, ...fact }) =>
    amountMinor === undefined ? fact : { ...fact, amount: toDecimal(Number(amountMinor), currency), currency },
  )
  return JSON.stringify({ type: kind, timestamp: toIso(Math.round(askedAt)), companyId, data })
}

async function attempt(ctx: AppContext, delivery: Delivery): Promise<Ended> {
  const { companyId, webhook, id, url, secret, secretBefore } = delivery
  const secrets = [secret, secretBefore].flatMap((sealed) => (sealed === null ? [] : (openSecret(ctx, companyId, webhook, sealed) ?? [])))
  // The secret was encrypted with a previous master key. A delivery that cannot be signed is not sent.
  if (secrets.length === 0) return { status: null, trouble: 'SECRET', durationMs: 0 }
  const body = bodyOf(delivery)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Roundsman/${ctx.settings.version}`,
    ...signed(secrets, { id, at: ctx.now(), body }),
  }
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  try {
    const status = await statusFrom(createSafeFetch(ctx.settings.webhookNetworks), url, {
      method: 'POST',
      headers,
      body,
      patienceMs: SEND_TIMEOUT,
    })
    return { status, trouble: status >= 200 && status < 300 ? null : 'STATUS', durationMs: since() }
  } catch (error) {
    return { status: null, trouble: error instanceof NoAnswer ? error.reason : 'CONNECTION', durationMs: since() }
  }
}

async function deliver(ctx: AppContext, delivery: Delivery, chance: number): Promise<void> {
  const { database, now, log, settings } = ctx
  const { companyId, webhook, url } = delivery
  const ended = await attempt(ctx, delivery)
  await database.withTenant(companyId, async (db) => {
    const at = now()
    const pause = await recordAttempt(db, delivery, ended, at, chance)
    if (!pause) return
    const words = { url, linkToWebhook: `${publicAddress(settings)}/dashboard/more/developer/webhooks/${webhook}` }
    for (const { name, email, locale } of await managersOf(db, companyId))
      await enqueueMail(db, companyId, { to: email, kind: 'webhook-paused', locale, content: { words: { name, ...words } }, now: at })
    await publishEvents(db, companyId, [{ activity: 'WEBHOOK_PAUSED', at, machineId: null, changed: ['developer'] }], at)
  })
  // The address is not logged because it may contain a credential.
  if (ended.trouble) log.warn({ ...ended, webhook, delivery: delivery.id, tries: delivery.tries }, 'sending a webhook failed')
}

const queueWith = (chance: () => number) =>
  queue<Delivery>({
    name: 'webhooks',
    workers: 12,
    take: ({ database, now }) => database.asSystem((db) => claimDelivery(db, now())),
    send: (ctx, delivery) => deliver(ctx, delivery, chance()),
  })

/** Runs whenever an event for a webhook occurs, and every minute. */
export const webhookQueue = queueWith(Math.random)

export const sendWebhooks = async (ctx: AppContext, chance = () => 0.5): Promise<void> => void (await drain(ctx, queueWith(chance)))
