import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { DAY, MINUTE } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine, unassign } from '../../tests/support/fleet.ts'
import { aPhone, type Page } from '../../tests/support/phone.ts'
import { aClock } from '../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { type Db, rowsOf } from '../db/client.ts'
import { publish } from './feed.ts'
import { PAGE } from './sync.pull.ts'

const clock = aClock()
let world: TwoCompanies
let mine: StandingMachine
let other: StandingMachine
let crisps: number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company, rivalCompany, serviceman } = world
  crisps = await aProduct(ctx, company, { name: 'Salted crisps' })
  mine = await aMachine(ctx, company, { name: 'Mine', slots: [{ number: '1', product: crisps, max: 10, quantity: 4 }] })
  other = await aMachine(ctx, company, { name: 'Other', slots: [{ number: '1', product: crisps, max: 10, quantity: 4 }] })
  await assign(ctx, company, mine.id, serviceman.id)
  const nuts = await aProduct(ctx, rivalCompany)
  await aMachine(ctx, rivalCompany, { slots: [{ number: '1', product: nuts, max: 5, quantity: 1 }] })
})
afterAll(() => world.close())

const phone = (person = world.serviceman) => aPhone(person.call)
const inCompany = <T>(work: (db: Db) => Promise<T>) => world.ctx.database.withTenant(world.company, work)

const restock = (machine: StandingMachine, quantity = 1) => ({
  call: 'restockSlots',
  machineId: machine.id,
  at: world.ctx.now(),
  body: [{ productInstallationId: machine.slot('1').point, quantity }],
  opId: randomUUID(),
})
const reprice = (machine: StandingMachine, vendPrice: number) => ({
  call: 'editSlots',
  machineId: machine.id,
  at: world.ctx.now(),
  body: [{ slotId: machine.slot('1').slotId, vendPrice }],
  opId: randomUUID(),
})

const machinesIn = (pages: readonly Page[]) =>
  pages.flatMap(({ changes }) => changes.inventory.map(({ machineId }) => machineId)).toSorted()
const cursorOf = (pages: readonly Page[]) => pages.at(-1)?.cursor ?? ''
const statusOf = async (cursor: string, person = world.serviceman) => {
  const answer = await phone(person).pull(cursor)
  return [answer.statusCode, answer.json<{ code?: string }>().code]
}

describe('first pull', () => {
  it("returns a serviceman's machines and the catalogue, and nothing else", async () => {
    const [page] = await phone().pullAll()
    expect(page?.changes.machines.map(({ id }) => id)).toEqual([mine.id])
    expect(page?.changes.slots.map(({ machineId }) => machineId)).toEqual([mine.id])
    expect(page?.changes.inventory).toMatchObject([
      { machineId: mine.id, stocks: [{ productId: crisps, slotNumber: '1', maxQuantity: 10, balance: 4_000 }] },
    ])
    expect(page?.changes.products.map(({ id }) => id)).toEqual([crisps])
  })

  it('returns all machines of the company to a manager', async () => {
    expect(machinesIn(await phone(world.manager).pullAll())).toEqual([mine.id, other.id].toSorted())
  })

  it('is refused for the data of another user', async () => {
    const answer = await world.manager.call('POST', '/sync/pull', { cursor: null, userId: world.serviceman.id })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_ACCOUNT'])
  })
})

