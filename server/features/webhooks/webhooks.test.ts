import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Webhook, type WebhookDelivery, webhookBody } from '#contract/webhooks.ts'
import { VISIT_GAP } from '#domain/rounds/round.ts'
import { DAY, HOUR, MINUTE, toIso } from '#domain/time.ts'
import { type DeliveryKind, nextAttempt, WEBHOOK_KINDS } from '#domain/webhooks.ts'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { type ManualTimeouts, manualTimeouts } from '../../../tests/support/manual-timeouts.ts'
import { aPhone } from '../../../tests/support/phone.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { publishEvents } from '../../events/events.store.ts'
import { purgeWebhooksJob } from '../../jobs.ts'
import { sendWebhooks } from '../../webhooks/webhooks.job.ts'
import { finishVisitsJob } from '../rounds/finish-visits.job.ts'

type Body = { type: DeliveryKind; timestamp: string; companyId: number; data: Record<string, unknown>[] }
type Got = { path: string; headers: Record<string, string>; raw: string; body: Body }

const clock = aClock()
let timeouts: ManualTimeouts
let world: TwoCompanies
let manager: Caller
let rival: Caller
let machine: StandingMachine
let device: StandingDevice
let cola: number
let receiver: Awaited<ReturnType<typeof aReceiver>>

