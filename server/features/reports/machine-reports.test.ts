import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  MachineDeliveries,
  MachinePerformance,
  MachineUptime,
  Outage,
  ProductUsage,
  SalesMatrix,
  Visit,
} from '#contract/machine-reports.ts'
import { DAY, fromIso, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aMachine, aProduct, type StandingMachine } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { addSales, saleId } from '../imports/imports.store.ts'
import { voidSales } from '../telemetry/audit-sales.store.ts'
import { writeSales } from '../telemetry/vends.store.ts'

const TIMEZONE = 'Europe/Berlin'
const NOW = fromIso('2026-04-10T12:00:00.000Z')
/** March in Berlin, which is one hour shorter because of summer time. */
const FROM = fromIso('2026-02-28T23:00:00.000Z')
const UNTIL = fromIso('2026-03-31T22:00:00.000Z')
const IN_MARCH = `startDate=${toIso(FROM)}&endDate=${toIso(UNTIL)}`
/** When the recipe of the coffee was changed: in the middle of a day. */
/** The import of the earlier sales. */
const IMPORT = '0f6c2b0e-6f0d-4a53-9c55-2f1f4f6f0b12'
const CHANGED = fromIso('2026-03-10T11:00:00.000Z')

type Sold = { id: string; at: Moment; machine: number; product: number | null; type: string; amount: number }

let world: TwoCompanies
let machines: number[]
let [bar, cola, coffee, beans, milk] = [0, 0, 0, 0, 0]
const sold = new Map<string, Sold>()

beforeAll(async () => {
  world = await twoCompanies({ now: () => NOW })
  const { ctx, company, rivalCompany } = world
  await ctx.database.owner.execute(sql`update companies set timezone = ${TIMEZONE} where id in (${company}, ${rivalCompany})`)
  machines = []
  for (const name of ['Lobby', 'Canteen', 'Cellar']) machines.push((await aMachine(ctx, company, { name })).id)
  await ctx.database.owner.execute(sql`update machines set created_at = '2026-01-01'`)
  bar = await aProduct(ctx, company, { name: 'Bar', lastCost: 40 })
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN', lastCost: 55 })
  coffee = await aProduct(ctx, company, { name: 'Coffee', packaging: 'COFFEE' })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT', volume: 1000, lastCost: 1400 })
  milk = await aProduct(ctx, company, { name: 'Milk', packaging: 'INGREDIENT', volume: 500, lastCost: 600 })
  for (const [validFrom, ingredient, share] of [
    ['2026-01-01', beans, 7_500],
    [toIso(CHANGED), beans, 8_000],
    [toIso(CHANGED), milk, 12_300],
  ] as const)
    await ctx.database.owner.execute(sql`insert into recipe_lines values (${company}, ${coffee}, ${validFrom}, ${ingredient}, ${share})`)
  const theirs = (await aMachine(ctx, rivalCompany)).id
  await write(rivalCompany, theirs, [{ id: randomUUID(), at: FROM + DAY, machine: theirs, product: null, type: 'CASH', amount: 9_999 }])
  await arriveInAnyOrder()
})
afterAll(() => world.close())

const write = (company: number, machine: number, sales: readonly Sold[]) =>
  world.ctx.database.withTenant(company, (db) =>
    writeSales(
      db,
      { company, machine, timezone: TIMEZONE, receivedAt: NOW },
      sales.map((sale) => ({ ...sale, at: toIso(sale.at), slot: '11', card: null })),
      [],
    ),
  )

