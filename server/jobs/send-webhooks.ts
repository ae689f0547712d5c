import { performance } from 'node:perf_hooks'
import { toDecimal } from '#domain/money.ts'
import { DAY, SECOND, toIso } from '#domain/time.ts'
import type { House } from '../http/caller.ts'
import { NoAnswer, statusFrom, wayOut } from '../http/way-out.ts'
import { tellLive } from '../live/live.store.ts'
import { askToSend } from '../mail/mail.store.ts'
import { publicAddress } from '../public-address.ts'
import { type Delivery, type Ended, endTry, forgetDeliveries, managersOf, takeDelivery } from '../webhooks/deliveries.store.ts'
import { openSecret, signed } from '../webhooks/secrets.ts'
import type { Job } from './job.ts'
import { handAll, outgoing } from './outgoing.ts'

const LONGEST = 15 * SECOND

/** The body as it is signed: the same at every try. */
function bodyOf({ companyId, kind, facts, askedAt, currency }: Delivery): string {
  const data = facts.map(({ amountMinor, ...fact }) =>
    amountMinor === undefined ? fact : { ...fact, amount: toDecimal(Number(amountMinor), currency), currency },
  )
  return JSON.stringify({ type: kind, timestamp: toIso(Math.round(askedAt)), companyId, data })
}

async function tryOnce(house: House, delivery: Delivery): Promise<Ended> {
  const { companyId, webhook, id, url, secret, secretBefore } = delivery
  const secrets = [secret, secretBefore].flatMap((sealed) => (sealed === null ? [] : (openSecret(house, companyId, webhook, sealed) ?? [])))
  // Sealed by a key that is no more: what nobody could check is not sent.
  if (secrets.length === 0) return { status: null, trouble: 'SECRET', durationMs: 0 }
  const body = bodyOf(delivery)
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Roundsman/${house.settings.version}`,
    ...signed(secrets, { id, at: house.now(), body }),
  }
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  try {
    const status = await statusFrom(wayOut(house.settings.webhookNetworks), url, { method: 'POST', headers, body, patienceMs: LONGEST })
    return { status, trouble: status >= 200 && status < 300 ? null : 'STATUS', durationMs: since() }
  } catch (error) {
    return { status: null, trouble: error instanceof NoAnswer ? error.trouble : 'CONNECTION', durationMs: since() }
  }
}

async function deliver(house: House, delivery: Delivery, chance: number): Promise<void> {
  const { database, now, log, settings } = house
  const { companyId, webhook, url } = delivery
  const ended = await tryOnce(house, delivery)
  await database.asCompany(companyId, async (db) => {
    const at = now()
    const pause = await endTry(db, delivery, ended, at, chance)
    if (!pause) return
    const words = { url, linkToWebhook: `${publicAddress(settings)}/dashboard/more/developer/webhooks/${webhook}` }
    for (const { name, email, locale } of await managersOf(db, companyId))
      await askToSend(db, companyId, { to: email, kind: 'webhook-paused', locale, content: { words: { name, ...words } }, now: at })
    await tellLive(db, companyId, [{ activity: 'WEBHOOK_PAUSED', at, machineId: null, changed: ['developer'] }], at)
  })
  // An address may hold a word that opens it: it is not logged.
  if (ended.trouble) log.warn({ ...ended, webhook, delivery: delivery.id, tries: delivery.tries }, 'a webhook was not taken')
}

const webhooksGoOut = (chance: () => number) =>
  outgoing<Delivery>({
    name: 'webhooks',
    hands: 12,
    take: ({ database, now }) => database.asHouse((db) => takeDelivery(db, now())),
    send: (house, delivery) => deliver(house, delivery, chance()),
  })

/** Looked for whenever something happened that another system wants to hear of, and each minute. */
export const webhooksGoingOut = webhooksGoOut(Math.random)

export const sendWebhooks = async (house: House, chance = () => 0.5): Promise<void> => void (await handAll(house, webhooksGoOut(chance)))

export const forgettingWebhooks: Job = {
  name: 'forget-webhooks',
  everyMs: DAY,
  steady: true,
  run: async ({ database, now }) => {
    await database.asHouse((db) => forgetDeliveries(db, now()))
    return 'well'
  },
}
