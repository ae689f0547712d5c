import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACTIVITY_TYPES, type Activity } from '#contract/activity.ts'
import { slotOrder } from '#domain/slots/slot.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, assign, type StandingDevice, type StandingMachine, unassign } from '../../../tests/support/fleet.ts'
import { aClock, aUser, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { Deferred, rowsOf } from '../../db/client.ts'
import { publishEvents } from '../../events/events.store.ts'
import type { Principal } from '../../http/request-context.ts'
import { advanceFeedSql } from '../../sync/feed.ts'
import { showSilence } from '../telemetry/offline-detection.ts'
import { type ActivityFilter, pageOfActivities } from './activity.store.ts'

const clock = aClock()
let world: TwoCompanies
let cola: number
let machine: StandingMachine
let device: StandingDevice
let manager: Caller
let serviceman: Caller
let deviceManager: Caller
let deviceManagerId: number

/** The test clock moves by hours, so earlier tokens have expired. */
const signIn = async () => {
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))
  serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
  deviceManager = callerWith(world.app, await signedIn(world.app, 'devices'))
}
const passAnHour = async () => {
  clock.pass(HOUR)
  await signIn()
}

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now, changesStockItself: true })
  cola = await aProduct(world.ctx, world.company)
  deviceManagerId = (await aUser(world.ctx, { id: world.company }, { login: 'devices', authorities: ['ROLE_DEVICE_MANAGER'] })).id
})
afterAll(() => world.close())

beforeEach(async () => {
  await passAnHour()
  const slots = [
    { number: '11', product: cola, max: 10, price: 150, quantity: 4 },
    { number: '12', product: cola, max: 10, price: 150, quantity: 4 },
  ]
  machine = await aMachine(world.ctx, world.company, { slots })
  device = await aDevice(world.ctx, world.company, { machine: machine.id })
  await assign(world.ctx, world.company, machine.id, world.serviceman.id)
})

const feedOf = async (query = '', call: Caller = manager): Promise<Activity[]> => {
  const answer = await call('GET', `/activity?machine=${machine.id}${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}
const typesOf = async (query = '', call?: Caller) => (await feedOf(query, call)).map(({ type }) => type)
const at = (path: string) => `/machines/${machine.id}${path}`

type Sent = { key?: string; when?: Moment; by?: Caller }
const headersOf = ({ key = randomUUID(), when }: Sent) => ({
  'idempotency-key': key,
  ...(when === undefined ? {} : { 'occurred-at': toIso(when) }),
})
const post = async (path: string, body: unknown, sent: Sent = {}) => {
  const answer = await (sent.by ?? manager)('POST', at(path), body, headersOf(sent))
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json().data
}
const restock = (quantity: number, sent: Sent = {}, slot = '11') =>
  post('/slots/restock', [{ productInstallationId: machine.slot(slot).point, quantity }], sent)
const undo = (operationId: string, sent: Sent = {}) => post('/voids', { operationId }, sent)

let eventCount = 0
const sendEvents = async (...events: object[]) => {
  const body = events.map((event) => ({ id: `a-${++eventCount}`, at: toIso(clock.now()), ...event }))
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/telemetry/${device.imei}/events`,
    headers: device.signIn,
    payload: body,
  })
  expect(answer.json().data).toMatchObject({ accepted: events.length, refused: [] })
  return body
}