/** Sales arrive late, twice and from files, and are removed; the expected result is in `sold`. */
async function arriveInAnyOrder() {
  const { ctx, company } = world
  const moment = fc.oneof(
    fc.integer({ min: FROM - 3 * DAY, max: UNTIL + 3 * DAY }),
    fc.tuple(fc.integer({ min: -1, max: 32 }), fc.constantFrom(-1, 0, 1)).map(([day, off]) => FROM + day * DAY + off),
    fc.tuple(fc.integer({ min: -10, max: 10 }), fc.constantFrom(-1, 0)).map(([hours, off]) => CHANGED + hours * HOUR + off),
  )
  const one = fc.record({
    at: moment,
    machine: fc.constantFrom(...machines.slice(0, 2)),
    product: fc.constantFrom(null, bar, cola, coffee, coffee),
    type: fc.constantFrom('CASH', 'CREDIT_CARD', 'TOKEN'),
    amount: fc.integer({ min: 0, max: 400 }),
  })
  const sales = fc.sample(one, { numRuns: 300, seed: 5 }).map((sale): Sold => ({ ...sale, id: randomUUID() }))
  for (let from = 0; from < sales.length; from += 30) {
    const part = sales.slice(from, from + 30)
    for (const machine of machines) {
      const own = part.filter((sale) => sale.machine === machine)
      await write(company, machine, own)
      // Repeats the request, as after a lost response.
      await write(company, machine, own.slice(0, 3))
      const back = own.filter((_, index) => index % 5 === 0)
      await ctx.database.withTenant(company, (db) =>
        voidSales(
          db,
          { company, machine, timezone: TIMEZONE, receivedAt: NOW },
          back.map(({ id }) => id),
        ),
      )
      for (const sale of own) if (!back.includes(sale)) sold.set(sale.id, sale)
    }
  }
  const past = fc.sample(one, { numRuns: 60, seed: 9 })
  for (let turn = 0; turn < 2; turn++)
    await ctx.database.withTenant(company, (db) =>
      addSales(
        db,
        company,
        past.map(({ machine: machineId, product: productId, amount: amountMinor, ...sale }, row) => ({
          ...sale,
          machineId,
          productId,
          amountMinor,
          slotNumber: '11',
          card: null,
          row,
          part: 0,
          id: saleId(IMPORT, row, 0),
          reference: null,
        })),
        { importId: IMPORT, now: NOW, timezone: TIMEZONE },
      ),
    )
  for (const sale of past) sold.set(randomUUID(), { ...sale, id: '' })
}

const ask = async <T>(path: string): Promise<T> => (await world.manager.call('GET', path)).json().data
const rows = (statement: ReturnType<typeof sql>) => rowsOf<Record<string, unknown>>(world.ctx.database.owner, statement)
const inMarch = (more: (sale: Sold) => boolean = () => true) =>
  [...sold.values()].filter((sale) => sale.at >= FROM && sale.at < UNTIL && more(sale))
const sum = (sales: readonly Sold[]) => sales.reduce((total, { amount }) => total + amount, 0) / 100

test('daily totals equal their sales after any order of additions and removals', async () => {
  const kept = await rows(sql`select day::text, machine_id::float8, product_id::float8, type, count::int, turnover_minor::float8 as turnover
    from daily_sales where company_id = ${world.company} order by 1, 2, 3, 4`)
  const added =
    await rows(sql`select (at at time zone ${TIMEZONE})::date::text as day, machine_id::float8, coalesce(product_id, 0)::float8 as product_id, type,
    count(*)::int as count, sum(amount_minor)::float8 as turnover from transactions where company_id = ${world.company} group by 1, 2, 3, 4 order by 1, 2, 3, 4`)
  expect(kept).toEqual(added)
  expect(kept.reduce((total, row) => total + Number(row.count), 0)).toBe(sold.size)
})

