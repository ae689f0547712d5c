import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMachine, aProduct } from '../support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'
import { checkLedger } from './ledger-check.ts'
import type { Restock, StandingPoint } from './restocks.ts'

let world: TwoCompanies
let point: StandingPoint
let restock: Restock

beforeEach(async () => {
  world = await twoCompanies({ changesStockItself: true })
  const { ctx, company, manager } = world
  const machine = await aMachine(ctx, company, {
    slots: [{ number: '1', product: await aProduct(ctx, company), max: 20, quantity: 4 }],
  })
  point = { id: machine.slot('1').point, machineId: machine.id, balance: 4_000 }
  const items = [{ productInstallationId: point.id, quantity: 3 }]
  restock = { key: randomUUID(), machineId: machine.id, occurredAt: new Date().toISOString(), items, isAcknowledged: true }
  const answer = await manager.call('POST', `/machines/${machine.id}/slots/restock`, items, { 'idempotency-key': restock.key })
  expect(answer.statusCode).toBe(200)
})
afterEach(() => world.close())

const check = () => checkLedger(world.ctx.database.owner, world.company, [restock], [point])
const tamper = (statement: ReturnType<typeof sql>) => world.ctx.database.owner.execute(statement)

test('reports nothing if everything counts once', async () => {
  expect(await check()).toEqual({ lost: [], twice: [], operations: [], mismatches: [], wrong: [], pointsChecked: 1 })
})

test('reports acknowledged operations that are not in the ledger', async () => {
  await tamper(sql`delete from movements where operation_id = ${restock.key}`)
  expect(await check()).toMatchObject({ lost: [restock.key], twice: [], mismatches: [point.id], wrong: [] })
})

test('reports operations that count twice', async () => {
  await tamper(sql`insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    select company_id, stock_point_id, effective_at, operation_id, 1, kind, cause, quantity from movements where operation_id = ${restock.key}`)
  expect(await check()).toMatchObject({ lost: [], twice: [restock.key], mismatches: [point.id] })
})

test('reports balances that differ from their movements and stock that differs from restocks', async () => {
  await tamper(sql`update stock_points set balance = balance + 3000 where id = ${point.id}`)
  expect(await check()).toMatchObject({ lost: [], twice: [], mismatches: [point.id], wrong: [point.id] })
})

test('reports a key without its operation', async () => {
  await tamper(sql`update operations set status = 'rejected' where id = ${restock.key}`)
  expect(await check()).toMatchObject({ operations: [restock.key] })
})
