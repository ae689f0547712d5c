import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { HOUR, MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { type ManualTimeouts, manualTimeouts } from '../../../tests/support/manual-timeouts.ts'
import { aPushService } from '../../../tests/support/push-service.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { alertQueues } from '../../alerts/alerts.job.ts'
import { vapidKeys } from '../../alerts/push-services.ts'
import { rowsOf } from '../../db/client.ts'
import { publishEvents } from '../../events/events.store.ts'
import { drain } from '../../queue/queue.ts'

const clock = aClock()
let timeouts: ManualTimeouts
let world: TwoCompanies
let folder: string
let pushService: Awaited<ReturnType<typeof aPushService>>
let machine: StandingMachine
let device: StandingDevice
let manager: Caller
const owner = () => world.ctx.database.owner

beforeAll(async () => {
  timeouts = manualTimeouts()
  folder = await mkdtemp(join(tmpdir(), 'roundsman-alerts-'))
  pushService = await aPushService()
  world = await twoCompanies({
    now: clock.now,
    settings: { dataDir: folder, pushServices: [pushService.origin], publicUrl: 'https://ours.example' },
  })
  await owner().execute(sql`update users set email = 'ada@ours.example', phone_number = '+48600100200' where id = ${world.manager.id}`)
})
afterAll(async () => {
  timeouts.restore()
  await world.close()
  await pushService.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  clock.pass(26 * HOUR)
  for (const table of ['alert_messages', 'alert_causes', 'alert_rules', 'push_subscriptions'])
    await owner().execute(sql.raw(`delete from ${table}`))
  await owner().execute(sql`update users set enabled = true, company_role = 'ROLE_MANAGER' where id = ${world.manager.id}`)
  await rm(join(folder, 'mails'), { recursive: true, force: true })
  pushService.got.length = 0
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  machine = await aMachine(world.ctx, world.company, { name: 'Lobby' })
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
})

let eventCount = 0
const sendEvents = async (...events: object[]) => {
  const payload = events.map((event) => ({ id: `e-${++eventCount}`, at: toIso(clock.now()), ...event }))
  const url = `/api/telemetry/${device.imei}/events`
  const answer = await world.app.inject({ method: 'POST', url, headers: device.signIn, payload })
  expect(answer.json().data).toMatchObject({ refused: [] })
  return payload
}
const warm = () => sendEvents({ type: 'ALERT_UP', code: 'TEMPERATURE_HIGH', message: '14 °C' })
const rule = async (event: string, channel = 'EMAIL', by = manager) => {
  const answer = await by('POST', '/company/alerts', { event, channel })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data as Alert
}
const rules = async (by = manager): Promise<Alert[]> => (await by('GET', '/company/alerts')).json().data
const send = (more = {}) => {
  const ctx = { ...world.ctx, settings: { ...world.ctx.settings, ...more }, log: world.app.log }
  return Promise.all(alertQueues.map((work) => drain(ctx, work)))
}
const mails = async () => {
  const names = await readdir(join(folder, 'mails')).catch(() => [])
  return Promise.all(names.map((name) => readFile(join(folder, 'mails', name), 'utf8')))
}
const messages = () =>
  rowsOf<{ event: string; state: string; failure: string | null; tries: number }>(
    owner(),
    sql`select event, state, failure, tries from alert_messages order by asked_at, event`,
  )

describe('alert rules', () => {
  test('list their user, are created idempotently and can be deleted', async () => {
    const made = await rule('ANY_EVENT')
    expect(made).toEqual({
      audience: null,
      event: 'ANY_EVENT',
      channel: 'EMAIL',
      recipientId: world.manager.id,
      recipient: 'Ada Nowak',
      phoneNumber: '+48600100200',
      email: 'ada@ours.example',
      isPushSupported: false,
      last: null,
    })
    await rule('ANY_EVENT')
    expect(await rules()).toEqual([made])
    const ending = `/company/alerts?event=ANY_EVENT&channel=EMAIL&recipientId=${world.manager.id}`
    expect((await manager('DELETE', ending)).statusCode).toBe(200)
    expect(await rules()).toEqual([])
    const again = await manager('DELETE', ending)
    expect([again.statusCode, again.json().code]).toEqual([404, 'ALERT_NOT_FOUND'])
  })

  test('are managed by managers of the same company only', async () => {
    await rule('ANY_EVENT')
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    const serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
    expect(await rules(rival)).toEqual([])
    const ending = `/company/alerts?event=ANY_EVENT&channel=EMAIL&recipientId=${world.manager.id}`
    expect((await rival('DELETE', ending)).statusCode).toBe(404)
    expect((await serviceman('GET', '/company/alerts')).statusCode).toBe(403)
    // No user has these ids; the second one is larger than ids of users can be.
    for (const recipientId of [999_999, 2 ** 40]) {
      const unknown = await manager('POST', '/company/alerts', { event: 'ANY_EVENT', channel: 'EMAIL', recipientId })
      expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'USER_NOT_FOUND'])
    }
    expect(await rules()).toHaveLength(1)
  })

  test('require contact details and report which are missing', async () => {
    const sms = await manager('POST', '/company/alerts', { event: 'ANY_EVENT', channel: 'SMS' })
    expect([sms.statusCode, sms.json().code]).toEqual([422, 'SMS_NOT_CONFIGURED'])
    await aUser(world.ctx, { id: world.company }, { login: 'unreached' })
    const unreached = callerWith(world.app, await signedIn(world.app, 'unreached'))
    const mail = await unreached('POST', '/company/alerts', { event: 'ANY_EVENT', channel: 'EMAIL' })
    expect([mail.statusCode, mail.json().code]).toEqual([422, 'ALERT_NO_EMAIL'])
    expect((await manager('POST', '/company/alerts', { event: 'EVERYTHING', channel: 'EMAIL' })).statusCode).toBe(422)
  })
})