/** A receiver on loopback with configurable responses by path, which stores the requests it accepts. */
async function aReceiver() {
  const got: Got[] = []
  const says = new Map<string, number | 'hang'>()
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const path = request.url ?? ''
    const status = says.get(path) ?? 204
    got.push({ path, headers: request.headers as Record<string, string>, raw, body: JSON.parse(raw) })
    if (status !== 'hang') response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    got,
    says,
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

beforeAll(async () => {
  timeouts = manualTimeouts()
  world = await twoCompanies({ now: clock.now, settings: { webhookNetworks: ['127.0.0.0/8'] } })
  cola = await aProduct(world.ctx, world.company, { name: 'Cola' })
  await rows(sql`update users set email = 'ada@ours.example' where id = ${world.manager.id}`)
})
afterAll(async () => {
  timeouts.restore()
  await world.close()
})

beforeEach(async () => {
  receiver = await aReceiver()
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  rival = callerWith(world.app, await signedIn(world.app, 'rival'))
  const slots = [{ number: '11', product: cola, max: 10, price: 150, quantity: 10 }]
  machine = await aMachine(world.ctx, world.company, { name: 'Lobby', slots })
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  await rows(sql`delete from webhooks`)
  await rows(sql`delete from webhook_deliveries`)
})
afterEach(() => receiver.close())

const rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(world.ctx.database.owner, statement)
const ctx = () => ({ ...world.ctx, log: world.app.log })
const send = () => sendWebhooks(ctx())

async function add(path = '/hook', kinds: readonly string[] = WEBHOOK_KINDS, by = manager) {
  const answer = await by('POST', '/webhooks', { url: receiver.url(path), kinds })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data as Webhook & { secret: string }
}
const list = async (by = manager): Promise<Webhook[]> => (await by('GET', '/webhooks')).json().data
const deliveries = async (id: string): Promise<WebhookDelivery[]> => (await manager('GET', `/webhooks/${id}/deliveries`)).json().data
/** The signature library uses the system clock, so it is set to the server's time. */
const check = (secret: string, { raw, headers }: Got) => {
  const now = vi.spyOn(Date, 'now').mockImplementation(clock.now)
  try {
    return new Verifier(secret).verify(raw, headers)
  } finally {
    now.mockRestore()
  }
}

let sent = 0
const event = (type: string, more: object = {}) => ({ id: `1-${++sent}`, type, at: toIso(clock.now()), ...more })
const vend = () => event('VEND', { selection: '11', price: 1.5, method: 'CASH' })
const tellMany = async (...events: object[]) => {
  const answer = await callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, events)
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('event', () => {
  test('is delivered with a verifiable signature and in the documented format', async () => {
    const { secret } = await add()
    await tellMany(event('STATE', { state: 'RUNNING' }))
    clock.pass(1_000)
    await tellMany(vend(), event('ALERT_UP', { code: 'EJ', message: 'Spiral 3' }), event('STATE', { state: 'STOPPED', cause: 'EB' }))
    await tellMany(event('ALERT_DOWN', { code: 'EJ' }))
    const point = machine.slot('11').point
    const restock = await manager('POST', `/machines/${machine.id}/inventory`, {
      type: 'ADJUST',
      stocks: [{ productInstallationId: point, quantity: 4 }],
    })
    expect(restock.statusCode, restock.body).toBe(200)
    await send()
    for (const one of receiver.got) {
      expect(check(secret, one)).toEqual(one.body)
      expect(v.is(webhookBody(one.body.type), one.body), one.raw).toBe(true)
    }
    const delivered = new Map(receiver.got.map(({ body }) => [body.type, body.data]))
    const at = { machine: { id: machine.id, name: 'Lobby' }, recordedAt: toIso(clock.now()) }
    const sale = { ...at, amount: 1.5, currency: 'EUR', type: 'CASH', slotNumber: '11', product: { id: cola, name: 'Cola' } }
    expect(delivered.get('sale.recorded')).toMatchObject([sale])
    expect(delivered.get('alert.raised')).toMatchObject([{ ...at, code: 'EJ', message: 'Spiral 3' }])
    expect(delivered.get('alert.cleared')).toMatchObject([{ ...at, code: 'EJ' }])
    expect(delivered.get('machine.state')).toMatchObject([{ state: 'RUNNING' }, { ...at, state: 'STOPPED', message: 'EB' }])
    expect(delivered.get('stock.changed')).toMatchObject([
      { ...at, type: 'ADJUST', person: 'Ada Nowak', changes: [{ kind: 'count', amount: 4, slotNumber: '11' }] },
    ])
  })

  test('of a purchase delivery, an undo or a customer issue is delivered', async () => {
    const { secret } = await add('/hook', ['purchase.delivered', 'stock.changed', 'issue.filed'])
    const supplier = (await manager('POST', '/suppliers', { name: 'Wholesale' })).json().data
    const purchase = await manager('POST', '/purchases', {
      supplier: { identifier: supplier.identifier },
      status: 'DELIVERED',
      invoiceNumber: 'F/7',
      note: '',
      orderedAt: null,
      deliveredAt: toIso(clock.now()),
      items: [{ productId: cola, quantity: 12, unitCost: 0.5 }],
    })
    expect(purchase.statusCode, purchase.body).toBe(201)
    const operationId = '00000000-0000-4000-8000-000000000002'
    const body = [{ productInstallationId: machine.slot('11').point, quantity: 2 }]
    const restock = await manager('POST', `/machines/${machine.id}/slots/restock`, body, { 'idempotency-key': operationId })
    expect(restock.statusCode, restock.body).toBe(200)
    clock.pass(1_000)
    expect((await manager('POST', `/machines/${machine.id}/voids`, { operationId })).statusCode).toBe(200)
    const issue = await world.anonymous('POST', `/public/machines/${machine.token}/issues`, {
      identifier: '00000000-0000-4000-8000-000000000001',
      type: 'OTHER',
      details: 'It hums',
      contactDetails: '',
      reCaptchaToken: '',
    })
    expect(issue.statusCode, issue.body).toBeLessThan(300)
    await send()
    for (const one of receiver.got) {
      check(secret, one)
      expect(v.is(webhookBody(one.body.type), one.body), one.raw).toBe(true)
    }
    const delivered = new Map(receiver.got.map(({ body }) => [body.type, body.data]))
    expect(delivered.get('purchase.delivered')).toMatchObject([
      { purchaseId: purchase.json().data.identifier, invoiceNumber: 'F/7', changes: [{ amount: 12 }] },
    ])
    expect(delivered.get('issue.filed')).toMatchObject([{ id: '00000000-0000-4000-8000-000000000001', message: 'It hums' }])
    expect(delivered.get('stock.changed')).toMatchObject([
      { id: operationId, type: 'RESTOCK', changes: [{ kind: 'delta', amount: 2 }] },
      { type: 'UNDO', undoes: operationId, changes: [{ kind: 'delta', amount: 2 }] },
    ])
  })

  test('is not sent after rollback or without a subscription', async () => {
    await add('/hook', ['machine.state'])
    const event = { activity: 'MACHINE_STOPPED', at: clock.now(), machineId: machine.id, changed: [] }
    const failing = world.ctx.database.withTenant(world.company, async (db) => {
      await publishEvents(db, world.company, [event], clock.now())
      await db.execute(sql`select 1 / 0`)
    })
    await expect(failing).rejects.toThrow()
    await tellMany(vend())
    expect(await rows(sql`select id from webhook_deliveries`)).toEqual([])
    await world.ctx.database.withTenant(world.company, (db) => publishEvents(db, world.company, [event], clock.now()))
    expect(await rows(sql`select id from webhook_deliveries`)).toHaveLength(1)
  })

  test('and webhooks are isolated from other companies', async () => {
    const { id } = await add()
    const theirs = await add('/theirs', WEBHOOK_KINDS, rival)
    await tellMany(vend())
    await send()
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook'])
    const [delivery] = await deliveries(id)
    expect((await list(rival)).map((one) => one.id)).toEqual([theirs.id])
    for (const [method, path, body] of [
      ['PATCH', '', { isPaused: true }],
      ['DELETE', '', undefined],
      ['POST', '/secret', undefined],
      ['POST', '/tests', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', `/deliveries/${delivery?.id}/again`, undefined],
    ] as const)
      expect((await rival(method, `/webhooks/${id}${path}`, body)).json().code, path).toBe('WEBHOOK_NOT_FOUND')
    expect((await world.serviceman.call('GET', '/webhooks')).statusCode).toBe(403)
  })

  test('of a published round and of a finished visit is delivered once', async () => {
    const { secret } = await add('/hook', ['round.published', 'visit.finished'])
    const round = await manager('POST', '/rounds', { date: '2026-03-02', userId: world.manager.id, stops: [{ machineId: machine.id }] })
    const { id } = round.json().data
    for (let again = 0; again < 2; again++) await manager('POST', `/rounds/${id}/publish`)
    const visit = { id: randomUUID(), start: 'SCAN' } as const
    const began = clock.now()
    const body = [{ productInstallationId: machine.slot('11').point, quantity: 1 }]
    await aPhone(manager).push({ call: 'restockSlots', machineId: machine.id, at: began, body, visit })
    clock.pass(5 * MINUTE)
    await aPhone(manager).push({ call: 'withdrawCash', machineId: machine.id, at: clock.now(), body: null, visit })
    const ended = clock.now()
    for (const pause of [VISIT_GAP - 1, 2, 5 * MINUTE]) {
      clock.pass(pause)
      await finishVisitsJob.run({ ...world.ctx, log: undefined as never })
    }
    await send()
    const facts = receiver.got.flatMap((one) => (check(secret, one) as { type: string; data: object[] }).data)
    for (const one of receiver.got) expect(v.is(webhookBody(one.body.type), one.body), one.raw).toBe(true)
    expect(facts).toMatchObject([
      { roundId: id, date: '2026-03-02', person: 'Ada Nowak' },
      { id: visit.id, machine: { id: machine.id, name: 'Lobby' }, startedAt: toIso(began), at: toIso(ended), person: 'Ada Nowak' },
    ])
  })
})

describe('count of a bag', () => {
  test('in the office is delivered once, and its undo names it', async () => {
    const { secret } = await add('/hook', ['collection.counted'])
    await add('/theirs', ['collection.counted'], rival)
    const opId = randomUUID()
    await aPhone(manager).push({ call: 'withdrawCash', machineId: machine.id, at: clock.now(), body: { bag: 'B-1' }, opId })
    clock.pass(MINUTE)
    const key = randomUUID()
    const counted = () => manager('POST', '/bag-counts', { bag: 'b-1', amount: 12.5 }, { 'idempotency-key': key })
    for (let again = 0; again < 2; again++) expect((await counted()).statusCode).toBe(200)
    const countedAt = clock.now()
    clock.pass(MINUTE)
    expect((await manager('DELETE', `/bag-counts/${key}`)).statusCode).toBe(200)
    await send()
    expect(new Set(receiver.got.map(({ path }) => path))).toEqual(new Set(['/hook']))
    const facts = receiver.got.flatMap((one) => (check(secret, one) as { data: object[] }).data)
    for (const one of receiver.got) expect(v.is(webhookBody(one.body.type), one.body), one.raw).toBe(true)
    const at = { machine: { id: machine.id, name: 'Lobby' }, person: 'Ada Nowak' }
    expect(facts).toMatchObject([
      { ...at, id: key, at: toIso(countedAt), bag: 'b-1', collection: opId, amount: 12.5, currency: 'EUR' },
      { undoes: key },
    ])
  })

  test('at the machine is delivered with its collection', async () => {
    await add('/hook', ['collection.counted'])
    const opId = randomUUID()
    const payload = { call: 'withdrawCash', machineId: machine.id, at: clock.now(), body: { bag: 'B-2', counted: 7 }, opId }
    for (let again = 0; again < 2; again++) await aPhone(manager).push(payload)
    await send()
    expect(receiver.got.flatMap(({ body }) => body.data)).toMatchObject([
      { machine: { id: machine.id }, bag: 'B-2', collection: opId, amount: 7 },
    ])
  })
})

describe('sales', () => {
  test('are delivered in batches of up to a hundred, each once', async () => {
    await add('/hook', ['sale.recorded'])
    for (let message = 0; message < 5; message++) await tellMany(vend())
    await tellMany(...Array.from({ length: 245 }, vend))
    await send()
    const sizes = receiver.got.map(({ body }) => body.data.length)
    expect(Math.max(...sizes)).toBe(100)
    expect(sizes.length).toBeLessThanOrEqual(4)
    const ids = receiver.got.flatMap(({ body }) => body.data.map(({ id }) => id))
    expect([ids.length, new Set(ids).size]).toEqual([250, 250])
    expect(await rows(sql`select id from transactions where machine_id = ${machine.id}`)).toHaveLength(250)
  })
})

describe('delivery', () => {
  test('is sent once despite several processes', async () => {
    await add('/a')
    await add('/b')
    await tellMany(vend(), event('ALERT_UP', { code: 'EJ' }))
    await Promise.all(Array.from({ length: 6 }, send))
    expect(receiver.got.map(({ path, body }) => `${path} ${body.type}`).sort()).toEqual([
      '/a alert.raised',
      '/a sale.recorded',
      '/b alert.raised',
      '/b sale.recorded',
    ])
  })

  test.each([[500, 'STATUS'] as const, [302, 'STATUS'] as const])(
    'that returns %i is retried with the same id and shown',
    async (status, trouble) => {
      const { id, secret } = await add()
      receiver.says.set('/hook', status)
      await tellMany(vend())
      await send()
      await send()
      expect(receiver.got).toHaveLength(1)
      const [failed] = await deliveries(id)
      expect(failed).toMatchObject({ state: 'WAITING', tries: 1, status, trouble, nextTryAt: toIso(clock.now() + MINUTE) })
      expect((await list())[0]).toMatchObject({ failingSince: toIso(clock.now()), waiting: 1 })
      // Events that arrive meanwhile do not change a delivery that was sent.
      await tellMany(vend())
      receiver.says.delete('/hook')
      clock.pass(MINUTE)
      await send()
      const [first, ...later] = receiver.got
      const same = later.find(({ headers }) => headers['webhook-id'] === first?.headers['webhook-id'])
      expect(same?.raw).toBe(first?.raw)
      expect(Number(same?.headers['webhook-timestamp'])).toBe(Math.floor(clock.now() / 1000))
      if (same && status === 500)
        expect(new Verifier(secret).sign(same.headers['webhook-id'] ?? '', new Date(clock.now()), same.raw)).toBe(
          same.headers['webhook-signature'],
        )
      expect((await list())[0]).toMatchObject({ failingSince: null, waiting: 0 })
    },
  )

  test('is retried for about three days with jitter', () => {
    let [at, tries] = [0, 1]
    for (let next = nextAttempt(tries, at, 0.5); next !== null; next = nextAttempt(++tries, at, 0.5)) at = next
    expect([tries, Math.round(at / HOUR)]).toEqual([10, 72])
    expect([nextAttempt(1, 0, 0), nextAttempt(1, 0, 1)]).toEqual([54_000, 66_000])
  })

  test('is resent immediately on request with the same id', async () => {
    const { id } = await add()
    receiver.says.set('/hook', 503)
    await tellMany(vend())
    await send()
    const [failed] = await deliveries(id)
    receiver.says.delete('/hook')
    expect((await manager('POST', `/webhooks/${id}/deliveries/${failed?.id}/again`)).statusCode).toBe(200)
    await send()
    expect(receiver.got.map(({ headers }) => headers['webhook-id'])).toEqual([failed?.id, failed?.id])
    expect(await deliveries(id)).toMatchObject([{ id: failed?.id, state: 'SENT', status: 204, trouble: null }])
    const unknown = await manager('POST', `/webhooks/${id}/deliveries/00000000-0000-4000-8000-000000000009/again`)
    expect(unknown.json().code).toBe('WEBHOOK_DELIVERY_NOT_FOUND')
  })

  test('is taken over by another process once the lease expires', async () => {
    await add()
    await tellMany(vend())
    await rows(sql`update webhooks set busy_until = ${toIso(clock.now() + 2 * MINUTE)}::timestamptz`)
    await send()
    expect(receiver.got).toEqual([])
    clock.pass(2 * MINUTE)
    await send()
    expect(receiver.got).toHaveLength(1)
  })

  test('is deleted after a week, or after a month in any case', async () => {
    const { id } = await add()
    await tellMany(vend())
    await send()
    const count = async () => (await rows(sql`select id from webhook_deliveries where webhook_id = ${id}`)).length
    clock.pass(6 * DAY)
    await purgeWebhooksJob.run(ctx())
    expect(await count()).toBe(1)
    clock.pass(DAY + 1)
    await purgeWebhooksJob.run(ctx())
    expect(await count()).toBe(0)
  })
})

describe('webhook', () => {
  test('that fails for three days is paused with notification until resumed', async () => {
    const { id } = await add()
    receiver.says.set('/hook', 500)
    await tellMany(vend())
    for (let hour = 0; hour < 90; hour++) {
      await send()
      clock.pass(HOUR)
    }
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    expect((await list())[0]).toMatchObject({ paused: 'FAILING' })
    expect(
      await rows(
        sql`select "to", kind, content->'words'->>'url' as url from mails where company_id = ${world.company} and kind = 'webhook-paused'`,
      ),
    ).toEqual([{ to: 'ada@ours.example', kind: 'webhook-paused', url: receiver.url('/hook') }])
    const before = receiver.got.length
    await tellMany(event('ALERT_UP', { code: 'EJ' }))
    await send()
    expect(receiver.got).toHaveLength(before)
    for (const path of ['tests', `deliveries/${(await deliveries(id))[0]?.id}/again`])
      expect((await manager('POST', `/webhooks/${id}/${path}`)).json().code).toBe('WEBHOOK_PAUSED')
    receiver.says.delete('/hook')
    expect((await manager('PATCH', `/webhooks/${id}`, { isPaused: false })).json().data).toMatchObject({ paused: null, failingSince: null })
    await manager('POST', `/webhooks/${id}/tests`)
    await send()
    expect(receiver.got.at(-1)?.body.type).toBe('test')
  })

  test('whose only delivery fails at every attempt is paused with notification', async () => {
    const { id } = await add()
    receiver.says.set('/hook', 500)
    await tellMany(vend())
    const mails = () => rows(sql`select id from mails where company_id = ${world.company} and kind = 'webhook-paused'`)
    const before = (await mails()).length
    const due = () =>
      rows<{ at: Date }>(sql`select next_try_at as at from webhook_deliveries where webhook_id = ${id}::uuid and state = 'WAITING'`)
    for (let [next] = await due(); next; [next] = await due()) {
      clock.pass(Math.max(0, new Date(next.at).getTime() - clock.now()) + 1)
      await send()
    }
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    expect(receiver.got).toHaveLength(10)
    expect((await list())[0]).toMatchObject({ paused: 'FAILING' })
    expect(await mails()).toHaveLength(before + 1)
  })

  test('that returns 410 Gone is paused immediately', async () => {
    await add()
    receiver.says.set('/hook', 410)
    await tellMany(vend())
    await send()
    expect((await list())[0]).toMatchObject({ paused: 'GONE' })
  })

  test('secret is shown once, stored encrypted, and valid a day after rotation', async () => {
    const { id, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const renewed = (await manager('POST', `/webhooks/${id}/secret`)).json().data.secret as string
    expect(JSON.stringify(await list())).not.toContain('whsec_')
    const [kept] = await rows<{ row: string }>(sql`select to_jsonb(w)::text as row from webhooks w`)
    const [trail] = await rows<{ row: string }>(sql`select string_agg(content::text, '') as row from audit_entries`)
    for (const word of [secret, renewed]) expect([kept?.row, trail?.row].some((row) => row?.includes(word))).toBe(false)
    await manager('POST', `/webhooks/${id}/tests`)
    await send()
    const [both] = receiver.got
    for (const word of [secret, renewed])
      expect(both && new Verifier(word).sign(both.headers['webhook-id'] ?? '', new Date(clock.now()), both.raw)).toSatisfy(
        (one: string) => both?.headers['webhook-signature']?.split(' ').includes(one) ?? false,
      )
    clock.pass(DAY)
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    await manager('POST', `/webhooks/${id}/tests`)
    await send()
    expect(receiver.got.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  test('requires a public HTTPS URL and is limited to ten per company', async () => {
    const refused = async (url: string) => (await manager('POST', '/webhooks', { url, kinds: ['issue.filed'] })).json().code
    for (const url of [
      'http://93.184.215.14/',
      'https://169.254.169.254/',
      'https://10.0.0.1/',
      'https://user:word@shop.example/',
      'https://[::1]/',
    ])
      expect([url, await refused(url)]).toEqual([url, 'WEBHOOK_ADDRESS'])
    expect(await refused('nowhere')).toBe('INVALID')
    for (let count = 0; count < 10; count++) await add(`/${count}`)
    expect(await refused('https://shop.example/')).toBe('TOO_MANY_WEBHOOKS')
    const [first] = await list()
    expect((await manager('PATCH', `/webhooks/${first?.id}`, { url: 'https://192.168.0.1/' })).json().code).toBe('WEBHOOK_ADDRESS')
    expect((await manager('DELETE', `/webhooks/${first?.id}`)).statusCode).toBe(200)
    expect(await list()).toHaveLength(9)
  })

  test('hostile use: URL with characters that parsers remove is rejected', async () => {
    for (const url of [
      'https://shop.example/\r\nx',
      'https://shop.example/a b',
      'https://shop.example\\@127.0.0.1/',
      'https://sh\top.example/',
    ])
      expect([url, (await manager('POST', '/webhooks', { url, kinds: ['sale.recorded'] })).statusCode]).toEqual([url, 422])
  })

  test('that does not respond does not delay other companies', async () => {
    receiver.says.set('/hangs', 'hang')
    for (let count = 0; count < 5; count++) await add('/hangs', ['alert.raised'])
    const theirs = await add('/theirs', WEBHOOK_KINDS, rival)
    await tellMany(event('ALERT_UP', { code: 'EJ' }))
    const hanging = Array.from({ length: 3 }, send)
    await expect.poll(() => receiver.got.length).toBe(3)
    await rival('POST', `/webhooks/${theirs.id}/tests`)
    await send()
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hangs', '/hangs', '/hangs', '/theirs'])
    receiver.says.set('/hangs', 204)
    receiver.close()
    await Promise.all(hanging)
  })
})
