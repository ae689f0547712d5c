import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LiveTopic } from '#contract/live.ts'
import { MINUTE } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine } from '../../tests/support/fleet.ts'
import { addressOf, type LiveStream, listenTo, type Word } from '../../tests/support/live-stream.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import {
  aClock,
  aCompany,
  aUser,
  createTestApp,
  createTestContext,
  migrated,
  signedIn,
  type TestContext,
} from '../../tests/support/test-context.ts'
import { callerWith } from '../../tests/support/two-companies.ts'
import { createApp } from '../app.ts'
import { openEmbedded, openPostgres } from '../db/connect.ts'
import { NO_LIMITS } from '../http/limits.ts'
import { createLoadShedder } from '../http/load-shedding.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext, Principal } from '../http/request-context.ts'
import { MAX_WAITING, openLiveHub } from './event-hub.ts'
import type { EventInput } from './event-input.ts'
import { EVENT_RETENTION, publishEvents, purgeEvents } from './events.store.ts'

/** Short intervals keep the tests fast. */
const PACE = { checkMs: 10, beatMs: 10 }

const isEvent = ({ name }: Word) => name === 'on-event'
const placeOf = (id: string) => Number(id.split('.')[1])
const machineOf = ({ data }: Word) => (data as { machineId?: number }).machineId

/** A company with two machines, the first assigned to the serviceman, and a second company. */
async function aWorld(ctx: TestContext, app: FastifyInstance) {
  const company = await aCompany(ctx, { name: 'Ours' })
  const rival = await aCompany(ctx, { name: 'Rival' })
  const people = new Map<string, { id: number; authorization: string }>()
  for (const [login, of, companyRole] of [
    ['manager', company, 'ROLE_MANAGER'],
    ['serviceman', company, 'ROLE_EMPLOYEE'],
    ['rival', rival, 'ROLE_MANAGER'],
  ] as const) {
    const { id } = await aUser(ctx, of, { login, companyRole })
    people.set(login, { id, ...(await signedIn(app, login)) })
  }
  const who = (login: string) => people.get(login) ?? { id: 0, authorization: '' }
  const product = await aProduct(ctx, company.id)
  const slots = [{ number: '1', product, max: 1_000_000, quantity: 0 }]
  const own = await aMachine(ctx, company.id, { slots })
  const other = await aMachine(ctx, company.id, { slots })
  await assign(ctx, company.id, own.id, who('serviceman').id)
  return {
    company,
    slots,
    own,
    other,
    who,
    restock: async (machine: StandingMachine, by = who('manager')) => {
      const body = [{ productInstallationId: machine.slot('1').point, quantity: 1 }]
      const answer = await callerWith(app, { authorization: by.authorization })('POST', `/machines/${machine.id}/slots/restock`, body, {
        'idempotency-key': randomUUID(),
      })
      expect(answer.statusCode).toBe(200)
    },
    restockFromAfar: async (machine: StandingMachine) => {
      const answer = await fetch(`${await addressOf(app)}/api/machines/${machine.id}/slots/restock`, {
        method: 'POST',
        headers: { authorization: who('manager').authorization, 'content-type': 'application/json' },
        body: JSON.stringify([{ productInstallationId: machine.slot('1').point, quantity: 1 }]),
      })
      expect(await answer.text()).toContain(String(machine.slot('1').point))
    },
    publish: (event: Partial<EventInput> & { changed?: LiveTopic[] }) =>
      ctx.database.withTenant(company.id, (db) =>
        publishEvents(db, company.id, [{ activity: 'SOLD', at: ctx.now(), machineId: own.id, changed: ['sales'], ...event }], ctx.now()),
      ),
    listen: (login: string, lastEventId?: string, channel = company.eventChannelId) =>
      listenTo(app, channel, { authorization: who(login).authorization, lastEventId }),
  }
}