describe('event', () => {
  test.each([
    ['ALERT_UP_TOO_HIGH_TEMPERATURE', { type: 'ALERT_UP', code: 'TEMPERATURE_HIGH' }],
    ['ALERT_UP_TOO_LOW_TEMPERATURE', { type: 'ALERT_UP', code: 'TOO_LOW_TEMPERATURE' }],
    ['ALERT_UP_LOW_COINS_LEVEL', { type: 'ALERT_UP', code: 'NO_CHANGE' }],
    ['ALERT_UP_NO_SALES', { type: 'ALERT_UP', code: 'NO_SALES' }],
    ['ALERT_UP_LOW_STOCK_LEVEL', { type: 'ALERT_UP', code: 'LOW_STOCK_LEVEL' }],
    ['ANY_EVENT', { type: 'ALERT_UP', code: 'DOOR_OPEN' }],
    ['MACHINE_FAULT', { type: 'ALERT_UP', code: 'EJ' }],
    ['MACHINE_STOPPED', { type: 'STATE', state: 'STOPPED' }],
  ])('%s notifies subscribers of it and of any event', async (event, message) => {
    await rule(event)
    await rule('CASKET_MONEY_CHANGE')
    await sendEvents(message)
    expect((await messages()).map((one) => one.event)).toEqual([event])
  })

  test('of firmware, cash box or customer notifies as soon as it is reported', async () => {
    await rule('ANY_EVENT')
    await sendEvents({ type: 'FIRMWARE', version: '1' }, { type: 'CASH_BOX', amount: 10 })
    clock.pass(MINUTE)
    await sendEvents({ type: 'FIRMWARE', version: '2' }, { type: 'CASH_BOX', amount: 3 })
    const issue = { activity: 'NEW_CUSTOMER_ISSUE', at: clock.now(), machineId: machine.id, changed: [] }
    await world.ctx.database.withTenant(world.company, (db) => publishEvents(db, world.company, [issue], clock.now()))
    expect((await messages()).map(({ event }) => event)).toEqual(['CASKET_MONEY_CHANGE', 'DEVICE_FIRMWARE_UPDATED', 'NEW_CUSTOMER_ISSUE'])
  })

  test('of a customer report links to the report', async () => {
    await rule('NEW_CUSTOMER_ISSUE')
    const details = { issueType: 'OTHER', issue: 'c3ac5f7b-6b37-4af5-870a-bfdb156e0208' }
    const issue = { activity: 'NEW_CUSTOMER_ISSUE', at: clock.now(), machineId: machine.id, changed: [], details }
    await world.ctx.database.withTenant(world.company, (db) => publishEvents(db, world.company, [issue], clock.now()))
    await send()
    const text = (await mails())
      .join()
      .replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
    expect(text).toContain(`/dashboard/more/issues?issue=${details.issue}`)
  })

  test('sends one message to a user with two matching rules', async () => {
    await rule('ANY_EVENT')
    await rule('ALERT_UP_TOO_HIGH_TEMPERATURE')
    await warm()
    expect(await messages()).toHaveLength(1)
  })

  test('that flaps sends one message, then another after a quiet hour or a day', async () => {
    await rule('ALERT_UP_TOO_HIGH_TEMPERATURE')
    const flap = async (times: number) => {
      for (let time = 0; time < times; time++) {
        clock.pass(25 * MINUTE)
        await sendEvents({ type: 'ALERT_UP', code: 'TEMPERATURE_HIGH' })
        clock.pass(25 * MINUTE)
        await sendEvents({ type: 'ALERT_DOWN', code: 'TEMPERATURE_HIGH' })
      }
    }
    await flap(25)
    expect(await messages()).toHaveLength(1)
    await flap(8)
    expect(await messages()).toHaveLength(2)
    clock.pass(HOUR)
    await warm()
    expect(await messages()).toHaveLength(3)
  })

  test('sent twice or too late sends no further message', async () => {
    await rule('ANY_EVENT')
    const message = await warm()
    await sendEvents(...message)
    await sendEvents({ type: 'ALERT_UP', code: 'EJ', at: toIso(clock.now() - 7 * HOUR) })
    expect(await messages()).toHaveLength(1)
  })

  test('that is rolled back sends no message', async () => {
    await rule('ANY_EVENT')
    const event = { activity: 'MACHINE_STOPPED', at: clock.now(), machineId: machine.id, changed: [] }
    const failing = world.ctx.database.withTenant(world.company, async (db) => {
      await publishEvents(db, world.company, [event], clock.now())
      await db.execute(sql`select 1 / 0`)
    })
    await expect(failing).rejects.toThrow()
    expect(await messages()).toEqual([])
    await world.ctx.database.withTenant(world.company, (db) => publishEvents(db, world.company, [event], clock.now()))
    expect(await messages()).toHaveLength(1)
  })

  test('of another company sends no message', async () => {
    await rule('ANY_EVENT')
    const theirs = await aMachine(world.ctx, world.rivalCompany, { name: 'Theirs' })
    const event = { activity: 'MACHINE_STOPPED', at: clock.now(), machineId: theirs.id, changed: [] }
    await world.ctx.database.withTenant(world.rivalCompany, (db) => publishEvents(db, world.rivalCompany, [event], clock.now()))
    expect(await messages()).toEqual([])
  })
})

