import { sql } from 'drizzle-orm'
import { PUBLIC_CLIENT } from '#contract/account.ts'
import { MINUTE } from '#domain/time.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'
import { removeLaterCosts, writeCosts, writeLastCosts } from '../../server/db/product-costs.ts'
import { checkoutNamed, insertEvent, openCheckout } from '../../server/features/billing/billing.store.ts'
import { addSlots } from '../../server/features/imports/imports.store.ts'
import { voidSales } from '../../server/features/telemetry/audit-sales.store.ts'
import { claim, putInto, unclaim } from '../../server/features/telemetry/devices.store.ts'
import { endOrder, insertPart, orderFile, putBack, readerOf, reportProgress } from '../../server/files/ordered-files.store.ts'
import { OURS } from './people.ts'
import { idOf } from './test-values.ts'
import type { World } from './world.ts'

type Way = { method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; url: string; payload?: object }
type Answer = { status: number; body: string }

/**
 * Cases that the contract's examples do not cover, because they need something created before, another event of a device, or an outside
 * caller. Both companies perform them, the rival first, on their own objects with the same ids.
 */
export async function* additionalCases(world: World): AsyncGenerator<string> {
  const { app, principals, facts, ctx, clock, ours, theirs } = world
  for (const [who, keeper, company, own] of [
    ['rivalManager', null, theirs, facts.theirs],
    ['manager', 'deviceManager', ours, facts.ours],
  ] as const) {
    const { assigned: of, elsewhere } = own
    const { headers } = principals[who]
    let requests = 0
    const ask = async (way: Way, as = headers): Promise<Answer> => {
      const key = { 'idempotency-key': idOf(`${who} beside the day ${requests++}`) }
      const { statusCode, body } = await app.inject({ ...way, headers: { ...as, ...(way.method === 'GET' ? {} : key) } })
      return { status: statusCode, body }
    }
    const lineOf = (what: string, { status, body }: Answer) => `${who} beside the day ${what} ${status} ${body}`

    if (keeper) {
      yield lineOf(
        'event',
        await ask({ method: 'POST', url: `/api/telemetry/${of.imei}/events`, payload: WORDS }, principals.device.headers),
      )
      yield lineOf('details', await ask({ method: 'GET', url: `/api/debugger/${of.imei}/details` }, principals[keeper].headers))
    }
    for (const url of ['/api/inventory/changes?page=0&size=20&query=cola', '/api/dashboard/live'])
      yield lineOf(url, await ask({ method: 'GET', url }))
    yield* hooked(ask, lineOf)
    yield lineOf('currency', await ask({ method: 'PATCH', url: '/api/company', payload: { currency: 'JPY' } }))
    // A rule is deleted by its content, and both companies have the same one.
    const rule = `event=NEW_CUSTOMER_ISSUE&channel=PUSH&recipientId=${of.userId}`
    yield lineOf('rule', await ask({ method: 'DELETE', url: `/api/company/alerts?${rule}` }))

    // Another user has the same rule: each gets their own in the response.
    yield lineOf(
      'rule of two',
      await ask({ method: 'POST', url: '/api/company/alerts', payload: { event: 'DEVICE_FIRMWARE_UPDATED', channel: 'EMAIL' } }),
    )
    for (const status of ['RESOLVED', 'OPEN'])
      yield lineOf(`issue ${status}`, await ask({ method: 'PATCH', url: `/api/issues/${of.issue}`, payload: { status } }))
    yield lineOf('subscription of another', await ask({ method: 'DELETE', url: subscriptionOf(of.userId) }))
    const invitation = { firstName: OURS, lastName: OURS, companyRole: 'ROLE_EMPLOYEE', login: `${who}_later`.toLowerCase() }
    const { token } = JSON.parse((await ask({ method: 'POST', url: '/api/invitations', payload: invitation })).body).data
    const acceptance = { method: 'POST', url: '/api/invitations/accept', payload: { token, password: 'copper-kettle-9' } } as const
    for (const time of ['once', 'again'])
      yield `${who} beside the day accepts ${time} ${(await ask(acceptance, { authorization: PUBLIC_CLIENT })).status}`
    const key = await ask({ method: 'POST', url: '/api/api-keys', payload: { name: OURS, scopes: ['machines:read'] } })
    const keyAt = `/api/api-keys/${JSON.parse(key.body).data?.id}`
    yield lineOf('key ends', await ask({ method: 'DELETE', url: keyAt }))
    yield lineOf('key ends again', await ask({ method: 'DELETE', url: keyAt }))

    const inStores = <T>(what: string, work: (db: Db) => Promise<T>) =>
      ctx.database.withTenant(company, work).then((result) => `${who} beside the day ${what} ${JSON.stringify(result ?? null)}`)
    const userId = of.userId
    yield await inStores('checkout', async (db) => {
      const reference = await openCheckout(db, company, { userId, machines: 3 }, ctx.now())
      const begun = await checkoutNamed(db, company, reference)
      if (!begun) return null
      const changeSubscription = (id: string, at: string, status: 'ACTIVE' | 'DELETED') =>
        insertEvent(db, company, begun, { id, at, reference, subscription: { status, machines: 3 } }, ctx.now())
      return [
        begun.machines,
        await changeSubscription('a', '2026-03-02T08:00:00.000Z', 'ACTIVE'),
        await changeSubscription('b', '2026-03-02T08:01:00.000Z', 'DELETED'),
      ]
    })
    yield await inStores('slots', (db) => addSlots(db, company, [newSlotAt(of.machine, of.productId)], ctx.now()))
    yield await inStores('sales taken back', (db) =>
      voidSales(db, { company, machine: of.machine, timezone: 'Europe/Berlin', receivedAt: ctx.now() } as never, [idOf('sold')]),
    )
    yield await inStores('a key ends and a cost changes', async (db) => {
      await unclaim(db, company, elsewhere.deviceId, 'nobody knows')
      if (keeper) await claim(db, company, elsewhere.deviceId, `key of ${who}`, ctx.now())
      await putInto(db, company, elsewhere.deviceId, null, ctx.now())
      await writeCosts(db, company, [{ productId: of.productId, unitCostMinor: 77 }], '2026-03-02')
      await writeLastCosts(db, company, [of.productId])
      await removeLaterCosts(db, company, of.productId, '2026-03-02')
    })
    yield await inStores('a file', async (db) => {
      const order = { purpose: 'transactions', company, locale: 'en', sales: { asOf: '2026-03-02' } } as never
      // The same request of two users produces two files, of one user a single one.
      const readers = await rowsOf<{ id: number }>(
        db,
        sql`select id from users where company_id = ${company} and email is not null order by id limit 2`,
      )
      for (const { id } of [...readers, ...readers]) await orderFile(db, { userId: id, order, now: ctx.now() })
      return readerOf(db, company, userId)
    })
    const files = await rowsOf<{ id: string; userId: number }>(
      ctx.database.owner,
      sql`update ordered_files set holder = 'nobody' where company_id = ${company} returning id, user_id as "userId"`,
    )
    for (const { id, userId } of files)
      yield await inStores('the file', async (db) => {
        const file = { id, userId, companyId: company, asked: 0, tries: 1, holder: 'nobody', order: {} as never }
        const kept = [await insertPart(db, file, 1, Buffer.from('a'), ctx.now()), await reportProgress(db, file, 0.5, ctx.now())]
        await putBack(db, { ...file, holder: 'somebody' }, 'not yet')
        return [...kept, await endOrder(db, file, ctx.now())]
      })
  }
  clock.pass(6 * MINUTE)
  for (const who of ['rivalManager', 'manager'] as const) {
    const { statusCode, body } = await app.inject({ url: '/api/dashboard/live', headers: principals[who].headers })
    yield `${who} a little later ${statusCode} ${body}`
  }
}