describe('live events', () => {
  const clock = aClock()
  let ctx: TestContext
  let app: FastifyInstance
  let world: Awaited<ReturnType<typeof aWorld>>
  const open: LiveStream[] = []
  const listen = async (...parameters: Parameters<typeof world.listen>) => {
    const stream = await world.listen(...parameters)
    open.push(stream)
    return stream
  }
  beforeAll(async () => {
    ctx = await createTestContext({ now: clock.now })
    app = await createApp(ctx, { limits: NO_LIMITS, gate: createLoadShedder({ atOnce: 1 }), pace: { checkMs: 10, beatMs: 60_000 } })
    world = await aWorld(ctx, app)
  })
  afterAll(async () => {
    // Closing the server also ends open streams.
    await app.close()
    await Promise.all(open.map(({ ended }) => ended))
    await ctx.database.close()
  })
  const leaveAll = async () => {
    for (const stream of open.splice(0)) {
      stream.close()
      await stream.ended
    }
  }

  test.each([
    ['is unassigned', (id: number, user: number) => `/machines/${id}/servicemen/${user}`],
    ['is taken out of service', (id: number) => `/machines/${id}`],
  ])('serviceman receives an event when their machine %s', async (_what, address) => {
    const { id } = await aMachine(ctx, world.company.id, { slots: [] })
    const serviceman = world.who('serviceman').id
    await assign(ctx, world.company.id, id, serviceman)
    const stream = await listen('serviceman')
    await stream.find(({ name }) => name === 'reset')
    await callerWith(app, { authorization: world.who('manager').authorization })('DELETE', address(id, serviceman))
    expect((await stream.find((word) => machineOf(word) === id)).data).toMatchObject({ changed: ['machines'] })
    await leaveAll()
  })

  test('stream starts with its position and then sends events', async () => {
    const stream = await listen('manager')
    expect(stream.status).toBe(200)
    const begin = await stream.find(({ name }) => name === 'reset')
    await world.restock(world.other)
    const received = await stream.find(isEvent)
    expect(received.data).toEqual({
      activity: 'MACHINE_REFILLED',
      at: new Date(clock.now()).toISOString(),
      machineId: world.other.id,
      changed: ['stock', 'machines', 'activity'],
    })
    expect(placeOf(received.id)).toBe(placeOf(begin.id) + 1)
    await leaveAll()
  })

  test('employee receives events of assigned machines without amounts of money', async () => {
    const [manager, serviceman] = [await listen('manager'), await listen('serviceman')]
    await world.publish({ machineId: world.other.id, money: { minor: 765_432, currency: 'EUR' } })
    await world.publish({ machineId: null, activity: 'TEAM_CHANGED', changed: ['team'] })
    await world.publish({ machineId: null, to: world.who('manager').id, activity: 'FOR_THE_MANAGER', name: 'on-notification' })
    await world.publish({ machineId: world.own.id, money: { minor: 765_432, currency: 'EUR' }, changed: ['stock', 'sales', 'cash'] })
    await manager.find((word) => isEvent(word) && machineOf(word) === world.own.id)
    const received = await serviceman.find(isEvent)
    expect(received.data).toEqual({ activity: 'SOLD', at: expect.any(String), machineId: world.own.id, changed: ['stock'] })
    // Without the ids, whose random part contains any four digits now and then.
    expect(JSON.stringify(serviceman.words.map(({ name, data }) => [name, data]))).not.toContain('7654')
    expect(manager.words.map(({ name }) => name)).toEqual(['reset', 'on-event', 'on-event', 'on-notification', 'on-event'])
    expect(JSON.stringify(manager.words)).toContain('7654.32')
    await leaveAll()
  })

  test('operations of one machine that arrive together refresh what any of them changed', async () => {
    const stream = await listen('manager')
    const event = { activity: 'MACHINE_REFILLED', at: ctx.now(), machineId: world.own.id }
    const events: EventInput[] = [
      { ...event, changed: ['stock', 'machines', 'reviews'] },
      { ...event, changed: ['stock', 'machines'] },
    ]
    await ctx.database.withTenant(world.company.id, (db) => publishEvents(db, world.company.id, events, ctx.now()))
    expect((await stream.find(isEvent)).data).toMatchObject({ changed: ['stock', 'machines', 'reviews', 'activity'] })
    await leaveAll()
  })

  test('user receives events of their own company only', async () => {
    for (const [login, channel] of [
      ['rival', world.company.eventChannelId],
      ['manager', randomUUID()],
    ] as const)
      expect((await listen(login, undefined, channel)).status).toBe(404)
    expect((await listen('nobody')).status).toBe(401)
    await leaveAll()
  })

  test('stream resumes without gaps or duplicates', async () => {
    const first = await listen('manager')
    await world.publish({ activity: 'A' })
    const { id } = await first.find(isEvent)
    await leaveAll()
    for (const activity of ['B', 'C']) await world.publish({ activity })
    const second = await listen('manager', id)
    await world.publish({ activity: 'D' })
    await second.find(({ data }) => (data as { activity?: string } | null)?.activity === 'D')
    const events = second.words.filter(({ name }) => name !== '')
    expect(events.map(({ data }) => (data as { activity: string }).activity)).toEqual(['B', 'C', 'D'])
    await leaveAll()
  })

  test('stream is reset if it cannot resume: after five minutes or a restore', async () => {
    const first = await listen('manager')
    await world.publish({})
    const { id } = await first.find(isEvent)
    await leaveAll()
    await world.publish({})
    clock.pass(EVENT_RETENTION - MINUTE)
    await forget(ctx)
    expect((await (await listen('manager', id)).find(({ name }) => name !== '')).name).toBe('on-event')
    await leaveAll()
    expect((await (await listen('manager', id.replace(/^......../, 'ffffffff'))).find(({ name }) => name !== '')).name).toBe('reset')
    await leaveAll()
    expect((await (await listen('manager', `${id}999`)).find(({ name }) => name !== '')).name).toBe('reset')
    await leaveAll()
    clock.pass(2 * MINUTE)
    await forget(ctx)
    expect((await (await listen('manager', id)).find(({ name }) => name !== '')).name).toBe('reset')
    await leaveAll()
  })

  test('user has at most three streams, and open streams occupy no load-shedder slot', async () => {
    const streams = [await listen('manager'), await listen('manager'), await listen('manager')]
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
    const fourth = await listen('manager')
    expect(fourth.status).toBe(429)
    expect((await listen('serviceman')).status).toBe(200)
    // The load shedder has one slot, and four streams are open.
    const answer = await callerWith(app, { authorization: world.who('manager').authorization })('GET', '/machines')
    expect(answer.statusCode).toBe(200)
    await leaveAll()
    // The server detects the disconnects asynchronously.
    await expect.poll(async () => (await listen('manager')).status).toBe(200)
    await leaveAll()
  })

  test.each([
    ['the session is revoked', (id: number) => sql`update sessions set revoked_at = created_at where user_id = ${id}`],
    ['the user is disabled', (id: number) => sql`update users set enabled = false where id = ${id}`],
    ['the user is demoted', (id: number) => sql`update users set company_role = 'ROLE_EMPLOYEE' where id = ${id}`],
    ['the user loses an authority', (id: number) => sql`update users set authorities = '{}' where id = ${id}`],
    ['the access token expires', (id: number) => sql`update sessions set access_expires_at = created_at where user_id = ${id}`],
  ])('stream ends when %s', async (_what, change) => {
    const login = randomUUID()
    const { id } = await aUser(ctx, world.company, { login, authorities: ['ROLE_HQ_MANAGER'] })
    const stream = await listenTo(app, world.company.eventChannelId, await signedIn(app, login))
    const other = await listen('manager')
    await stream.find(({ name }) => name === 'reset')
    await ctx.database.owner.execute(change(id))
    await stream.ended
    await world.publish({})
    await other.find(isEvent)
    await leaveAll()
  })

  test('stream stays open while there are no events', async () => {
    const quiet = await createApp(ctx, { limits: NO_LIMITS, pace: PACE })
    onTestFinished(() => quiet.close())
    const stream = await listenTo(quiet, world.company.eventChannelId, world.who('manager'))
    await stream.find(({ name }) => name === '')
    stream.close()
  })

  test('stream that opens while events are read receives those of its machines', async () => {
    const { database } = ctx
    const ends: (() => void)[] = []
    // Each transaction is held after it has read.
    const withTenant: typeof database.withTenant = async (...of) => {
      const result = await database.withTenant(...of)
      await new Promise<void>((end) => ends.push(end))
      return result
    }
    const end = async (index: number) => {
      await expect.poll(() => ends.length).toBeGreaterThan(index)
      ends[index]?.()
    }
    const hub = openLiveHub({ ...ctx, database: { ...database, withTenant }, log: app.log }, { checkMs: 60_000, beatMs: 60_000 })
    onTestFinished(() => hub.close())
    const open = (login: string, companyRole: Principal['companyRole']) => {
      const person = { companyId: world.company.id, userId: world.who(login).id, sessionId: randomUUID() }
      const listener: Principal = { ...person, companyRole, roles: [companyRole], currency: 'EUR', enabled: true }
      return hub.open(listener, world.company.eventChannelId, undefined, () => {})
    }
    const opening = open('manager', 'ROLE_MANAGER')
    await end(0)
    await opening
    await end(1)
    const opened = open('serviceman', 'ROLE_EMPLOYEE')
    await expect.poll(() => ends.length).toBe(3)
    await world.publish({ activity: 'PUBLISHED_MEANWHILE' })
    await expect.poll(() => ends.length).toBe(4)
    await end(2)
    const stream = await opened
    if (stream instanceof Refusal) throw new Error(stream.code)
    let received = ''
    stream.on('data', (chunk) => {
      received += chunk
    })
    await end(3)
    await end(4)
    await expect.poll(() => received).toContain('PUBLISHED_MEANWHILE')
  })

  test('client that does not read is disconnected', async () => {
    const person = {
      companyId: world.company.id,
      userId: world.who('manager').id,
      companyRole: 'ROLE_MANAGER' as const,
      sessionId: randomUUID(),
    }
    const hub = openLiveHub({ ...ctx, log: app.log } satisfies AppContext, { checkMs: 60_000, beatMs: 60_000 })
    onTestFinished(() => hub.close())
    let tellCut = () => {}
    const isCut = new Promise<void>((resolve) => {
      tellCut = resolve
    })
    const listener: Principal = { ...person, roles: [], currency: 'EUR', enabled: true }
    await hub.open(listener, world.company.eventChannelId, undefined, tellCut)
    for (let index = 0; index < 5; index++) await world.publish({ activity: 'x'.repeat(MAX_WAITING / 4) })
    await isCut
  })
})

