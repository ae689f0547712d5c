import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_NOTIFICATIONS, type Notification } from '#contract/notifications.ts'
import { DAY, HOUR, MINUTE, toIso } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, anAddress, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { publishEvents } from '../../events/events.store.ts'
import { purgeNotificationsJob } from '../../jobs.ts'

const clock = aClock()
let world: TwoCompanies
let machine: StandingMachine
let [ada, ben]: Caller[] = []
let adaId: number
const by = (caller: Caller | undefined): Caller => caller ?? world.anonymous

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const cola = await aProduct(world.ctx, world.company, { name: 'Cola' })
  const slots = [{ number: '11', product: cola, max: 10, price: 150, quantity: 4 }]
  machine = await aMachine(world.ctx, world.company, { name: 'Lobby', slots })
  await aUser(world.ctx, { id: world.company }, { login: 'ben' })
})
afterAll(() => world.close())
beforeEach(async () => {
  clock.pass(26 * HOUR)
  await world.ctx.database.owner.execute(sql`delete from notifications`)
  await world.ctx.database.owner.execute(sql`delete from alert_rules`)
  adaId = world.manager.id
  ada = callerWith(world.app, await signedIn(world.app, 'manager'))
  ben = callerWith(world.app, await signedIn(world.app, 'ben'))
})

const listOf = async (caller: Caller | undefined): Promise<Notification[]> => (await by(caller)('GET', '/notifications')).json().data
const messagesTo = async (caller: Caller | undefined) => (await listOf(caller)).map(({ message, values }) => [message, values])
const report = async () => {
  const payload = { identifier: randomUUID(), type: 'NO_CHANGE', details: 'It kept 2 euros' }
  const url = `/api/public/machines/${machine.token}/issues`
  expect((await world.app.inject({ method: 'POST', url, remoteAddress: anAddress(), payload })).statusCode).toBe(201)
  return payload.identifier
}
const alert = (code = 'TEMPERATURE_HIGH') =>
  world.ctx.database.withTenant(world.company, (db) =>
    publishEvents(
      db,
      world.company,
      [{ activity: 'ALERT_UP', at: clock.now(), machineId: machine.id, changed: ['alerts'], details: { alertType: code } }],
      clock.now(),
    ),
  )

