import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { DAY, HOUR, MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, assign, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { alertQueues } from '../../alerts/alerts.job.ts'
import { rowsOf } from '../../db/client.ts'
import { drain } from '../../queue/queue.ts'

/** Noon of a Monday. */
const clock = aClock(Date.parse('2026-01-12T12:00:00.000Z'))
let world: TwoCompanies
let folder: string
let lobby: StandingMachine
let hall: StandingMachine
let device: Record<'lobby' | 'hall', StandingDevice>
let manager: Caller
let serviceman: Caller
let rival: Caller
const owner = () => world.ctx.database.owner

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roundsman-quiet-'))
  world = await twoCompanies({ now: clock.now, settings: { dataDir: folder, publicUrl: 'https://ours.example' } })
  await owner().execute(sql`update users set email = login || '@ours.example'`)
  await owner().execute(sql`update companies set timezone = 'Europe/Berlin', locale = 'en-GB'`)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

beforeEach(async () => {
  clock.pass(2 * DAY - ((clock.now() - Date.parse('2026-01-12T12:00:00.000Z')) % DAY))
  for (const table of ['alert_messages', 'alert_causes', 'alert_rules', 'alert_audiences', 'quiet_hours', 'notifications'])
    await owner().execute(sql.raw(`delete from ${table}`))
  await owner().execute(sql`update users set enabled = true`)
  await rm(join(folder, 'mails'), { recursive: true, force: true })
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman, rival] = [await as('manager'), await as('serviceman'), await as('rival')]
  lobby = await aMachine(world.ctx, world.company, { name: 'Lobby' })
  hall = await aMachine(world.ctx, world.company, { name: 'Hall' })
  const deviceOf = ({ id }: StandingMachine) => aDevice(world.ctx, world.company, { machine: id })
  device = { lobby: await deviceOf(lobby), hall: await deviceOf(hall) }
  await assign(world.ctx, world.company, lobby.id, world.serviceman.id)
})

let sent = 0
const sendEvent = (where: 'lobby' | 'hall', event: object) => {
  const { imei, signIn } = device[where]
  const payload = [{ id: `e-${++sent}`, at: toIso(clock.now()), ...event }]
  return world.app.inject({ method: 'POST', url: `/api/telemetry/${imei}/events`, headers: signIn, payload })
}
const stop = (where: 'lobby' | 'hall') => sendEvent(where, { type: 'STATE', state: 'STOPPED' })
const fault = (where: 'lobby' | 'hall', part = 'BILL_VALIDATOR') =>
  sendEvent(where, { type: 'MDB', devices: [{ type: part, status: 'FAULT' }] })
const rule = (body: object, by = manager) => by('POST', '/company/alerts', body)
const send = () => Promise.all(alertQueues.map((work) => drain({ ...world.ctx, log: world.app.log }, work)))
const mails = async () => {
  const names = await readdir(join(folder, 'mails')).catch(() => [])
  return Promise.all(names.map((name) => readFile(join(folder, 'mails', name), 'utf8')))
}
const subjects = async () =>
  (await mails()).map((mail) => `${/^To: (.*)@/m.exec(mail)?.[1]}: ${/^Subject: (.*)$/m.exec(mail)?.[1]}`).toSorted()
const quiet = (hours: object | null, by = serviceman) => by('PUT', '/accounts/me/quiet-hours', { quietHours: hours })
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const NIGHT = { from: 22 * 60, to: 6 * 60, days: EVERY_DAY, urgentToo: false }
/** Moves the clock to a time of day in Berlin, in winter time. */
const passUntil = async (hour: number) => {
  const now = (clock.now() + HOUR) % DAY
  clock.pass((hour * HOUR - now + DAY) % DAY)
  const as = async (login: string) => callerWith(world.app, await signedIn(world.app, login))
  ;[manager, serviceman] = [await as('manager'), await as('serviceman')]
}

test('rule for assigned employees reaches those of the machine, not of others', async () => {
  const created = await rule({ event: 'MACHINE_STOPPED', channel: 'EMAIL', audience: 'ASSIGNED' })
  expect(created.json().data).toMatchObject({ audience: 'ASSIGNED', recipientId: null, recipient: null })
  await stop('lobby')
  await stop('hall')
  await send()
  expect(await subjects()).toEqual(['serviceman: Lobby: stopped selling'])
  const [mail] = await mails()
  expect(mail?.replaceAll('=\n', '')).toContain(`/dashboard/serviceman/machines/${lobby.id}`)
  const notified = (await serviceman('GET', '/notifications')).json().data
  expect(notified).toMatchObject([{ message: 'MACHINE_STOPPED', slug: `/dashboard/serviceman/machines/${lobby.id}` }])
})