const forget = ({ database, now }: TestContext) => database.asSystem((db) => purgeEvents(db, now()))

describe.each(['embedded', 'postgresql'] as const)('on the %s database', (kind) => {
  let ctx: TestContext
  let stop = async () => {}
  let cut = async () => {}
  let missing: string | null = null

  beforeAll(async () => {
    if (kind === 'embedded') {
      const opened = await openEmbedded(null, await migrated())
      if ('wrong' in opened) throw new Error(opened.wrong)
      ctx = await createTestContext({ database: opened.database, now: aClock().now })
      return
    }
    const postgres = await startPostgres()
    if ('missing' in postgres) {
      missing = postgres.missing
      return
    }
    stop = postgres.stop
    cut = postgres.cutConnections
    const opened = await openPostgres(await freshDatabase(postgres.url), 10)
    if ('wrong' in opened) throw new Error(opened.wrong)
    ctx = await createTestContext({ database: opened.database, now: aClock().now })
  })
  afterAll(async () => {
    await ctx?.database.close()
    await stop()
  })

  test('interrupted stream receives every event once and in order during concurrent writes', async ({ skip }) => {
    if (missing) skip(missing)
    const app = await createTestApp(ctx)
    onTestFinished(() => leave(app))
    const world = await aWorld(ctx, app)
    const [WRITERS, EACH] = [8, 6]
    const total = WRITERS * EACH
    // One machine per writer, because concurrent events of one machine are merged.
    const machines = await Promise.all(Array.from({ length: WRITERS }, () => aMachine(ctx, world.company.id, { slots: world.slots })))
    let stream = await world.listen('manager')
    const begin = await stream.find(({ name }) => name === 'reset')
    const first = placeOf(begin.id)
    // Uses the network like the stream, because injected requests would starve it.
    const writing = Promise.all(
      machines.map(async (machine) => {
        for (let count = 0; count < EACH; count++) await world.restockFromAfar(machine)
      }),
    )
    const ids: string[] = []
    for (let round = 0; ids.length < total; round++) {
      // Disconnects after a few events.
      const got = () => stream.words.filter(isEvent)
      await stream.find(() => got().length > round % 5 || ids.length + got().length >= total)
      stream.close()
      await stream.ended
      expect(stream.words.filter(({ name }) => name === 'reset').length).toBe(round === 0 ? 1 : 0)
      ids.push(...got().map(({ id }) => id))
      if (ids.length < total) stream = await world.listen('manager', ids.at(-1) ?? begin.id)
    }
    await writing
    expect(ids.map(placeOf)).toEqual(Array.from({ length: total }, (_, index) => first + 1 + index))
  })

  test('events published after lost database connections are received', async ({ skip }) => {
    if (missing) skip(missing)
    const app = await createTestApp(ctx)
    onTestFinished(() => leave(app))
    const world = await aWorldNamed(ctx, app)
    const stream = await world.listen('manager')
    await stream.find(({ name }) => name === 'reset')
    await cut()
    await expect
      .poll(() =>
        world.publish({}).then(
          () => 'told',
          () => 'away',
        ),
      )
      .toBe('told')
    await stream.find(isEvent)
  })
})

/** Waits for connections that are opened in advance, too: those for further requests and those opened during the close. */
const leave = (app: FastifyInstance) => {
  app.server.on('connection', (line) => line.destroy())
  app.server.closeAllConnections()
  return app.close()
}

/** The same users again, under other names. */
async function aWorldNamed(ctx: TestContext, app: FastifyInstance) {
  await ctx.database.owner.execute(sql`update users set login = login || ' before'`)
  return aWorld(ctx, app)
}