describe('machine performance', () => {
  const report = () => ask<MachinePerformance[]>(`/reports/v2/machines?${IN_MARCH}`)

  test('is exact to the cent, with the best product first', async () => {
    const result = await report()
    expect(result.map(({ machine }) => machine.id).toSorted()).toEqual(machines)
    for (const { machine, turnover, numberOfTransactions, averageTurnoverPerTransaction, productSaleShares } of result) {
      const own = inMarch((sale) => sale.machine === machine.id)
      expect([turnover, numberOfTransactions]).toEqual([sum(own), own.length])
      expect(averageTurnoverPerTransaction).toBe(own.length === 0 ? 0 : Math.round((sum(own) * 100) / own.length) / 100)
      for (const { product, sold: count, share } of productSaleShares) {
        expect(count).toBe(own.filter((sale) => sale.product === (product?.id ?? null)).length)
        expect(share).toBeCloseTo(count / own.length)
      }
      expect(productSaleShares.map((one) => one.sold)).toEqual(productSaleShares.map((one) => one.sold).toSorted((a, b) => b - a))
      expect(productSaleShares.reduce((total, one) => total + one.sold, 0)).toBe(own.length)
    }
    expect(result.map(({ turnover }) => turnover)).toEqual(result.map(({ turnover }) => turnover).toSorted((a, b) => b - a))
  })

  test('exports a table with the same figures', async () => {
    const { downloadUrl } = await ask<{ downloadUrl: string }>(`/reports/v2/machines?${IN_MARCH}&exportType=xlsx`)
    const file = (await world.app.inject(downloadUrl)).rawPayload
    const [heads, ...table] = await readSheet(file)
    expect(heads?.[0]).toBe('Machine')
    expect(table.map((row) => [...row.slice(0, 2), row[3]])).toEqual(
      (await report()).map((row) => [row.machine.name, row.turnover, row.numberOfTransactions]),
    )
  })

  test('table has net turnover, worst seller, and columns that add up', async () => {
    await rows(sql`
      insert into product_taxes (company_id, product_id, valid_from, tax_basis_points)
      values (${world.company}, ${cola}, '-infinity', 1900), (${world.company}, ${cola}, '2026-03-16', 700)`)
    const download = async (name: string) => {
      const { downloadUrl } = await ask<{ downloadUrl: string }>(`/reports/v2/${name}?${IN_MARCH}&exportType=xlsx`)
      return readSheet((await world.app.inject(downloadUrl)).rawPayload)
    }
    const [heads, ...table] = await download('machines')
    const [usageHeads, ...usage] = await download('usage')
    await rows(sql`delete from product_taxes where company_id = ${world.company}`)
    expect(heads?.slice(1, 9)).toEqual([
      'Turnover (EUR)',
      'Turnover without VAT (EUR)',
      'Sales',
      'Average sale (EUR)',
      'Best seller',
      'Its share (%)',
      'Worst seller',
      'Its share (%)',
    ])
    const changed = fromIso('2026-03-15T23:00:00.000Z')
    for (const { machine, productSaleShares } of await report()) {
      const own = inMarch((sale) => sale.machine === machine.id)
      const net = own.reduce((all, { product, at, amount }) => all + (product === cola ? amount / (at < changed ? 1.19 : 1.07) : amount), 0)
      const row = table.find(([name]) => name === machine.name)
      expect(row?.[2]).toBe(Math.round(net) / 100)
      const worst = productSaleShares.length > 1 ? productSaleShares.at(-1) : undefined
      expect(row?.[7] ?? null).toBe(worst ? (worst.product?.name ?? 'Unknown product') : null)
    }
    expect(usageHeads).toEqual(['Product', 'Used', 'Unit', 'Packs', 'Cost (EUR)', 'In', 'Sold', 'Used in it'])
    const ofBeans = usage.filter(([name]) => name === 'Beans')
    expect(ofBeans.map((row) => row[1] !== null)).toEqual([true, false])
    expect(ofBeans[1]?.[7]).toBe(ofBeans[0]?.[1])
  })

  test('counts remote credit of the period; unwatched machines have no outages', async () => {
    const { company, manager } = world
    const [machine] = machines
    await rows(
      sql`insert into devices (company_id, imei, type, machine_id, created_at) values (${company}, '356', 'TELEMETRY', ${machine}, '2026-01-01')`,
    )
    const command = (at: Moment, outcome: string) =>
      rows(sql`insert into device_commands (company_id, id, device_id, machine_id, kind, asked_by, asked_at, valid_until, outcome)
        select ${company}, ${randomUUID()}, id, ${machine}, 'CREDIT', ${manager.id}, ${toIso(at)}, ${toIso(at)}, ${outcome} from devices where imei = '356'`)
    await command(FROM, 'done')
    await command(UNTIL - 1, 'done')
    await command(UNTIL, 'done')
    await command(FROM + HOUR, 'failed')
    const result = new Map((await report()).map((row) => [row.machine.id, row]))
    expect(machines.map((id) => result.get(id)?.numberOfCreditsAdded)).toEqual([2, 0, 0])
    expect(result.get(machines[0] ?? 0)).toMatchObject({ numberOfStops: null, numberOfSecondsInOutage: null })
  })
})

