import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, toIso } from '#domain/time.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { watchMachines } from './watch-machines.job.ts'

const clock = aClock()
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now, changesStockItself: true })
})
afterAll(() => world.close())

const watch = () => watchMachines({ ...world.ctx, log: world.app.log })
const events = (machine: number) =>
  rowsOf<{ reported: string }>(
    world.ctx.database.owner,
    sql`select type || ' ' || (details->>'alertType') as reported from activities where machine_id = ${machine} order by id`,
  ).then((rows) => rows.map(({ reported }) => reported))
const up = async () =>
  (await rowsOf<{ code: string }>(world.ctx.database.owner, sql`select code from alerts where is_up order by code`)).map(({ code }) => code)

test('low stock is raised once, unchanged in between, and cleared once sufficient', async () => {
  const cola = await aProduct(world.ctx, world.company)
  const machine = await aMachine(world.ctx, world.company, { slots: [{ number: '11', product: cola, max: 10, quantity: 2 }] })
  const lies = (pieces: number) =>
    world.ctx.database.owner.execute(
      sql`update stock_points set balance = balance / 2 * ${pieces} where machine_id = ${machine.id} and kind = 'SLOT'`,
    )
  await watch()
  await watch()
  expect(await events(machine.id)).toEqual(['ALERT_UP LOW_STOCK_LEVEL'])
  expect(await up()).toEqual(['LOW_STOCK_LEVEL'])
  await lies(3)
  await watch()
  expect(await events(machine.id)).toHaveLength(1)
  await world.ctx.database.owner.execute(sql`update stock_points set balance = balance / 3 * 4 where machine_id = ${machine.id}`)
  await watch()
  expect(await events(machine.id)).toEqual(['ALERT_UP LOW_STOCK_LEVEL', 'ALERT_DOWN LOW_STOCK_LEVEL'])
  expect(await up()).toEqual([])
})

test('running machine without a sale for a day is reported until it sells', async () => {
  const { id } = await aMachine(world.ctx, world.company, {})
  const owner = world.ctx.database.owner
  const sells = () =>
    owner.execute(
      sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number) values (${world.company}, gen_random_uuid(), ${id}, ${toIso(clock.now())}, 100, 'CASH', '1')`,
    )
  await owner.execute(sql`update machines set state = 'RUNNING' where id = ${id}`)
  await watch()
  expect(await events(id)).toEqual([])
  await sells()
  clock.pass(DAY - HOUR)
  await watch()
  expect(await events(id)).toEqual([])
  clock.pass(HOUR)
  await watch()
  expect(await events(id)).toEqual(['ALERT_UP NO_SALES'])
  await sells()
  await watch()
  expect(await events(id)).toEqual(['ALERT_UP NO_SALES', 'ALERT_DOWN NO_SALES'])
})