describe('later pull', () => {
  it('returns each change since the last one once', async () => {
    const before = cursorOf(await phone().pullAll())
    expect(machinesIn(await phone().pullAll(before))).toEqual([])
    await phone(world.manager).push(restock(mine))
    const pulled = await phone().pullAll(before)
    expect(machinesIn(pulled)).toEqual([mine.id])
    expect(machinesIn(await phone().pullAll(cursorOf(pulled)))).toEqual([])
  })

  it('returns all of many changes with one number, over several pages', async () => {
    const before = cursorOf(await phone().pullAll())
    const ids = await inCompany(async (db) => {
      const rows = await rowsOf<{ id: number }>(
        db,
        sql`insert into products (company_id, sku, name, volume, volume_type, packaging, last_cost_minor)
          select ${world.company}::int, 'many-' || n, 'Product ' || n, 1, 'PIECE', 'PIECE', 0 from generate_series(1, ${2 * PAGE + 1}::int) n returning id::float8 as id`,
      )
      await publish(
        db,
        world.company,
        rows.map(({ id }) => ({ kind: 'product' as const, id })),
        world.ctx.now(),
      )
      return rows.map(({ id }) => id)
    })
    const pages = await phone().pullAll(before)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flatMap(({ changes }) => changes.products.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(
      ids.toSorted((a, b) => a - b),
    )
  })

  it('returns a newly assigned machine completely, and removes an unassigned one', async () => {
    const { ctx, company, serviceman } = world
    const before = cursorOf(await phone().pullAll())
    await assign(ctx, company, other.id, serviceman.id)
    const given = await phone().pullAll(before)
    expect(given[0]?.changes.machines.map(({ id }) => id)).toEqual([other.id])
    expect(machinesIn(given)).toEqual([other.id])
    await unassign(ctx, company, other.id, serviceman.id)
    const taken = await phone().pullAll(cursorOf(given))
    expect(taken[0]?.removed.machines).toEqual([other.id])
    await phone(world.manager).push(restock(other))
    expect(machinesIn(await phone().pullAll(cursorOf(taken)))).toEqual([])
  })

  it('keeps a machine that was unassigned and assigned again in between', async () => {
    const { ctx, company, serviceman } = world
    const before = cursorOf(await phone().pullAll())
    await unassign(ctx, company, mine.id, serviceman.id)
    await phone(world.manager).push(restock(mine))
    await assign(ctx, company, mine.id, serviceman.id)
    const pages = await phone().pullAll(before)
    expect(pages[0]?.removed.machines).toEqual([])
    expect(machinesIn(pages)).toEqual([mine.id])
  })

  it('reports deletions to users who had the record only', async () => {
    const { ctx, company } = world
    const gone = await aProduct(ctx, company, { name: 'Gone' })
    const before = cursorOf(await phone().pullAll())
    await inCompany((db) => publish(db, company, [{ kind: 'product', id: gone, removed: true }], ctx.now()))
    expect((await phone().pullAll(before)).flatMap(({ removed }) => removed.products)).toEqual([gone])
    const fresh = await phone().pullAll()
    expect(fresh[0]?.removed.products).toEqual([])
    expect(fresh.flatMap(({ changes }) => changes.products.map(({ id }) => id))).not.toContain(gone)
  })
})

describe('deleted machine', () => {
  it('stays removed for every reader after late work on it', async () => {
    const { ctx, company, serviceman, manager } = world
    const gone = await aMachine(ctx, company, { slots: [{ number: '1', product: crisps, max: 10, quantity: 4 }] })
    await assign(ctx, company, gone.id, serviceman.id)
    const before = { serviceman: cursorOf(await phone().pullAll()), manager: cursorOf(await phone(manager).pullAll()) }
    const late = [restock(gone), { call: 'writeNote', machineId: gone.id, at: ctx.now(), body: { note: 'Late' }, opId: randomUUID() }]
    expect((await manager.call('DELETE', `/machines/${gone.id}`)).statusCode).toBe(200)
    const cursor = cursorOf(await phone(manager).pullAll(before.manager))
    expect((await phone().push(...late)).map(({ status }) => status)).toEqual(['applied', 'applied'])

    const removedSince = async (person: typeof manager, cursor: string) =>
      (await phone(person).pullAll(cursor)).flatMap(({ removed }) => removed.machines)
    // A first pull since the deletion, a pull with an earlier cursor, and the phone that sent the late work.
    expect(await removedSince(manager, before.manager)).toEqual([gone.id])
    expect(await removedSince(manager, cursor)).toEqual([gone.id])
    expect(await removedSince(serviceman, before.serviceman)).toEqual([gone.id])
    const [own] = await phone().pullAll(
      before.serviceman,
      late.map(({ opId }) => opId),
    )
    expect(own?.processed.toSorted()).toEqual(late.map(({ opId }) => opId).toSorted())
    const fresh = await phone(manager).pullAll()
    expect(fresh.flatMap(({ changes }) => changes.machines.map(({ id }) => id))).not.toContain(gone.id)
    expect(machinesIn(fresh)).not.toContain(gone.id)
  })
})

describe('cursor', () => {
  it('expires after ninety days, because deletions are no longer known', async () => {
    const cursor = cursorOf(await phone().pullAll())
    const aged = (days: number) => cursor.replace(/\d+$/, String(world.ctx.now() - days * DAY))
    expect(await statusOf(aged(89))).toEqual([200, undefined])
    expect(await statusOf(aged(91))).toEqual([410, 'CURSOR_TOO_OLD'])
  })

  it('expires with another database epoch or another set of machines', async () => {
    const cursor = cursorOf(await phone().pullAll())
    expect(await statusOf(cursor.replace(/^[^:]+/, randomUUID()))).toEqual([410, 'CURSOR_TOO_OLD'])
    expect(await statusOf(cursor, world.manager)).toEqual([410, 'CURSOR_TOO_OLD'])
  })

  it('that the server did not issue is refused', async () => {
    expect(await statusOf('give me everything')).toEqual([400, 'MALFORMED'])
  })
})

describe('processed operations of a pull', () => {
  it("are the user's applied operations that this page contains", async () => {
    const before = cursorOf(await phone().pullAll())
    const done = restock(mine)
    const refused = { ...restock(mine), body: [{ productInstallationId: 999_999, quantity: 1 }] }
    const unacknowledged = restock(mine)
    const others = restock(mine)
    await phone().push(done, refused)
    await phone(world.manager).push(others)
    const [page] = await phone().pullAll(
      before,
      [done, refused, unacknowledged, others].map(({ opId }) => opId),
    )
    expect(page?.processed).toEqual([done.opId])
  })

  it('include operations that an earlier page contained', async () => {
    const done = restock(mine)
    await phone().push(done)
    const after = cursorOf(await phone().pullAll())
    expect((await phone().pullAll(after, [done.opId])).at(-1)?.processed).toEqual([done.opId])
  })

  it('wait for the page with the stock, and edits for the page with the slots', async () => {
    const { company, manager } = world
    const before = cursorOf(await phone(manager).pullAll())
    const restocked = restock(mine)
    const edited = reprice(mine, 3.5)
    await phone(manager).push(restocked, edited)
    // A page ends between the stock and the slots of the machine, because of many changes at the same moment.
    await inCompany((db) =>
      db.execute(sql`
        insert into feed (company_id, kind, entity_id, user_id, seq, removed, changed_at)
        select ${company}::int, 'inventory', 1000000 + n, 0, (select feed_seq from companies where id = ${company}), false, now() from generate_series(1, ${PAGE - 1}::int) n`),
    )
    const pages = await phone(manager).pullAll(before, [restocked.opId, edited.opId])
    expect(pages.map(({ processed }) => processed)).toEqual([[restocked.opId], expect.arrayContaining([edited.opId])])
    expect(pages[0]?.changes.slots).toEqual([])
    expect(pages[1]?.changes.slots.map(({ machineId }) => machineId)).toEqual([mine.id])
  })

  it('wait for the page that removes a deleted machine', async () => {
    const { company, ctx, manager } = world
    const gone = await aMachine(ctx, company, { slots: [{ number: '1', product: crisps, max: 10, quantity: 4 }] })
    const before = cursorOf(await phone(manager).pullAll())
    const restocked = restock(gone)
    await phone(manager).push(restocked)
    expect((await manager.call('DELETE', `/machines/${gone.id}`)).statusCode).toBe(200)
    // A page ends between the stock of the machine and the row of its deletion.
    await inCompany((db) =>
      db.execute(sql`
        insert into feed (company_id, kind, entity_id, user_id, seq, removed, changed_at)
        select ${company}::int, 'inventory', 2000000 + n, 0,
          (select seq from feed where company_id = ${company} and kind = 'inventory' and entity_id = ${gone.id}), false, now() from generate_series(1, ${PAGE}::int) n`),
    )
    const pages = await phone(manager).pullAll(before, [restocked.opId])
    expect(pages.map(({ processed, removed }) => [processed, removed.machines])).toEqual([
      [[], []],
      [[restocked.opId], [gone.id]],
    ])
  })

  /** A page ends between the rows of this machine's stock and later rows of the same moment. */
  const manyProductsAt = (machine: StandingMachine) =>
    inCompany((db) =>
      db.execute(sql`
        insert into feed (company_id, kind, entity_id, user_id, seq, removed, changed_at)
        select ${world.company}::int, 'product', 3000000 + n, 0,
          (select seq from feed where company_id = ${world.company} and kind = 'inventory' and entity_id = ${machine.id}), false, now() from generate_series(1, ${PAGE}::int) n
        on conflict (company_id, kind, entity_id, user_id) do update set seq = excluded.seq`),
    )

  it('come with the round that they complete, although its row is in a later page', async () => {
    const { manager, serviceman, ctx } = world
    const date = isoDay(dayOf(ctx.now(), 'Europe/Berlin'))
    const added = await manager.call('POST', '/rounds', { date, userId: serviceman.id, stops: [{ machineId: mine.id }] })
    const round = added.json<{ data: { id: number } }>().data.id
    expect((await manager.call('POST', `/rounds/${round}/publish`)).statusCode).toBe(200)
    const before = cursorOf(await phone().pullAll())
    const restocked = restock(mine)
    await phone().push(restocked)
    await manyProductsAt(mine)
    const pages = await phone().pullAll(before, [restocked.opId])
    expect(pages.length).toBe(2)
    expect(pages[0]?.processed).toEqual([restocked.opId])
    expect(pages[0]?.changes.rounds).toMatchObject([{ id: round, stops: [{ machineId: mine.id, state: 'DONE' }] }])
  })

  it('come with the removal of a van that the user no longer drives', async () => {
    const { manager, serviceman } = world
    const van = (await manager.call('POST', '/vans', { name: 'Berta', driverId: serviceman.id })).json<{ data: { id: number } }>().data.id
    const before = cursorOf(await phone().pullAll())
    const restocked = restock(mine)
    await phone().push(restocked)
    await manyProductsAt(mine)
    clock.pass(MINUTE)
    expect((await manager.call('PATCH', `/vans/${van}`, { driverId: null })).statusCode).toBe(200)
    const pages = await phone().pullAll(before, [restocked.opId])
    expect(pages.length).toBe(2)
    expect(pages[0]).toMatchObject({ processed: [restocked.opId], changes: { vans: [] }, removed: { vans: [van] } })
  })
})
