import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProductSale, SalesReport } from '#contract/reports.ts'
import { DAY, fromIso, type Moment } from '#domain/time.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { writeSales } from '../telemetry/vends.store.ts'

const TIMEZONE = 'Europe/Berlin'
const NOW = fromIso('2026-03-20T12:00:00.000Z')

let world: TwoCompanies
let snacks: number
let drinks: number
let bar: number
let cola: number

beforeAll(async () => {
  world = await twoCompanies({ now: () => NOW })
  const { ctx, company, rivalCompany } = world
  await ctx.database.owner.execute(sql`update companies set timezone = ${TIMEZONE} where id in (${company}, ${rivalCompany})`)
  ;[snacks, drinks] = [(await aMachine(ctx, company)).id, (await aMachine(ctx, company)).id]
  ;[bar, cola] = [await aProduct(ctx, company), await aProduct(ctx, company, { packaging: 'BOTTLE' })]
  await ctx.database.owner.execute(sql`update products set tax_basis_points = 700 where id = ${bar}`)
  // Half past midnight in Berlin is still the day before in UTC.
  await sell(company, snacks, [
    ['2026-03-10T23:30:00Z', bar, 'CASH', 107],
    ['2026-03-11T09:00:00Z', bar, 'CREDIT_CARD', 214],
    ['2026-03-11T10:00:00Z', null, 'CASH', 50],
    ['2026-02-11T09:00:00Z', bar, 'CASH', 100],
    ['2025-03-12T09:00:00Z', bar, 'CASH', 300],
  ])
  await sell(company, drinks, [
    ['2026-03-11T12:00:00Z', cola, 'CASH', 200],
    ['2026-02-28T12:00:00Z', cola, 'CASH', 40],
  ])
  const theirs = (await aMachine(ctx, rivalCompany)).id
  await sell(rivalCompany, theirs, [['2026-03-11T09:00:00Z', null, 'CASH', 9_999]])
})
afterAll(() => world.close())

async function sell(company: number, machine: number, sales: [at: string, product: number | null, type: string, amount: number][]) {
  const rows = sales.map(([at, product, type, amount]) => ({ id: randomUUID(), at, amount, type, slot: '1', product, card: null }))
  await world.ctx.database.withTenant(company, (db) => writeSales(db, { company, machine, timezone: TIMEZONE, receivedAt: NOW }, rows, []))
}

const ask = async <T>(path: string): Promise<T> => (await world.manager.call('GET', path)).json().data
const day = (iso: string, days = 0): Moment => fromIso(`${iso}T00:00:00+01:00`) + days * DAY
const span = (from: string, until: string) =>
  `startDate=${encodeURIComponent(new Date(day(from)).toISOString())}&endDate=${encodeURIComponent(new Date(day(until, 1)).toISOString())}`

describe('product sales', () => {
  const rows = (query: string) => ask<ProductSale[]>(`/sales?${query}`)

  test("list turnover with and without tax, by the company's days", async () => {
    const sold = await rows(span('2026-03-11', '2026-03-11'))
    expect(sold.map(({ product, ...sums }) => [product?.id ?? null, sums])).toEqual([
      [bar, { sold: 2, saleGross: 3.21, saleNet: 3 }],
      [cola, { sold: 1, saleGross: 2, saleNet: 2 }],
      [null, { sold: 1, saleGross: 0.5, saleNet: 0.5 }],
    ])
    expect(await rows(span('2026-03-10', '2026-03-10'))).toEqual([])
  })

  test('are filtered by machine and packaging', async () => {
    const all = span('2026-03-11', '2026-03-11')
    expect((await rows(`${all}&machine=${drinks}`)).map(({ product }) => product?.id)).toEqual([cola])
    expect((await rows(`${all}&machineIds=${snacks},${drinks}&productTypes=BOTTLE,CAN`)).map(({ product }) => product?.id)).toEqual([cola])
    expect(await rows(`${all}&machine=${drinks}&machineIds=${snacks}`)).toEqual([])
  })

  test('export a table that other programs can read', async () => {
    const { downloadUrl } = await ask<{ downloadUrl: string }>(`/sales?${span('2026-03-11', '2026-03-11')}&exportType=xlsx`)
    const file = await world.app.inject({ url: downloadUrl })
    const [head, first] = await readSheet(file.rawPayload)
    expect(head).toEqual(['Product', 'Kind', 'Sold', 'Net (EUR)', 'Gross (EUR)'])
    expect(first?.slice(2)).toEqual([2, 3, 3.21])
  })

  test('reject contradictory parameters', async () => {
    expect((await world.manager.call('GET', '/sales?productTypes=SOUP')).statusCode).toBe(400)
    expect((await world.manager.call('GET', '/sales?machineIds=1;drop')).statusCode).toBe(400)
    expect((await world.manager.call('GET', `/sales?${span('2023-01-01', '2026-03-01')}`)).statusCode).toBe(400)
  })
})

describe('sales over time', () => {
  const report = (query: string) => ask<SalesReport>(`/reports/v2/sales?${query}`)

  test('by day are compared with the same weekday 4 or 52 weeks before', async () => {
    const { dataType, items } = await report(`${span('2026-03-10', '2026-03-11')}&groupBy=DAY&comparison=PREVIOUS_MONTH`)
    expect(dataType).toBe('REVENUE')
    expect(items).toEqual([
      { group: '2026-03-10', value: 0, previousValue: 0 },
      { group: '2026-03-11', value: 5.71, previousValue: 1 },
    ])
    expect((await report(`${span('2026-03-11', '2026-03-11')}&groupBy=DAY&comparison=PREVIOUS_YEAR`)).items).toEqual([
      { group: '2026-03-11', value: 5.71, previousValue: 3 },
    ])
  })

  test('by month count pieces for given machines, products and payments', async () => {
    const months = `${span('2026-02-01', '2026-03-20')}&groupBy=MONTH&comparison=PREVIOUS_MONTH&value=NUMBER_OF_TRANSACTIONS`
    expect((await report(months)).items).toEqual([
      { group: '2026-02', value: 2, previousValue: 0 },
      // The same part of the previous month.
      { group: '2026-03', value: 4, previousValue: 1 },
    ])
    const values = async (more: string) => (await report(`${months}&${more}`)).items.map(({ value }) => value)
    expect(await values(`machines=${snacks}`)).toEqual([1, 3])
    expect(await values(`products=${cola}`)).toEqual([1, 1])
    expect(await values(`products=${bar}&machines=${snacks}&paymentMethods=CREDIT_CARD`)).toEqual([0, 1])
  })
})