test("matrix cell is a machine's sales of a product, sorted by turnover", async () => {
  const matrix = await ask<SalesMatrix>(`/reports/v2/matrix?${IN_MARCH}`)
  for (const { machine, product, sold: count, turnover } of matrix.cells) {
    const own = inMarch((sale) => sale.machine === machine && (sale.product ?? 0) === product)
    expect([count, turnover]).toEqual([own.length, sum(own)])
  }
  expect(matrix.cells.reduce((total, { sold: count }) => total + count, 0)).toBe(inMarch().length)
  const byTurnover = (ids: number[], of: 'machine' | 'product') =>
    ids.toSorted((a, b) => sum(inMarch((sale) => (sale[of] ?? 0) === b)) - sum(inMarch((sale) => (sale[of] ?? 0) === a)))
  expect(matrix.machines.map(({ id }) => id)).toEqual(byTurnover(machines.slice(0, 2), 'machine'))
  expect(matrix.products.map(({ id }) => id)).toEqual(byTurnover([0, bar, cola, coffee], 'product'))
})

test('drink consumption uses the recipe of its own time, also within a day', async () => {
  const usage = new Map((await ask<ProductUsage[]>(`/reports/v2/usage?${IN_MARCH}`)).map((row) => [row.product.id, row]))
  const cups = inMarch(({ product }) => product === coffee)
  const late = cups.filter(({ at }) => at >= CHANGED)
  const grams = (cups.length - late.length) * 7.5 + late.length * 8
  expect(usage.get(beans)).toMatchObject({
    used: grams,
    packs: Math.round(grams / 10) / 100,
    cost: Math.round((grams / 1000) * 1400) / 100,
  })
  expect(usage.get(beans)?.drinks).toEqual([{ product: { id: coffee, name: 'Coffee' }, sold: cups.length, used: grams }])
  const millilitres = (late.length * 123) / 10
  expect(usage.get(milk)).toMatchObject({ used: millilitres, cost: Math.round((millilitres / 500) * 600) / 100 })
  for (const [product, cost] of [
    [bar, 40],
    [cola, 55],
  ] as const) {
    const pieces = inMarch((sale) => sale.product === product).length
    expect(usage.get(product)).toMatchObject({ used: pieces, packs: null, cost: (pieces * cost) / 100, drinks: [] })
  }
  const [first] = machines
  const ofOne = await ask<ProductUsage[]>(`/reports/v2/usage?${IN_MARCH}&machine=${first}`)
  expect(ofOne.find(({ product }) => product.id === bar)?.used).toBe(
    inMarch((sale) => sale.product === bar && sale.machine === first).length,
  )
})

