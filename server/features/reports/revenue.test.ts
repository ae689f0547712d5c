import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MachineRevenue, ProductRevenue } from '#contract/machine-reports.ts'
import { DAY, fromIso, HOUR, type Moment, toIso } from '#domain/time.ts'
import { aMachine, aProduct, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { writeSales } from '../telemetry/vends.store.ts'

const TIMEZONE = 'Europe/Berlin'
const FROM = fromIso('2026-02-28T23:00:00.000Z')
const UNTIL = fromIso('2026-03-31T22:00:00.000Z')
const IN_MARCH = `startDate=${toIso(FROM)}&endDate=${toIso(UNTIL)}`
const clock = aClock(fromIso('2026-01-01T08:00:00.000Z'))

let world: TwoCompanies
let manager: Caller
let [bar, cola, mystery, coffee, beans] = [0, 0, 0, 0, 0]
const machines: Record<'lobby' | 'canteen' | 'cellar' | 'cups', StandingMachine> = {} as never

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  await ctx.database.owner.execute(sql`update companies set timezone = ${TIMEZONE}`)
  bar = await aProduct(ctx, company, { name: 'Bar', lastCost: 40 })
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN', lastCost: 55 })
  mystery = await aProduct(ctx, company, { name: 'Mystery' })
  coffee = await aProduct(ctx, company, { name: 'Coffee', packaging: 'COFFEE' })
  await ctx.database.owner.execute(sql`update products set tax_basis_points = 1900 where company_id = ${company} and id = ${cola}`)
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT', volume: 1000, lastCost: 1400 })
  await ctx.database.owner.execute(sql`insert into recipe_lines values (${company}, ${coffee}, '2026-01-01', ${beans}, 7500)`)
  const slot = (number: string, product: number) => ({ number, product, max: 1000, price: 150, quantity: 1000 })
  machines.lobby = await aMachine(ctx, company, { name: 'Lobby', slots: [slot('11', bar), slot('9', bar), slot('13', mystery)] })
  machines.canteen = await aMachine(ctx, company, { name: 'Canteen', slots: [slot('11', bar), slot('12', cola)] })
  machines.cellar = await aMachine(ctx, company, { name: 'Cellar', slots: [slot('11', bar), slot('12', cola)] })
  const cup = [{ number: '1', product: coffee, price: 100 }]
  machines.cups = await aMachine(ctx, company, {
    name: 'Cups',
    type: 'COFFEE',
    slots: cup,
    canisters: [{ product: beans, quantity: 900 }],
  })
  clock.pass(fromIso('2026-04-10T12:00:00.000Z') - clock.now())
  manager = callerWith(world.app, await signedIn(world.app, 'manager'))

  await sell(machines.lobby, '11', bar, 30, 150)
  await sell(machines.lobby, '13', mystery, 3, 200)
  await sell(machines.lobby, '77', null, 2, 100)
  for (const machine of [machines.canteen, machines.cellar]) {
    await sell(machine, '11', bar, 30, 150)
    await sell(machine, '12', cola, 300, 200)
  }
  await sell(machines.cups, '1', coffee, 40, 100)
  await sell(machines.lobby, '11', bar, 5, 150, UNTIL)
  await move(machines.lobby.slot('11').point, FROM, 'LOSS', -2)
  await move(machines.lobby.slot('11').point, UNTIL, 'LOSS', -1)
  await move(machines.lobby.slot('11').point, FROM, 'LOSS', -9, { isUndone: true })
  await move(machines.lobby.slot('11').point, FROM, 'ADJUST', -7)
  await move(machines.cups.canister(beans), UNTIL - 1, 'LOSS', -500)
  // Two days without a bar in either slot; both are empty at once for one day.
  await move(machines.lobby.slot('9').point, FROM + 10 * DAY, 'ADJUST', -1000)
  await move(machines.lobby.slot('9').point, FROM + 12 * DAY, 'RESTOCK', 1000)
  await move(machines.lobby.slot('11').point, FROM + 11 * DAY, 'ADJUST', -1100)
  await move(machines.lobby.slot('11').point, FROM + 13 * DAY, 'RESTOCK', 1100)
})
afterAll(() => world.close())

async function sell(machine: StandingMachine, slot: string, product: number | null, pieces: number, amount: number, at: Moment = FROM) {
  const sales = Array.from({ length: pieces }, (_, index) => ({
    id: randomUUID(),
    at: toIso(at + index * 1000),
    slot,
    product,
    type: 'CASH',
    amount,
    card: null,
  }))
  await world.ctx.database.withTenant(world.company, (db) =>
    writeSales(db, { company: world.company, machine: machine.id, timezone: TIMEZONE, receivedAt: clock.now() }, sales, []),
  )
}

const move = (point: number, at: Moment, cause: string, quantity: number, { isUndone = false } = {}) =>
  world.ctx.database.owner.execute(sql`
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity, voided)
    values (${world.company}, ${point}, ${toIso(at)}, ${randomUUID()}, 0, 'delta', ${cause}, ${quantity * 1000}, ${isUndone})`)

const ask = async <T>(path: string): Promise<T> => (await manager('GET', path)).json().data
const report = () => ask<MachineRevenue[]>(`/reports/v2/revenue?${IN_MARCH}`)