describe('activity log', () => {
  /** For each event type: how the product causes it, and its expected details. */
  const causes: Record<string, { cause(): Promise<unknown>; stored?: object }> = {
    MACHINE_CREATED: {
      cause: async () => {
        const answer = await manager('POST', '/machines', { name: 'New', type: 'SNACK' })
        machine = { ...machine, id: answer.json().data.id }
      },
    },
    MACHINE_DELETED: { cause: () => manager('DELETE', at('')) },
    MACHINE_REFILLED: { cause: () => restock(3) },
    MACHINE_STOCK_CHANGED: {
      cause: () =>
        post('/inventory', {
          type: 'LOSS',
          note: 'dropped',
          stocks: [{ productInstallationId: machine.slot('11').point, quantity: 3, baseQuantity: 4 }],
        }),
      stored: { message: 'dropped', stockChangeType: 'LOSS', changes: [{ amount: -1, kind: 'delta', slotNumber: '11' }] },
    },
    SLOT_CREATED: {
      cause: () => post('/slots', { slotNumber: '77', productId: cola, vendPrice: 1.5, maxQuantity: 5 }),
      stored: { details: { slotNumber: '77' } },
    },
    SLOT_DELETED: {
      cause: () => manager('DELETE', at(`/slots/${machine.slot('12').slotId}?stock=LOST`)),
      stored: { details: { slotNumber: '12' } },
    },
    SERVICEMAN_ASSIGNED: {
      cause: async () => {
        await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
        await manager('PATCH', at(`/servicemen/${world.serviceman.id}`))
      },
      stored: { details: { serviceman: 'Ada Nowak' } },
    },
    SERVICEMAN_REVOKED: { cause: () => manager('DELETE', at(`/servicemen/${world.serviceman.id}`)) },
    DEVICE_DISCONNECTED: { cause: () => deviceManager('DELETE', at(`/devices/${device.imei}`)), stored: {} },
    DEVICE_CONNECTED: {
      cause: async () => {
        device = await aDevice(world.ctx, world.company)
        await deviceManager('POST', at(`/devices/${device.imei}`))
      },
    },
    MACHINE_STOPPED: { cause: () => sendEvents({ type: 'STATE', state: 'STOPPED', cause: 'door open' }), stored: { message: 'door open' } },
    MACHINE_RUNNING: { cause: () => sendEvents({ type: 'STATE', state: 'RUNNING' }) },
    ALERT_UP: {
      cause: () => sendEvents({ type: 'ALERT_UP', code: 'LOW_COINS', message: 'few' }),
      stored: { alertType: 'LOW_COINS', message: 'few' },
    },
    ALERT_DOWN: { cause: () => sendEvents({ type: 'ALERT_DOWN', code: 'LOW_COINS' }), stored: { alertType: 'LOW_COINS' } },
    DEVICE_FIRMWARE_UPDATED: {
      cause: async () => {
        await sendEvents({ type: 'FIRMWARE', version: '1.0' })
        clock.pass(MINUTE)
        await sendEvents({ type: 'FIRMWARE', version: '1.1' })
      },
      stored: { details: { version: '1.1' } },
    },
    SENT_RESTART: {
      cause: async () => {
        await sendEvents({ type: 'STATE', state: 'RUNNING' })
        await post('/restart', undefined)
      },
    },
    SENT_CREDIT: {
      cause: async () => {
        await sendEvents({ type: 'STATE', state: 'RUNNING' })
        await post('/credits', { amount: 250, validity: 120 })
      },
      stored: { money: 2.5 },
    },
    CASKET_MONEY_CHANGE: {
      cause: async () => {
        await sendEvents({ type: 'CASH_BOX', amount: 40 })
        clock.pass(MINUTE)
        await post('/cash-withdraws', undefined)
      },
      stored: { money: 40 },
    },
    COLLECTION_COUNTED: {
      cause: () => post('/cash-withdraws', { bag: 'B-7', counted: 12.5 }),
      stored: { money: 12.5, details: {} },
    },
    PROBLEM_REPORTED: {
      cause: () => post('/problems', { cause: 'LEAK', outOfOrder: false, note: 'It drips' }),
      stored: { message: 'It drips', details: { cause: 'LEAK' } },
    },
    NEW_CUSTOMER_ISSUE: {
      cause: () =>
        world.anonymous('POST', `/public/machines/${machine.token}/issues`, {
          identifier: randomUUID(),
          type: 'PRODUCT_STUCK',
          details: 'It hangs',
        }),
      stored: { message: 'It hangs', details: { issueType: 'PRODUCT_STUCK' } },
    },
  }

  test.each(Object.keys(causes))('%s is written once with its user and read back', async (type) => {
    await causes[type]?.cause()
    const own = (await feedOf()).filter((activity) => activity.type === type)
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ machine: { id: machine.id }, undone: false, ...causes[type]?.stored })
    const isByMachine = /RUNNING|STOPPED|ALERT|FIRMWARE|ISSUE/.test(type)
    expect(own[0]?.user?.id ?? null).toBe(isByMachine ? null : type.startsWith('DEVICE') ? deviceManagerId : world.manager.id)
  })

  test('stores known types that nothing causes yet', async () => {
    const rest = ACTIVITY_TYPES.filter((type) => !(type in causes))
    expect(rest).toEqual(['CARD_NOT_FOUND', 'INVENTORY_CHANGED'])
    await world.ctx.database.withTenant(world.company, (db) =>
      publishEvents(
        db,
        world.company,
        rest.map((activity) => ({ activity, at: clock.now(), machineId: machine.id, changed: [] })),
        clock.now(),
      ),
    )
    expect((await typesOf()).toSorted()).toEqual(rest.toSorted())
    expect(await typesOf('&types=CARD_NOT_FOUND,INVENTORY_CHANGED&sort=id,asc')).toEqual(['CARD_NOT_FOUND', 'INVENTORY_CHANGED'])
  })

  test('many events are one row each and one live event', async () => {
    const before = await lastEventSeq()
    await sendEvents(...['A', 'B', 'C'].map((code) => ({ type: 'ALERT_UP', code })))
    expect((await feedOf()).map(({ alertType }) => alertType).toSorted()).toEqual(['A', 'B', 'C'])
    // One event each for the report, the new alerts and the notification of managers.
    expect(await lastEventSeq()).toBe(before + 3)
  })

  test('event resent by a device is not written again', async () => {
    const [event] = await sendEvents({ type: 'ALERT_UP', code: 'DOOR' })
    await world.app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/events`, headers: device.signIn, payload: [event] })
    expect(await typesOf()).toEqual(['ALERT_UP'])
  })

  test('repeated state is not logged; the change in between is', async () => {
    const states = ['RUNNING', 'RUNNING', 'STOPPED', 'STOPPED', 'STARTING', 'RUNNING']
    await sendEvents(...states.map((state, index) => ({ type: 'STATE', state, at: toIso(clock.now() - (10 - index) * MINUTE) })))
    expect(await typesOf('&sort=id,asc')).toEqual(['MACHINE_RUNNING', 'MACHINE_STOPPED', 'MACHINE_RUNNING'])
  })

  test('machine going offline and coming back is logged', async () => {
    await sendEvents({ type: 'STATE', state: 'RUNNING' })
    await passAnHour()
    await world.ctx.database.withTenant(world.company, (db) => showSilence(db, world.company, [machine.id], clock.now()))
    await sendEvents({ type: 'SIGNAL', strength: 1 })
    expect(await typesOf('&types=DEVICE_CONNECTED,DEVICE_DISCONNECTED')).toEqual(['DEVICE_CONNECTED', 'DEVICE_DISCONNECTED'])
  })

  test('cash count is logged if the balance differed', async () => {
    const count = async (amount: number, sale?: number) => {
      clock.pass(MINUTE)
      await sendEvents(...(sale ? [{ type: 'VEND', selection: '11', price: sale, method: 'CASH', at: toIso(clock.now() - 1000) }] : []), {
        type: 'CASH_BOX',
        amount,
      })
    }
    await count(20)
    await count(21.5, 1.5)
    await count(0)
    expect((await feedOf()).map(({ type, money }) => [type, money])).toEqual([['CASKET_MONEY_CHANGE', 0]])
  })
})

const lastEventSeq = async () =>
  (
    await rowsOf<{ seq: number }>(world.ctx.database.owner, sql`select event_seq::float8 as seq from companies where id = ${world.company}`)
  )[0]?.seq ?? 0

describe('stock changes of an operation', () => {
  test('are read from the ledger per slot; a fill-up shows the added pieces', async () => {
    await post('/slots/restock', [
      { productInstallationId: machine.slot('12').point, quantity: 6, full: true },
      { productInstallationId: machine.slot('11').point, quantity: 2 },
    ])
    const [refill] = await feedOf()
    expect(refill?.changes.map(({ slotNumber, amount, kind, product }) => [slotNumber, amount, kind, product.id])).toEqual([
      ['11', 2, 'delta', cola],
      ['12', 6, 'delta', cola],
    ])
  })

  test('are listed in the natural order of slots', async () => {
    const numbers = ['10', '9', 'b1', 'A10', 'A9', '010', '2', 'a11']
    machine = await aMachine(world.ctx, world.company, {
      slots: numbers.map((number) => ({ number, product: cola, max: 10, quantity: 4 })),
    })
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    await post(
      '/slots/restock',
      numbers.map((number) => ({ productInstallationId: machine.slot(number).point, quantity: 1 })),
    )
    const [refill] = await feedOf()
    expect(refill?.changes.map(({ slotNumber }) => slotNumber)).toEqual(numbers.toSorted(slotOrder))
  })

  test('show that the operation was undone, even if the undo came first', async () => {
    const [done, early] = [randomUUID(), randomUUID()]
    await restock(3, { key: done })
    await undo(done)
    await undo(early)
    await restock(5, { key: early })
    const feed = await feedOf('&sort=id,asc')
    expect(feed.map(({ type, undone, details, changes }) => [type, undone, details.isUndo ?? false, changes[0]?.amount])).toEqual([
      ['MACHINE_REFILLED', true, false, 3],
      ['MACHINE_STOCK_CHANGED', false, true, 3],
      ['MACHINE_STOCK_CHANGED', false, true, 5],
      ['MACHINE_REFILLED', true, false, 5],
    ])
  })

  test('sent late are listed by arrival and show their own time', async () => {
    await restock(1)
    await restock(2, { when: clock.now() - 2 * DAY })
    const [late, first] = await feedOf()
    expect(late).toMatchObject({ created: toIso(clock.now() - 2 * DAY), received: toIso(clock.now()), changes: [{ amount: 2 }] })
    expect(first?.created).toBe(toIso(clock.now()))
    const since = toIso(clock.now() - HOUR)
    expect(await typesOf(`&startDate=${since}`)).toHaveLength(1)
    expect(await typesOf(`&endDate=${since}`)).toHaveLength(1)
  })

  test('are sorted by their own time, with pagination', async () => {
    const at = [3, 1, 2].map((minutes) => clock.now() - minutes * MINUTE)
    for (const when of at) await restock(1, { when })
    const created = async (query: string) => (await feedOf(query)).map((one) => one.created)
    const [oldest = '', newest = '', middle = ''] = at.map(toIso)
    expect(await created('&sort=created,desc')).toEqual([newest, middle, oldest])
    expect(await created('&sort=created,asc')).toEqual([oldest, middle, newest])
    expect(await created('&sort=created,desc&types=MACHINE_REFILLED,ALERT_UP&size=1&skip=1')).toEqual([middle])
    expect(await created('&skip=1')).toEqual([newest, oldest])
  })

  test('are listed by the person who made them', async () => {
    await restock(1)
    const mine = (await restock(1, { by: serviceman }, '12')) as { operationId: string }
    expect(mine.operationId).toEqual(expect.any(String))
    const listed = await feedOf(`&user=${world.serviceman.id}`)
    expect(listed.map(({ user, changes }) => [user?.id, changes[0]?.slotNumber])).toEqual([[world.serviceman.id, '12']])
    expect(await feedOf(`&user=${world.serviceman.id}&sort=created,asc&startDate=${toIso(clock.now() + HOUR)}`)).toEqual([])
  })

  test('of a withdrawal include sales that arrive later', async () => {
    await sendEvents({ type: 'CASH_BOX', amount: 10 })
    await passAnHour()
    await post('/cash-withdraws', undefined)
    await sendEvents({ type: 'VEND', selection: '11', price: 1.5, method: 'CASH', at: toIso(clock.now() - MINUTE) })
    expect((await feedOf())[0]).toMatchObject({ type: 'CASKET_MONEY_CHANGE', money: 11.5, user: { id: world.manager.id } })
  })

  test('are one row however often the operation is sent', async () => {
    const key = randomUUID()
    await restock(3, { key })
    await restock(3, { key })
    expect(await typesOf()).toEqual(['MACHINE_REFILLED'])
  })
})

describe('atomicity', () => {
  test('rejected operation leaves no activity', async () => {
    const answer = await manager('POST', at('/slots/restock'), [{ productInstallationId: 999_999, quantity: 1 }])
    expect(answer.statusCode).toBe(404)
    expect(await feedOf()).toEqual([])
  })

  test('rollback publishes no event', async () => {
    const events = [{ activity: 'MACHINE_REFILLED', at: clock.now(), machineId: machine.id, changed: [] }]
    const changes = [{ kind: 'machine' as const, id: machine.id }]
    const failing = world.ctx.database.withTenant(world.company, async (db) => {
      await db.execute(sql`with ${advanceFeedSql(world.company, changes, clock.now(), events)} select from next`)
      return new Deferred(null, [sql`select 1 / 0`])
    })
    await expect(failing).rejects.toThrow()
    expect(await feedOf()).toEqual([])
    await world.ctx.database.withTenant(world.company, async (db) => {
      await db.execute(sql`with ${advanceFeedSql(world.company, changes, clock.now(), events)} select from next`)
    })
    expect(await typesOf()).toEqual(['MACHINE_REFILLED'])
  })
})

describe('access', () => {
  test('employee sees own machines without money', async () => {
    const elsewhere = await aMachine(world.ctx, world.company, { slots: [{ number: '1', product: cola, max: 10 }] })
    await sendEvents({ type: 'CASH_BOX', amount: 10 })
    clock.pass(MINUTE)
    await post('/cash-withdraws', undefined)
    await manager('POST', `/machines/${elsewhere.id}/slots/restock`, [{ productInstallationId: elsewhere.slot('1').point, quantity: 1 }])
    const { body } = await serviceman('GET', '/activity?size=200')
    const seen: Activity[] = JSON.parse(body).data
    expect(seen.filter(({ machine }) => machine?.id === elsewhere.id)).toEqual([])
    expect(seen.map(({ machine }) => machine?.id)).toContain(machine.id)
    expect(body).not.toContain('money"')
    expect(await typesOf('', serviceman)).toEqual(['CASKET_MONEY_CHANGE'])
    await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
    expect(await feedOf('', serviceman)).toEqual([])
  })

  test('other companies and anonymous requests see nothing', async () => {
    await restock(1)
    const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
    expect((await rival('GET', '/activity')).json().data).toEqual([])
    expect(await feedOf('', rival)).toEqual([])
    expect((await world.anonymous('GET', '/activity')).statusCode).toBe(401)
  })

  test('page size is honored and invalid parameters are rejected', async () => {
    await restock(1)
    await restock(1)
    expect(await typesOf('&size=1')).toHaveLength(1)
    for (const wrong of ['size=0', 'size=201', 'skip=-1', 'types=NONSENSE', 'sort=name', 'startDate=today', 'machine=x'])
      expect((await manager('GET', `/activity?${wrong}`)).statusCode).toBe(400)
  })
})

test('page of the log reads only its own rows in a large company', async () => {
  const { database } = world.ctx
  await database.owner.execute(sql`
    with c as (select ${world.rivalCompany}::int as id),
      ps as (insert into products (company_id, sku, name, volume, volume_type, packaging)
        select c.id, 'large ' || n, 'Large ' || n, 330, 'MILLILITRE', 'CAN' from c, generate_series(1, 400) n returning id),
      ms as (insert into machines (company_id, name, type, state, token, created_at)
        select c.id, 'Large ' || n, 'SNACK', 'RUNNING', 'large ' || n, now() from c, generate_series(1, 100) n returning id),
      places as (insert into stock_points (company_id, kind, machine_id, product_id, installed_at)
        select c.id, 'CANISTER', ms.id, ps.id, now() from c, ms, ps returning id, machine_id),
      happened as (insert into activities (company_id, type, at, heard_at, machine_id, operation_id, details)
        select c.id, 'MACHINE_REFILLED', now() - n * interval '1 minute', now(), ms.id, gen_random_uuid(), '{}' from c, ms, generate_series(1, 20) n
        returning machine_id, operation_id, at)
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    select c.id, p.id, h.at, h.operation_id, p.id, 'delta', 'RESTOCK', 1000
    from c, happened h join (select *, row_number() over (partition by machine_id order by id) as nth from places) p
      on p.machine_id = h.machine_id and p.nth <= 3`)
  await database.owner.execute(sql`analyze`)
  const read = await readBy({ types: [] })
  expect(read.length).toBeGreaterThan(10)
  // 50 rows with three stock points each. Partitions of months with few rows are read completely.
  expect(read.filter(([, table, rows]) => rows > 1_000 && !/_\d{4}_\d\d$/.test(table))).toEqual([])
})

test('list of one type reads only its own rows without statistics', async () => {
  const { owner } = world.ctx.database
  // Wide rows, because without statistics the planner estimates the row count from the table size.
  await owner.execute(sql`
    with m as (insert into machines (company_id, name, type, state, token, created_at)
      select ${world.rivalCompany}, 'Wide ' || n, 'SNACK', 'RUNNING', 'wide ' || n, now() from generate_series(1, 50) n returning id)
    insert into activities (company_id, type, at, heard_at, machine_id, operation_id, details)
    select ${world.rivalCompany}, case when n % 4 = 0 then 'CASKET_MONEY_CHANGE' else 'MACHINE_REFILLED' end, now() - n * interval '1 minute', now(), m.id,
      gen_random_uuid(), jsonb_build_object('note', repeat(md5(n::text), 55)) from m, generate_series(1, 160) n`)
  await owner.execute(sql`delete from pg_statistic where starelid = 'activities'::regclass`)
  const [machine] = await rowsOf<{ id: number }>(
    owner,
    sql`select max(id)::float8 as id from machines where company_id = ${world.rivalCompany}`,
  )
  for (const filter of [
    { types: ['MACHINE_REFILLED'] },
    { types: ['CASKET_MONEY_CHANGE'] },
    { types: ['CASKET_MONEY_CHANGE', 'MACHINE_REFILLED'] },
    { types: ['MACHINE_REFILLED'], machine: machine?.id },
    { types: [] },
    { sort: 'created,desc', from: Date.now() - 30 * DAY, until: Date.now() + DAY },
  ] satisfies Partial<ActivityFilter>[]) {
    const read = await readBy(filter)
    expect(read.length).toBeGreaterThan(10)
    // The other tables have few rows in this test and are read completely.
    expect(read.filter(([, table, rows]) => table === 'activities' && rows > 250)).toEqual([])
  }
})

/** The plan steps for a page of 50: the table of each and the number of rows it reads. */
async function readBy(asked: Partial<ActivityFilter>): Promise<[step: string, table: string, rows: number][]> {
  const person = { companyId: world.rivalCompany, userId: 0, companyRole: 'ROLE_MANAGER', currency: 'EUR' } as unknown as Principal
  const usual = { sort: 'id,desc', size: 50, skip: 0, types: [], machine: undefined, from: undefined, until: undefined } as const
  const [row] = await world.ctx.database.withTenant(world.rivalCompany, (db) =>
    rowsOf<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      db,
      sql`explain (analyze, format json) ${pageOfActivities(person, { ...usual, ...asked })}`,
    ),
  )
  return nodesOf(row?.['QUERY PLAN'][0].Plan).map((node) => [
    node['Node Type'],
    node['Relation Name'] ?? '',
    node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)),
  ])
}

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
const nodesOf = (node: PlanNode | undefined): PlanNode[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [])