describe('mail', () => {
  test('states event and place with a link, once across two servers', async () => {
    await rule('ALERT_UP_TOO_HIGH_TEMPERATURE')
    await warm()
    await Promise.all([send(), send()])
    await send()
    const [mail = '', ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toContain('To: ada@ours.example')
    expect(mail).toContain('Subject: Lobby: too warm')
    expect(mail).toContain(`https://ours.example/dashboard/machines/${machine.id}`)
    expect(mail.replaceAll('=C2=B0', '°').replaceAll('=C2=A0', ' ')).toContain('14')
    expect((await rules())[0]?.last).toEqual({ at: toIso(clock.now()), state: 'SENT' })
  })

  test('that cannot be delivered is retried, then failed, and listed', async () => {
    const smtp = { url: 'smtp://127.0.0.1:9', from: 'office@ours.example' }
    await rule('ALERT_UP_TOO_HIGH_TEMPERATURE')
    await warm()
    await send({ smtp })
    await send({ smtp })
    expect(await messages()).toMatchObject([{ state: 'WAITING', tries: 1, failure: expect.stringContaining('ECONNREFUSED') }])
    expect((await rules())[0]?.last?.state).toBe('WAITING')
    for (let time = 0; time < 12; time++) {
      clock.pass(5 * HOUR)
      await send({ smtp })
    }
    expect(await messages()).toMatchObject([{ state: 'FAILED', tries: 11 }])
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    expect((await rules())[0]?.last?.state).toBe('FAILED')
  })

  test('is not sent to disabled users or former managers', async () => {
    await rule('ANY_EVENT')
    await warm()
    await owner().execute(sql`update users set enabled = false where id = ${world.manager.id}`)
    await send()
    await sendEvents({ type: 'ALERT_UP', code: 'EJ' })
    await owner().execute(sql`update users set enabled = true, company_role = 'ROLE_EMPLOYEE' where id = ${world.manager.id}`)
    await sendEvents({ type: 'ALERT_UP', code: 'EK' })
    await send()
    expect(await mails()).toEqual([])
    expect(await messages()).toMatchObject([{ state: 'DROPPED', failure: 'NOT_TOLD_ANY_MORE' }])
  })
})

describe('push notification', () => {
  const subscribe = async (name: string, by = manager) => {
    const { publicKey } = vapidKeys(world.ctx)
    const answer = await by('POST', '/accounts/me/push-subscriptions', pushService.subscribe(name, publicKey))
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().data.id as string
  }

  test('is signed and encrypted for every device and links to the event', async () => {
    expect((await world.anonymous('GET', '/site')).json().data.pushKey).toBe(vapidKeys(world.ctx).publicKey)
    await rule('ALERT_UP_TOO_HIGH_TEMPERATURE', 'PUSH')
    await subscribe('phone')
    await subscribe('desk', callerWith(world.app, await signedIn(world.app, 'manager')))
    expect((await rules())[0]?.isPushSupported).toBe(true)
    await warm()
    await send()
    await send()
    expect(pushService.refused).toEqual([])
    expect(pushService.got.map((one) => one.device).sort()).toEqual(['desk', 'phone'])
    expect(pushService.got[0]?.payload).toMatchObject({ title: 'Lobby: too warm', place: `/dashboard/machines/${machine.id}` })
    expect(pushService.got[0]?.payload.body).toContain('14 °C')
    expect(pushService.got[0]?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect((await rules())[0]?.last?.state).toBe('SENT')
  })

  test.each([404, 410])('deletes a subscription that is gone (%i)', async (status) => {
    await rule('ANY_EVENT', 'PUSH')
    await subscribe(`gone-${status}`)
    pushService.answer(`gone-${status}`, status)
    await warm()
    await send()
    expect(await messages()).toMatchObject([{ state: 'DROPPED', failure: 'DEVICE_GONE' }])
    expect((await manager('GET', '/accounts/me/push-subscriptions')).json().data).toEqual([])
    expect((await rules())[0]).toMatchObject({ isPushSupported: false, last: { state: 'DROPPED' } })
  })

  test('to an overloaded push service is retried without logging its address', async () => {
    await rule('ANY_EVENT', 'PUSH')
    await subscribe('busy')
    pushService.answer('busy', 503)
    await warm()
    await send()
    expect(await messages()).toMatchObject([{ state: 'WAITING', failure: 'the push service returned 503' }])
    pushService.answer('busy', 201)
    clock.pass(MINUTE)
    await send()
    expect(pushService.got).toHaveLength(1)
  })

  test('is not sent to signed-out devices; a rule without a device shows that', async () => {
    await rule('ANY_EVENT', 'PUSH')
    await subscribe('lost')
    await sendEvents({ type: 'ALERT_UP', code: 'EJ' })
    expect((await manager('DELETE', '/accounts/me/sessions')).statusCode).toBe(200)
    await owner().execute(sql`update sessions set revoked_at = now()`)
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    await warm()
    await send()
    expect(pushService.got).toEqual([])
    expect(await messages()).toMatchObject([{ failure: 'NO_DEVICE' }, { failure: 'NO_DEVICE' }])
    expect((await rules())[0]?.isPushSupported).toBe(false)
  })

  test('subscription is idempotent and can be deleted by its owner', async () => {
    const subscription = pushService.subscribe('same', vapidKeys(world.ctx).publicKey)
    const ids = [1, 2].map(async () => (await manager('POST', '/accounts/me/push-subscriptions', subscription)).json().data.id)
    const [id, again] = await Promise.all(ids)
    expect(again).toBe(id)
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    expect((await rival('DELETE', `/accounts/me/push-subscriptions/${id}`)).statusCode).toBe(404)
    expect((await manager('GET', '/accounts/me/push-subscriptions')).json().data).toMatchObject([{ id, isThis: true }])
    expect((await manager('DELETE', `/accounts/me/push-subscriptions/${id}`)).statusCode).toBe(200)
    expect((await manager('GET', '/accounts/me/push-subscriptions')).json().data).toEqual([])
  })

  test.each([
    'https://example.com/push/x',
    'https://127.0.0.1/push/x',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com.example.com/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:8080/api/health',
  ])('rejects another host: %s', async (endpoint) => {
    const { keys } = pushService.subscribe('elsewhere', vapidKeys(world.ctx).publicKey)
    const answer = await manager('POST', '/accounts/me/push-subscriptions', { endpoint, keys })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'PUSH_SERVICE_UNKNOWN'])
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
  ])('accepts the push service of a browser: %s', async (endpoint) => {
    const { keys } = pushService.subscribe('known', vapidKeys(world.ctx).publicKey)
    expect((await manager('POST', '/accounts/me/push-subscriptions', { endpoint, keys })).statusCode).toBe(201)
  })
})