test('named employee gets nothing about a machine that is not assigned, or when disabled', async () => {
  await rule({ event: 'ANY_EVENT', channel: 'EMAIL', recipientId: world.serviceman.id })
  await stop('hall')
  await stop('lobby')
  await owner().execute(sql`update users set enabled = false where id = ${world.serviceman.id}`)
  await send()
  expect(await subjects()).toEqual([])
  await owner().execute(sql`update users set enabled = true where id = ${world.serviceman.id}`)
  await fault('lobby')
  await owner().execute(sql`update assignments set revoked_at = now() where machine_id = ${lobby.id}`)
  await send()
  expect(await subjects()).toEqual([])
  expect(await rowsOf(owner(), sql`select distinct state, failure from alert_messages`)).toEqual([
    { state: 'DROPPED', failure: 'NOT_TOLD_ANY_MORE' },
  ])
})

test('rule for managers reaches every manager of the company once, whatever else they have', async () => {
  await rule({ event: 'MACHINE_STOPPED', channel: 'EMAIL', audience: 'MANAGERS' })
  await rule({ event: 'ANY_EVENT', channel: 'EMAIL' })
  await stop('hall')
  await send()
  expect(await subjects()).toEqual(['manager: Hall: stopped selling'])
})

test('channel in the app creates a notification and no message', async () => {
  await rule({ event: 'MACHINE_FAULT', channel: 'APP', audience: 'ASSIGNED' })
  await fault('lobby')
  await send()
  expect(await mails()).toEqual([])
  expect(await rowsOf(owner(), sql`select id from alert_messages`)).toEqual([])
  expect((await serviceman('GET', '/notifications')).json().data).toMatchObject([{ message: 'ALERT_UP' }])
})

test('money and customers’ reports are for managers, and foreign users do not exist', async () => {
  for (const event of ['CASKET_MONEY_CHANGE', 'NEW_CUSTOMER_ISSUE']) {
    expect((await rule({ event, channel: 'EMAIL', audience: 'ASSIGNED' })).json()).toMatchObject({ code: 'ALERT_MANAGERS_ONLY' })
    expect((await rule({ event, channel: 'EMAIL', recipientId: world.serviceman.id })).json()).toMatchObject({
      code: 'ALERT_MANAGERS_ONLY',
    })
  }
  const foreign = { event: 'ANY_EVENT', channel: 'EMAIL', recipientId: world.serviceman.id }
  expect((await rule(foreign, rival)).json()).toMatchObject({ code: 'USER_NOT_FOUND' })
  expect((await rule({ ...foreign, audience: 'MANAGERS' })).json()).toMatchObject({ code: 'INVALID' })
  expect((await rule(foreign, serviceman)).statusCode).toBe(403)
  await rule({ event: 'ANY_EVENT', channel: 'EMAIL', audience: 'ASSIGNED' })
  await sendEvent('lobby', { type: 'CASH_BOX', amount: 12 })
  await send()
  expect(await subjects()).toEqual([])
})

test('rule of an audience is listed, deleted once, and in the audit trail', async () => {
  await rule({ event: 'MACHINE_STOPPED', channel: 'EMAIL', audience: 'ASSIGNED' })
  const rules: Alert[] = (await manager('GET', '/company/alerts')).json().data
  expect(rules).toMatchObject([{ event: 'MACHINE_STOPPED', audience: 'ASSIGNED', last: null }])
  const query = 'event=MACHINE_STOPPED&channel=EMAIL'
  expect((await rival('DELETE', `/company/alerts?${query}&audience=ASSIGNED`)).statusCode).toBe(404)
  expect((await manager('DELETE', `/company/alerts?${query}`)).statusCode).toBe(400)
  expect((await manager('DELETE', `/company/alerts?${query}&audience=ASSIGNED`)).json().data).toMatchObject({ audience: 'ASSIGNED' })
  expect((await manager('DELETE', `/company/alerts?${query}&audience=ASSIGNED`)).statusCode).toBe(404)
  await quiet(NIGHT)
  const actions = (await manager('GET', '/audit?size=3')).json().data.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(['quiet-hours-set', 'alert-deleted', 'alert-added'])
})