test('margin is net turnover minus cost and loss, without estimating missing costs', async () => {
  const rows = await report()
  // 45.00 net of bars, and 600.00 of cola with 19 % tax.
  const none = { commission: 0, netWithoutCost: 0, soldWithoutCost: 0 }
  const colas = { ...none, turnover: 645, netTurnover: 549.2, cost: 12 + 165, waste: 0, margin: 372.2 }
  expect(rows.map(({ machine, visits: _, marginPerVisit: __, ...sums }) => [machine.name, sums])).toEqual([
    ['Canteen', colas],
    ['Cellar', colas],
    // Three pieces for 2.00 and two for 1.00 have no known cost.
    ['Lobby', { ...none, turnover: 53, netTurnover: 53, netWithoutCost: 8, cost: 12, waste: 0.8, margin: 32.2, soldWithoutCost: 5 }],
    ['Cups', { ...none, turnover: 40, netTurnover: 40, cost: 4.2, waste: 7, margin: 28.8 }],
  ])
})

test('margin report exports a table with the same figures', async () => {
  const { downloadUrl } = await ask<{ downloadUrl: string }>(`/reports/v2/revenue?${IN_MARCH}&exportType=xlsx`)
  const [heads, ...table] = await readSheet((await world.app.inject(downloadUrl)).rawPayload)
  expect(heads?.[0]).toBe('Machine')
  expect(table).toEqual(
    (await report()).map(({ machine, turnover, netTurnover, netWithoutCost, margin, ...of }) => [
      machine.name,
      ...[turnover, netTurnover, netWithoutCost, of.cost, of.waste, of.commission, margin],
      Math.round(((margin ?? 0) / (netTurnover - netWithoutCost)) * 100),
      of.soldWithoutCost,
      of.visits,
      of.marginPerVisit,
    ]),
  )
})

test('margin of a machine lists products, sold-out hours and better products', async () => {
  const rows = await ask<ProductRevenue[]>(`/reports/v2/revenue/${machines.lobby.id}?${IN_MARCH}`)
  const days = (UNTIL - FROM) / DAY
  const ofBar = rows.find(({ product }) => product.id === bar)
  expect(ofBar).toMatchObject({ slots: ['9', '11'], sold: 30, turnover: 45, netTurnover: 45, margin: 33, hoursEmpty: 24 })
  expect(ofBar?.marginPerDay).toBeCloseTo(33 / (2 * days), 2)
  expect(ofBar?.missed).toBeCloseTo((45 / (days * 24 - 24)) * 24, 1)
  expect(rows.map(({ better }) => better?.product.name)).toContain('Cola')
  expect(rows.filter(({ better }) => better !== null)).toHaveLength(1)
  // The product without a cost is last.
  expect(rows.map(({ product, margin }) => [product.id, margin])).toEqual([
    [bar, 33],
    [mystery, null],
  ])
})

test('margin of a coffee machine lists each drink by recipe, without replacements', async () => {
  const rows = await ask<ProductRevenue[]>(`/reports/v2/revenue/${machines.cups.id}?${IN_MARCH}`)
  expect(rows).toEqual([
    {
      product: { id: coffee, name: 'Coffee' },
      slots: ['1'],
      sold: 40,
      turnover: 40,
      netTurnover: 40,
      margin: 35.8,
      marginPerDay: Math.round(3580 / ((UNTIL - FROM) / DAY)) / 100,
      hoursEmpty: null,
      missed: null,
      better: null,
    },
  ])
})

test("margin of another company's machine is not found", async () => {
  const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
  expect((await rival('GET', `/reports/v2/revenue/${machines.lobby.id}?${IN_MARCH}`)).statusCode).toBe(404)
  expect((await rival('GET', `/reports/v2/revenue?${IN_MARCH}`)).json().data).toEqual([])
})

test('month without stock has no products', async () => {
  const before = `startDate=${toIso(FROM - 300 * DAY)}&endDate=${toIso(FROM - 300 * DAY + 24 * HOUR)}`
  expect(await ask(`/reports/v2/revenue/${machines.lobby.id}?${before}`)).toEqual([])
})

test('tax change today does not affect earlier sales', async () => {
  const before = await report()
  const catalogue = await ask<{ id: number; sku: string }[]>('/products?size=100')
  const sku = catalogue.find(({ id }) => id === cola)?.sku ?? ''
  const answer = await manager('PATCH', `/products/${sku}`, { tax: 7 })
  expect(answer.statusCode, answer.body).toBe(200)
  await sell(machines.canteen, '12', cola, 1, 1070, clock.now())
  expect(await report()).toEqual(before)
  const today = `startDate=${toIso(clock.now() - HOUR)}&endDate=${toIso(clock.now())}`
  expect((await ask<MachineRevenue[]>(`/reports/v2/revenue?${today}`)).find(({ machine }) => machine.name === 'Canteen')).toMatchObject({
    turnover: 10.7,
    netTurnover: 10,
  })
  expect(await ask(`/sales?${today}`)).toMatchObject([{ saleGross: 10.7, saleNet: 10 }])
  const both = `startDate=${toIso(FROM)}&endDate=${toIso(clock.now())}`
  const sold = await ask<{ product: { id: number } | null; saleNet: number }[]>(`/sales?${both}`)
  // 300 in each of two machines for 2.00 with 19 %, and one for 10.70 with 7 %.
  expect(sold.find(({ product }) => product?.id === cola)?.saleNet).toBe(1018.4)

  // A rate that was always wrong is corrected from an earlier day on.
  expect((await manager('PATCH', `/products/${sku}`, { tax: 8, taxValidFrom: '2026-04-11' })).statusCode).toBe(422)
  expect((await manager('PATCH', `/products/${sku}`, { tax: 0, taxValidFrom: '2026-02-01' })).statusCode).toBe(200)
  expect((await report()).find(({ machine }) => machine.name === 'Canteen')).toMatchObject({ turnover: 645, netTurnover: 645 })
})