describe('notifications', () => {
  test('of a customer issue go to all managers and link to it', async () => {
    const issue = await report()
    expect(await listOf(ada)).toEqual([
      {
        id: expect.any(Number),
        message: 'NEW_CUSTOMER_ISSUE',
        values: { issueType: 'NO_CHANGE', machine: 'Lobby' },
        type: 'WARNING',
        seen: false,
        created: toIso(clock.now()),
        slug: `/dashboard/more/issues?issue=${issue}`,
      },
    ])
    expect(await messagesTo(ben)).toHaveLength(1)
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    const serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
    expect(await listOf(rival)).toEqual([])
    expect(await listOf(serviceman)).toEqual([])
  })

  test('are published live to open screens of managers', async () => {
    await report()
    const [event] = await rowsOf<{ name: string; changed: string[]; machine: number | null }>(
      world.ctx.database.owner,
      sql`select event ->> 'name' as name, event -> 'data' -> 'changed' as changed, machine_id as machine from live_events order by seq desc limit 1`,
    )
    expect(event).toEqual({ name: 'on-notification', changed: ['notifications'], machine: null })
  })

  test('are marked as read individually by their recipient', async () => {
    await report()
    const [own] = await listOf(ada)
    const see = (caller: Caller | undefined, key: string = randomUUID()) =>
      by(caller)('PATCH', `/notifications/${own?.id}`, undefined, { 'idempotency-key': key })
    expect((await see(ben)).statusCode).toBe(404)
    expect((await see(ada)).json().data).toMatchObject({ id: own?.id, seen: true })
    expect((await see(ada)).json().data.seen).toBe(true)
    expect((await listOf(ada)).map(({ seen }) => seen)).toEqual([true])
    expect((await listOf(ben)).map(({ seen }) => seen)).toEqual([false])
  })

  test('are marked as read together, except those after the last shown', async () => {
    await report()
    await report()
    const [last] = await listOf(ada)
    await report()
    const seeAll = async (body?: object) =>
      (await by(ada)('PATCH', '/notifications', body, { 'idempotency-key': randomUUID() })).json().data.seen
    expect(await seeAll({ upTo: last?.id })).toBe(2)
    expect((await listOf(ada)).map(({ seen }) => seen)).toEqual([false, true, true])
    expect(await seeAll()).toBe(1)
    expect((await listOf(ben)).every(({ seen }) => !seen)).toBe(true)
  })

  test('of an alert go once to each subscriber while it lasts', async () => {
    for (const channel of ['EMAIL', 'PUSH'])
      await world.ctx.database.owner.execute(
        sql`insert into alert_rules (company_id, user_id, event, channel, created_at) values (${world.company}, ${adaId}, 'ALERT_UP_TOO_HIGH_TEMPERATURE', ${channel}, now())`,
      )
    await alert()
    clock.pass(MINUTE)
    await alert()
    await alert('DOOR_OPEN')
    expect(await listOf(ada)).toMatchObject([
      {
        message: 'ALERT_UP',
        type: 'WARNING',
        slug: `/dashboard/machines/${machine.id}`,
        values: { alertType: 'TEMPERATURE_HIGH', machine: 'Lobby' },
      },
    ])
    expect(await listOf(ben)).toEqual([])
  })

  test('repeated replace the unread one', async () => {
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    const serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
    const restock = (caller: Caller | undefined) =>
      by(caller)('POST', `/machines/${machine.id}/slots/restock`, [{ productInstallationId: machine.slot('11').point, quantity: 20 }], {
        'idempotency-key': randomUUID(),
        'occurred-at': toIso(clock.now()),
      })
    await restock(serviceman)
    const [first] = await listOf(ada)
    expect(first).toMatchObject({ message: 'REVIEW_ITEM', values: { machine: 'Lobby' }, slug: '/dashboard/review-items' })
    clock.pass(MINUTE)
    await restock(serviceman)
    expect((await listOf(ada)).map(({ created }) => created)).toEqual([toIso(clock.now())])
    await by(ada)('PATCH', '/notifications', undefined, { 'idempotency-key': randomUUID() })
    clock.pass(MINUTE)
    await restock(serviceman)
    expect((await listOf(ada)).map(({ seen }) => seen)).toEqual([false, true])
  })

  test("are not sent for the user's own actions", async () => {
    const note = { message: 'PURCHASE_DELIVERED', type: 'SUCCESS', slug: '/dashboard/inventory', values: { supplier: 'Mills' } } as const
    await world.ctx.database.withTenant(world.company, (db) =>
      publishEvents(
        db,
        world.company,
        [{ activity: 'INVENTORY_CHANGED', at: clock.now(), machineId: null, changed: [], by: adaId, note }],
        clock.now(),
      ),
    )
    expect(await messagesTo(ada)).toEqual([])
    expect(await messagesTo(ben)).toEqual([['PURCHASE_DELIVERED', { supplier: 'Mills' }]])
  })

  test('unread ones come first if there are too many', async () => {
    await report()
    await world.ctx.database.owner.execute(sql`
      insert into notifications (company_id, user_id, message, type, slug, "values", created_at, seen_at)
      select ${world.company}, ${adaId}, 'REPORT_READY', 'SUCCESS', '/dashboard/reports', '{}', now(), now() from generate_series(1, ${MAX_NOTIFICATIONS})`)
    const list = await listOf(ada)
    expect(list).toHaveLength(MAX_NOTIFICATIONS)
    expect(list.at(-1)).toMatchObject({ message: 'NEW_CUSTOMER_ISSUE', seen: false })
  })

  test('read ones are deleted after 90 days; unread ones are retained', async () => {
    const later = async (days: number) => {
      clock.pass(days * DAY)
      await purgeNotificationsJob.run({ ...world.ctx, log: world.app.log })
      ada = callerWith(world.app, await signedIn(world.app, 'manager'))
      return (await listOf(ada)).length
    }
    await report()
    await by(ada)('PATCH', '/notifications', undefined, { 'idempotency-key': randomUUID() })
    await report()
    expect(await later(89)).toBe(2)
    expect(await later(2)).toBe(1)
  })
})