test('alerts wait until the end of quiet hours and come as one summary, once', async () => {
  await rule({ event: 'ANY_EVENT', channel: 'EMAIL', audience: 'ASSIGNED' })
  await quiet(NIGHT)
  await passUntil(23)
  await stop('lobby')
  await send()
  clock.pass(HOUR)
  await fault('lobby')
  await send()
  await passUntil(5.9)
  await send()
  expect(await mails()).toEqual([])
  expect((await serviceman('GET', '/accounts/me/quiet-hours')).json().data).toMatchObject({ quietHours: NIGHT, waiting: 2 })
  expect((await serviceman('GET', '/notifications')).json().data).toHaveLength(2)
  await passUntil(6)
  // Two processes at the end of the same quiet hours.
  await Promise.all([send(), send(), send()])
  expect(await subjects()).toEqual(['serviceman: Alerts during your quiet hours: 2'])
  const [mail] = await mails()
  expect(mail).toContain('Lobby: stopped selling')
  clock.pass(DAY)
  await send()
  expect(await subjects()).toHaveLength(1)
  expect(await rowsOf(owner(), sql`select state, tries from alert_messages`)).toEqual([
    { state: 'SENT', tries: 1 },
    { state: 'SENT', tries: 1 },
  ])
})

test('process killed while it sends a summary sends the same one again', async () => {
  await rule({ event: 'ANY_EVENT', channel: 'EMAIL', audience: 'ASSIGNED' })
  await quiet(NIGHT)
  await passUntil(23)
  await stop('lobby')
  await fault('lobby')
  await send()
  await passUntil(6)
  const { claimMessage } = await import('../../alerts/messages.store.ts')
  const taken = await world.ctx.database.asSystem((db) => claimMessage(db, 'EMAIL', clock.now()))
  expect(taken?.held).toHaveLength(2)
  await send()
  expect(await mails()).toEqual([])
  clock.pass(5 * MINUTE)
  await send()
  expect((await mails()).map((mail) => mail.includes(String(taken?.id)))).toEqual([true])
})

test('machine taken from the employee meanwhile is left out of the summary', async () => {
  await assign(world.ctx, world.company, hall.id, world.serviceman.id)
  await rule({ event: 'MACHINE_STOPPED', channel: 'EMAIL', audience: 'ASSIGNED' })
  await quiet(NIGHT)
  await passUntil(23)
  await stop('lobby')
  await stop('hall')
  await send()
  await owner().execute(sql`update assignments set revoked_at = now() where machine_id = ${lobby.id}`)
  await passUntil(6)
  await send()
  expect(await subjects()).toEqual(['serviceman: Hall: stopped selling'])
  expect(await rowsOf(owner(), sql`select state from alert_messages order by state`)).toEqual([{ state: 'DROPPED' }, { state: 'SENT' }])
})

test('stopped machine breaks through if the employee allows it, a fault does not', async () => {
  await rule({ event: 'ANY_EVENT', channel: 'EMAIL', audience: 'ASSIGNED' })
  await quiet({ ...NIGHT, urgentToo: true })
  await passUntil(23)
  await fault('lobby')
  await stop('lobby')
  await send()
  expect(await subjects()).toEqual(['serviceman: Lobby: stopped selling'])
})

test('waiting alerts are sent as soon as the quiet hours are removed', async () => {
  await rule({ event: 'MACHINE_STOPPED', channel: 'EMAIL', audience: 'ASSIGNED' })
  await quiet(NIGHT)
  await passUntil(23)
  await stop('lobby')
  await send()
  await quiet({ ...NIGHT, to: 7 * 60 })
  await send()
  expect(await mails()).toEqual([])
  expect((await quiet(null)).json().data).toMatchObject({ quietHours: null })
  await send()
  expect(await subjects()).toEqual(['serviceman: Lobby: stopped selling'])
})

test.each([
  { ...NIGHT, to: NIGHT.from },
  { ...NIGHT, days: [] },
  { ...NIGHT, days: [1, 1] },
  { ...NIGHT, days: [8] },
  { ...NIGHT, from: 1_440 },
  { ...NIGHT, from: 1.5 },
  { ...NIGHT, zone: 'UTC' },
])('quiet hours %o are refused', async (hours) => {
  expect((await quiet(hours)).json()).toMatchObject({ code: 'INVALID' })
})
