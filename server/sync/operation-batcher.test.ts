import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMachine, aProduct, assign, type StandingMachine } from '../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { inside, rowsOf } from '../db/client.ts'

describe.each(['embedded', 'postgresql'] as const)('concurrent restocks on the %s database', (kind) => {
  let world: TwoCompanies
  let machine: StandingMachine
  let missing: string | null = null

  beforeAll(async () => {
    const stood = await twoCompaniesOn(kind, { connections: 40 })
    if ('missing' in stood) {
      missing = stood.missing
      return
    }
    world = stood
    const product = await aProduct(world.ctx, world.company)
    machine = await aMachine(world.ctx, world.company, { slots: [{ number: '1', product, max: 500, quantity: 0 }] })
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
  })
  afterAll(async () => {
    if (!missing) await world.close()
  })

  const restock = (who: TwoCompanies['manager'], quantity: unknown, key = randomUUID()) =>
    who.call('POST', `/machines/${machine.id}/slots/restock`, [{ productInstallationId: machine.slot('1').point, quantity }], {
      'idempotency-key': key,
    })
  const inCompany = <Row>(question: ReturnType<typeof sql>) =>
    world.ctx.database.withTenant(world.company, (db) => rowsOf<Row>(db, question))

  it('concurrent operations share transactions, count once and get their own results', async ({ skip }) => {
    if (missing) skip(missing)
    const keys = Array.from({ length: 30 }, () => randomUUID())
    const people = [world.manager, world.serviceman]
    // Every key twice, as after a lost response, and one operation of another company, which has no such machine.
    const [foreign, ...responses] = await Promise.all([
      restock(world.rival, 1),
      ...[...keys, ...keys].map((key, index) => restock(people[index % 2] ?? world.manager, 1, key)),
    ])
    expect(foreign?.statusCode).toBe(404)
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
    expect(responses.map((answer) => answer.json().data.operationId)).toEqual([...keys, ...keys])
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(30)
    const done = await inCompany<{ user: number; operations: number; shared: boolean }>(
      sql`select user_id as "user", count(*)::int as operations, count(distinct feed_seq) < count(*) as shared from operations
        where call = 'restockSlots' and status = 'applied' group by user_id order by user_id`,
    )
    expect(done.map(({ user, operations }) => [user, operations])).toEqual([
      [world.manager.id, 15],
      [world.serviceman.id, 15],
    ])
    if (kind === 'postgresql') expect(done.some(({ shared }) => shared)).toBe(true)
    const [point] = await inCompany<{ balance: number }>(
      sql`select balance::float8 as balance from stock_points where id = ${machine.slot('1').point}`,
    )
    expect(point?.balance).toBe(30_000)
    const results = await inCompany<{ user: number }>(
      sql`select a.user_id as "user" from activities a join operations o on o.company_id = a.company_id and o.id = a.operation_id
        where a.user_id = o.user_id and a.type = 'MACHINE_REFILLED'`,
    )
    expect(results).toHaveLength(30)
  })

  it('refused or failed operation does not affect others in its batch', async ({ skip }) => {
    if (missing) skip(missing)
    await world.ctx.database.owner.execute(sql`
      create function trip() returns trigger language plpgsql as $$ begin if new.quantity = 66000 then raise 'trip'; end if; return new; end $$`)
    await world.ctx.database.owner.execute(sql`create trigger trip before insert on movements for each row execute function trip()`)
    const responses = await Promise.all([1, 2, 66, 'many', 3, 4, 5].map((quantity) => restock(world.manager, quantity)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 500, 422, 200, 200, 200])
    await world.ctx.database.owner.execute(sql`drop trigger trip on movements`)
  })

  it('statements sent with a failed transaction start write nothing', async ({ skip }) => {
    if (missing) skip(missing)
    const { database } = world.ctx
    const [outside] = await rowsOf<{ is: boolean | null }>(database.owner, sql`select ${inside(world.company)} as is`)
    expect(outside?.is).not.toBe(true)
    expect(await inCompany(sql`select ${inside(world.company)} as is`)).toEqual([{ is: true }])
    expect(await inCompany(sql`select ${inside(world.rivalCompany)} as is`)).toEqual([{ is: false }])
  })
})