describe('machine outages', () => {
  const uptime = async () => new Map((await ask<MachineUptime[]>(`/reports/v2/uptime?${IN_MARCH}`)).map((row) => [row.machine.id, row]))

  beforeAll(async () => {
    const { company } = world
    const [lobby, canteen] = machines
    const watch = (machine = 0, since: Moment) =>
      rows(
        sql`insert into machine_status (company_id, machine_id, heard_at, watched_since) values (${company}, ${machine}, ${toIso(NOW)}, ${toIso(since)})`,
      )
    await watch(lobby, FROM - 90 * DAY)
    await watch(canteen, FROM + 11 * DAY)
    const out = (machine = 0, state: string, from: Moment, to: Moment | null) =>
      rows(
        sql`insert into outages (company_id, machine_id, state, from_at, to_at) values (${company}, ${machine}, ${state}, ${toIso(from)}, ${to === null ? null : toIso(to)})`,
      )
    // Begins in February.
    await out(lobby, 'STOPPED', FROM - 5 * HOUR, FROM + 2 * HOUR)
    // Both at once, for a while.
    await out(lobby, 'STOPPED', FROM + DAY, FROM + DAY + 3 * HOUR)
    await out(lobby, 'NOT_CONNECTED', FROM + DAY + 2 * HOUR, FROM + DAY + 5 * HOUR)
    await out(lobby, 'NOT_CONNECTED', UNTIL + HOUR, UNTIL + 2 * HOUR)
    await out(canteen, 'STOPPED', FROM + 10 * DAY, FROM + 11 * DAY + 90 * MINUTE)
    await out(canteen, 'NOT_CONNECTED', UNTIL - HOUR, null)
  })

  test('are clipped to the period; overlapping causes count once', async () => {
    const result = await uptime()
    const [lobby = 0, canteen = 0, cellar = 0] = machines
    expect(result.get(lobby)).toMatchObject({
      secondsWatched: (UNTIL - FROM) / 1000,
      secondsInOutage: 7 * 3600,
      secondsStopped: 5 * 3600,
      secondsNotConnected: 3 * 3600,
      numberOfOutages: 2,
    })
    expect(result.get(canteen)).toMatchObject({
      secondsWatched: (UNTIL - FROM - 11 * DAY) / 1000,
      secondsInOutage: 2.5 * 3600,
      numberOfOutages: 2,
    })
    expect(result.get(cellar)).toMatchObject({ secondsWatched: null })
    expect([...result.keys()]).toEqual([lobby, canteen, cellar])
    const performance = await ask<MachinePerformance[]>(`/reports/v2/machines?${IN_MARCH}`)
    expect(performance.find(({ machine }) => machine.id === lobby)).toMatchObject({ numberOfStops: 2, numberOfSecondsInOutage: 7 * 3600 })
  })

  test('time out of service is neither watched nor an outage', async () => {
    const [lobby = 0] = machines
    const isOut = (type: string, at: Moment) =>
      rows(sql`insert into activities (company_id, type, at, heard_at, machine_id, details)
        values (${world.company}, ${type}, ${toIso(at)}, ${toIso(at)}, ${lobby}, '{}')`)
    await isOut('MACHINE_CREATED', FROM - 100 * DAY)
    await isOut('MACHINE_DELETED', FROM + DAY + 4 * HOUR)
    await isOut('MACHINE_CREATED', FROM + 3 * DAY)
    await isOut('MACHINE_DELETED', FROM + 5 * DAY)
    await isOut('MACHINE_CREATED', FROM + 6 * DAY)
    expect((await uptime()).get(lobby)).toMatchObject({
      secondsWatched: (UNTIL - FROM - DAY - (2 * DAY - 4 * HOUR)) / 1000,
      secondsInOutage: 6 * 3600,
      secondsNotConnected: 2 * 3600,
      numberOfOutages: 2,
    })
    await rows(sql`delete from activities where machine_id = ${lobby} and type in ('MACHINE_CREATED', 'MACHINE_DELETED')`)
  })

  test("are listed per machine, and not for another company's machine", async () => {
    const [lobby] = machines
    const result = await ask<Outage[]>(`/reports/v2/uptime/${lobby}?${IN_MARCH}`)
    expect(result.map(({ state, from }) => [state, fromIso(from)])).toEqual([
      ['NOT_CONNECTED', FROM + DAY + 2 * HOUR],
      ['STOPPED', FROM + DAY],
      ['STOPPED', FROM - 5 * HOUR],
    ])
    expect((await world.rival.call('GET', `/reports/v2/uptime/${lobby}?${IN_MARCH}`)).statusCode).toBe(404)
  })
})