const subscriptionOf = (user: number) => `/api/accounts/me/push-subscriptions/${idOf(`subscription of ${user}`)}`

const at = '2026-03-02T07:30:00.000Z'

/** One event of each kind. */
const WORDS = [
  { type: 'STATE', state: 'STOPPED', cause: OURS },
  { type: 'STATE', state: 'RUNNING', at: '2026-03-02T07:40:00.000Z' },
  { type: 'SIGNAL', strength: 0.5 },
  { type: 'TEMPERATURE', celsius: 7 },
  { type: 'ALERT_UP', code: 'DOOR_OPEN', message: OURS },
  { type: 'COINS', coins: [{ value: 0.5, count: 7 }] },
  { type: 'CASH_BOX', amount: 12.5 },
  { type: 'MDB', devices: [{ type: 'CHANGER', status: 'OK' }] },
  { type: 'FIRMWARE', version: '1.2.3', model: 'Brunnmatt 7' },
  { type: 'LOG', level: 'info', message: OURS },
].map((word, index) => ({ id: `beside the day ${index}`, at, ...word }))

const newSlotAt = (machineId: number, productId: number) => ({
  ...{ machineId, productId, slotNumber: '77', kind: 'SLOT' as const, priceMinor: 150, maximum: 9 },
})

/** All endpoints of a webhook's lifecycle. */
async function* hooked(ask: (way: Way) => Promise<Answer>, lineOf: (what: string, answer: Answer) => string): AsyncGenerator<string> {
  const made = await ask({ method: 'POST', url: '/api/webhooks', payload: { url: 'https://example.com/hook', kinds: ['sale.recorded'] } })
  yield lineOf('hook', made)
  const { id } = JSON.parse(made.body).data ?? {}
  const address = `/api/webhooks/${id}`
  yield lineOf('secret of hook', await ask({ method: 'POST', url: `${address}/secret` }))
  yield lineOf('test of hook', await ask({ method: 'POST', url: `${address}/tests` }))
  const sent = await ask({ method: 'GET', url: `${address}/deliveries` })
  yield lineOf('what was sent', sent)
  const [delivery] = JSON.parse(sent.body).data ?? []
  yield lineOf('sent again', await ask({ method: 'POST', url: `${address}/deliveries/${delivery?.id}/again` }))
  yield lineOf('changed hook', await ask({ method: 'PATCH', url: address, payload: { isPaused: true } }))
  yield lineOf('no hook', await ask({ method: 'DELETE', url: address }))
}