test('text message is sent through the configured gateway', async () => {
  const got: { message: Record<string, string>; key: unknown; token: unknown }[] = []
  const gateway = createServer(async (request, response) => {
    got.push({
      message: JSON.parse(await text(request)),
      key: request.headers['idempotency-key'],
      token: request.headers.authorization,
    })
    response.writeHead(got.length === 1 ? 500 : 202).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => gateway.once('listening', resolve))
  try {
    const sms = { url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`, token: 'a-secret' }
    await owner().execute(
      sql`insert into alert_rules (company_id, user_id, event, channel, created_at) values (${world.company}, ${world.manager.id}, 'ANY_EVENT', 'SMS', now())`,
    )
    await warm()
    await send({ sms })
    clock.pass(MINUTE)
    await send({ sms })
    expect(got).toHaveLength(2)
    expect(got[1]?.message).toMatchObject({ to: '+48600100200', text: expect.stringMatching(/^Lobby: too warm\n.*14 °C$/s) })
    expect(got[1]).toMatchObject({ key: got[1]?.message.id, token: 'Bearer a-secret' })
    expect(got[0]?.key).toBe(got[1]?.key)
    expect((await rules())[0]?.last?.state).toBe('SENT')
    await send()
  } finally {
    gateway.closeAllConnections()
    gateway.close()
  }
})