describe('visits', () => {
  let machine: StandingMachine

  beforeAll(async () => {
    const { ctx, company, serviceman, manager } = world
    const slots = ['1', '2', '3', '4'].map((number) => ({ number, product: bar, max: 10, quantity: 0 }))
    machine = await aMachine(ctx, company, { name: 'Gate', slots })
    await rows(sql`update machines set created_at = '2026-01-01' where id = ${machine.id}`)
    const fill = async (at: Moment, user: number, filled: Record<string, number>, isUndone = false) => {
      const id = randomUUID()
      await rows(sql`insert into operations (company_id, id, call, machine_id, user_id, body_hash, occurred_at, effective_at, received_at, status)
        values (${company}, ${id}, 'restockSlots', ${machine.id}, ${user}, '', ${toIso(at)}, ${toIso(at)}, ${toIso(at)}, 'applied')`)
      for (const [line, [number, quantity]] of Object.entries(filled).entries())
        await rows(sql`insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity, voided)
          values (${company}, ${machine.slot(number).point}, ${toIso(at)}, ${id}, ${line}, 'delta', 'RESTOCK', ${quantity * 1000}, ${isUndone})`)
    }
    // One visit in two parts: 1 + 1 + 5 of 40, and no slot was empty.
    await fill(FROM + 9 * HOUR, serviceman.id, { 1: 1, 2: 1 })
    await fill(FROM + 10 * HOUR, serviceman.id, { 2: 5 })
    // The same day by another user: one slot was empty.
    await fill(FROM + 11 * HOUR, manager.id, { 3: 10 })
    // A quarter of the machine.
    await fill(FROM + 3 * DAY, serviceman.id, { 1: 5, 4: 5 })
    await fill(FROM + 4 * DAY, serviceman.id, { 1: 1 }, true)
    await fill(UNTIL, serviceman.id, { 1: 1 })
  })

  test("combine a user's restocks of a day; small ones without empty slots are unnecessary", async () => {
    const result = await ask<Visit[]>(`/reports/v2/deliveries/${machine.id}?${IN_MARCH}`)
    expect(result.map(({ serviceman: _, ...visit }) => visit)).toEqual([
      { at: toIso(FROM + 3 * DAY), places: 2, fromEmpty: 0, filled: 0.25, needed: true },
      { at: toIso(FROM + 11 * HOUR), places: 1, fromEmpty: 1, filled: 0.25, needed: true },
      { at: toIso(FROM + 9 * HOUR), places: 2, fromEmpty: 0, filled: 0.175, needed: false },
    ])
    const report = await ask<MachineDeliveries[]>(`/reports/v2/deliveries?${IN_MARCH}`)
    expect(report.find((row) => row.machine.id === machine.id)).toMatchObject({ visits: 3, notNeeded: 1, foundEmpty: 1 })
    expect(report[0]?.filled).toBeCloseTo((0.25 + 0.25 + 0.175) / 3)
    expect((await world.rival.call('GET', `/reports/v2/deliveries/${machine.id}`)).statusCode).toBe(404)
  })
})

test.each(['machines', 'matrix', 'usage', 'uptime', 'deliveries'])(
  'report of %s is limited to managers of the same company',
  async (name) => {
    expect((await world.serviceman.call('GET', `/reports/v2/${name}?${IN_MARCH}`)).statusCode).toBe(403)
    const theirs = JSON.stringify((await world.rival.call('GET', `/reports/v2/${name}?${IN_MARCH}`)).json())
    expect(theirs).not.toContain('Lobby')
    expect(theirs).not.toContain('Cola')
    const { downloadUrl } = await ask<{ downloadUrl: string }>(`/reports/v2/${name}?${IN_MARCH}&exportType=xlsx`)
    expect((await readSheet((await world.app.inject(downloadUrl)).rawPayload)).length).toBeGreaterThan(1)
  },
)
