import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MoneyReport } from '#contract/money.ts'
import { fromIso, type Moment } from '#domain/time.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { writeSales } from '../telemetry/vends.store.ts'

const TIMEZONE = 'Europe/Berlin'
const MONEY = '/reports/v2/money'
const ACCOUNTS = {
  consultantNumber: 29_098,
  clientNumber: 55_003,
  accountLength: 4,
  fiscalYearStart: 1,
  clearingAccount: '1360',
  revenueAccounts: [
    { rate: 19, account: '4400' },
    { rate: 7, account: '4300' },
    { rate: 0, account: '4100' },
  ],
  moneyAccounts: { cash: '1600', card: '1361', other: '1362' },
}

const TABLES = [
  ...['closed_files', 'closed_sales', 'month_closings', 'company_taxes', 'money_settings'],
  ...['transactions', 'daily_sales', 'machine_days', 'product_days', 'sales_days'],
]

let world: TwoCompanies
let now: Moment = fromIso('2026-06-02T12:00:00.000Z')
let machine: number
let bar: number
let cola: number

beforeAll(async () => {
  world = await twoCompanies({ now: () => now })
  const { ctx, company, rivalCompany } = world
  await ctx.database.owner.execute(sql`update companies set timezone = ${TIMEZONE} where id in (${company}, ${rivalCompany})`)
  machine = (await aMachine(ctx, company)).id
  ;[bar, cola] = [await aProduct(ctx, company, { name: 'Bar' }), await aProduct(ctx, company, { name: 'Cola', packaging: 'BOTTLE' })]
})
beforeEach(async () => {
  now = fromIso('2026-06-02T12:00:00.000Z')
  const { owner } = world.ctx.database
  for (const table of TABLES) await owner.execute(sql`delete from ${sql.identifier(table)}`)
  await owner.execute(sql`update machines set name = '=cmd()'`)
  await owner.execute(sql`update products set tax_basis_points = case when id = ${bar} then 700 else 1900 end`)
  await sell([
    ['2026-03-11T09:00:00Z', bar, 'CASH', 107],
    ['2026-03-31T21:59:00Z', cola, 'CREDIT_CARD', 250],
    ['2026-03-12T10:00:00Z', cola, 'CASH', 250],
    ['2026-03-12T11:00:00Z', null, 'TOKEN', 50],
    // April in Berlin.
    ['2026-03-31T22:30:00Z', cola, 'CASH', 119],
  ])
})
afterAll(() => world.close())

async function sell(sales: [at: string, product: number | null, type: string, amount: number][]) {
  const rows = sales.map(([at, product, type, amount]) => ({ id: randomUUID(), at, amount, type, slot: '1', product, card: null }))
  const of = { company: world.company, machine, timezone: TIMEZONE, receivedAt: now }
  await world.ctx.database.withTenant(world.company, (db) => writeSales(db, of, rows, []))
}

const report = async (query: string): Promise<MoneyReport> => (await world.manager.call('GET', `${MONEY}?${query}`)).json().data
const close = (month: string, by = world.manager) => by.call('POST', `${MONEY}/months/${month}/close`)
const reopen = (month: string, reason: string, by = world.manager) => by.call('POST', `${MONEY}/months/${month}/reopen`, { reason })

async function file(query: string): Promise<Buffer> {
  const { downloadUrl } = (await world.manager.call('GET', `${MONEY}?${query}`)).json().data
  return (await world.app.inject({ method: 'GET', url: downloadUrl })).rawPayload
}

test('month has gross, net and tax by rate, means, machine and product', async () => {
  expect(await report('month=2026-03')).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-31',
    unfinished: false,
    closing: null,
    count: 4,
    gross: 6.57,
    tax: 0.87,
    net: 5.7,
    rates: [
      { rate: 19, gross: 5, tax: 0.8, net: 4.2 },
      { rate: 7, gross: 1.07, tax: 0.07, net: 1 },
      { rate: 0, gross: 0.5, tax: 0, net: 0.5 },
    ],
    means: [
      { type: 'CASH', gross: 3.57 },
      { type: 'CREDIT_CARD', gross: 2.5 },
      { type: 'TOKEN', gross: 0.5 },
    ],
    machines: [{ machine: { id: machine }, gross: 6.57 }],
    products: [{ product: { name: 'Cola' }, gross: 5 }, { product: { name: 'Bar' } }, { product: null }],
    late: [],
  })
  expect(await report('month=2026-04')).toMatchObject({ unfinished: false, gross: 1.19 })
  expect(await report('month=2026-06')).toMatchObject({ unfinished: true, gross: 0, rates: [] })
})

test('any period is reported; a default tax applies to unknown products from its day on', async () => {
  const days = 'startDate=2026-03-12T00:00:00%2B01:00&endDate=2026-03-13T00:00:00%2B01:00'
  expect(await report(days)).toMatchObject({ from: '2026-03-12', to: '2026-03-12', gross: 3, closing: null })
  const changed = await world.manager.call('PATCH', `${MONEY}/settings`, { defaultTax: 19, defaultTaxValidFrom: '2026-03-12' })
  expect(changed.json().data).toEqual({ accounts: null, defaultTax: 19 })
  expect((await report(days)).rates).toMatchObject([{ rate: 19, gross: 3, tax: 0.48 }])
})

test.each(['2026-02-31', '0000-01-01', 'today', '0001-01-01', '9999-12-31'])(
  'default tax is not valid from %s',
  async (defaultTaxValidFrom) => {
    expect((await world.manager.call('PATCH', `${MONEY}/settings`, { defaultTax: 19, defaultTaxValidFrom })).statusCode).toBe(422)
    expect((await world.manager.call('GET', `${MONEY}/settings`)).json().data).toEqual({ accounts: null, defaultTax: 0 })
  },
)

test('settings are accepted as they were read; accounts of null are removed', async () => {
  const settings = async (change?: object) => (await world.manager.call(change ? 'PATCH' : 'GET', `${MONEY}/settings`, change)).json().data
  const empty = await settings()
  expect(await settings({ ...empty, defaultTax: 7 })).toEqual({ accounts: null, defaultTax: 7 })
  await world.rival.call('PATCH', `${MONEY}/settings`, { accounts: ACCOUNTS })
  expect(await settings({ accounts: ACCOUNTS })).toEqual({ accounts: ACCOUNTS, defaultTax: 7 })
  expect(await settings({ ...(await settings()), defaultTax: 19 })).toEqual({ accounts: ACCOUNTS, defaultTax: 19 })
  expect(await settings({ accounts: null })).toEqual({ accounts: null, defaultTax: 19 })
  expect(await settings()).toEqual({ accounts: null, defaultTax: 19 })
  const others = (await world.rival.call('GET', `${MONEY}/settings`)).json().data
  expect(others.accounts).toEqual(ACCOUNTS)
})

test('changed settings are published to open screens', async () => {
  const events = async () => {
    const query = sql`select count(*)::int as count from live_events
      where company_id = ${world.company} and event -> 'data' -> 'changed' = '["company"]'::jsonb`
    return (await rowsOf<{ count: number }>(world.ctx.database.owner, query))[0]?.count
  }
  const before = Number(await events())
  await world.manager.call('PATCH', `${MONEY}/settings`, { defaultTax: 8 })
  expect(await events()).toBe(before + 1)
  await world.manager.call('PATCH', `${MONEY}/settings`, { defaultTax: 8 })
  expect(await events()).toBe(before + 1)
})

test('closed month keeps its figures; what arrives later is in the next month', async () => {
  const before = await report('month=2026-03')
  expect((await close('2026-03')).json().data).toMatchObject({ month: '2026-03' })
  await sell([['2026-03-20T09:00:00Z', cola, 'CASH', 238]])
  const { closing, ...after } = await report('month=2026-03')
  expect(closing).toMatchObject({ month: '2026-03' })
  expect({ ...after, closing: null }).toEqual(before)
  expect(await report('month=2026-04')).toMatchObject({
    gross: 3.57,
    tax: 0.57,
    late: [{ month: '2026-03', count: 1, gross: 2.38 }],
    machines: [{ gross: 3.57 }],
  })
  expect((await close('2026-04')).statusCode).toBe(200)
  expect(await report('month=2026-04')).toMatchObject({ gross: 3.57, late: [{ gross: 2.38 }] })
  expect(await report('month=2026-05')).toMatchObject({ gross: 0, late: [] })
})

test('a corrected rate of a closed month is in the next month', async () => {
  await close('2026-03')
  await world.ctx.database.owner.execute(sql`update products set tax_basis_points = 1900 where id = ${bar}`)
  const { rates, late } = await report('month=2026-04')
  expect(rates).toMatchObject([
    { rate: 19, gross: 2.26 },
    { rate: 7, gross: -1.07, tax: -0.07 },
  ])
  expect(late).toMatchObject([{ month: '2026-03', count: 0, gross: 0 }])
})

test('concurrent closings make one; months are closed in order and reopened with a reason', async () => {
  expect((await close('2026-06')).json().code).toBe('MONTH_NOT_OVER')
  const answers = await Promise.all([1, 2, 3].map(() => close('2026-03')))
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  const count = await rowsOf(world.ctx.database.owner, sql`select from month_closings`)
  expect(count).toHaveLength(1)
  expect((await close('2026-05')).json().code).toBe('MONTH_OUT_OF_ORDER')
  expect((await close('2026-02')).json().code).toBe('MONTH_OUT_OF_ORDER')
  await close('2026-04')
  expect((await reopen('2026-03', 'Wrong rate')).json().code).toBe('MONTH_OUT_OF_ORDER')
  expect((await reopen('2026-04', '')).statusCode).toBe(422)
  expect((await reopen('2026-04', 'Wrong rate')).statusCode).toBe(200)
  expect((await world.manager.call('GET', `${MONEY}/months`)).json().data).toMatchObject({
    closings: [{ month: '2026-03' }],
    next: '2026-04',
  })
  const [entry] = (await world.manager.call('GET', '/audit?size=1')).json().data
  expect(entry).toMatchObject({ action: 'month-reopened', of: { kind: 'month', id: '2026-04' }, after: { reason: 'Wrong rate' } })
})

test('a rival or a serviceman can neither read nor change anything', async () => {
  await close('2026-03')
  const theirs = (await world.rival.call('GET', `${MONEY}?month=2026-03`)).json().data
  expect(theirs).toMatchObject({ gross: 0, closing: null, machines: [] })
  expect((await reopen('2026-03', 'x', world.rival)).json().code).toBe('MONTH_OUT_OF_ORDER')
  expect((await close('2026-03', world.rival)).statusCode).toBe(200)
  expect((await report('month=2026-03')).gross).toBe(6.57)
  expect((await close('2026-03', world.serviceman)).statusCode).toBe(403)
  expect((await world.serviceman.call('GET', `${MONEY}?month=2026-03`)).statusCode).toBe(403)
})

test('export of a closed month stays the same to the byte', async () => {
  await world.manager.call('PATCH', `${MONEY}/settings`, { accounts: ACCOUNTS })
  await close('2026-03')
  const formats = ['xlsx', 'csv', 'datev'] as const
  const all = async () => {
    const files: Buffer[] = []
    for (const format of formats) files.push(await file(`month=2026-03&exportType=${format}&locale=de`))
    return files
  }
  const first = await all()
  await sell([['2026-03-20T09:00:00Z', cola, 'CASH', 238]])
  await world.ctx.database.owner.execute(sql`update machines set name = 'Renamed'`)
  await world.manager.call('PATCH', `${MONEY}/settings`, { accounts: { ...ACCOUNTS, clearingAccount: '1370' } })
  now += 5_000
  expect((await all()).map((content, index) => content.equals(first[index] as Buffer))).toEqual([true, true, true])
  expect(first.every((content) => content.length > 300)).toBe(true)
  await world.manager.call('PATCH', `${MONEY}/settings`, { accounts: null })
  expect((await file('month=2026-03&exportType=datev')).equals(first[2] as Buffer)).toBe(true)
  expect((await world.manager.call('GET', `${MONEY}?month=2026-02&exportType=datev`)).json().code).toBe('ACCOUNTS_MISSING')
})

test('table has the figures of the report, and no formulas', async () => {
  const csv = (await file('month=2026-03&exportType=csv&locale=de')).toString()
  expect(csv).toContain('Gesamt;;4;6,57;5,70;0,87\r\n')
  expect(csv).toContain('MwSt.-Satz;19 %;2;5,00;4,20;0,80\r\n')
  expect(csv).toContain(`Automat;'=cmd();4;6,57`)
})

test('DATEV file posts each rate once, and the clearing account has the balance 0', async () => {
  expect((await world.manager.call('GET', `${MONEY}?month=2026-03&exportType=datev`)).json().code).toBe('ACCOUNTS_MISSING')
  await world.manager.call('PATCH', `${MONEY}/settings`, { accounts: { ...ACCOUNTS, revenueAccounts: [{ rate: 19, account: '4400' }] } })
  const refused = (await world.manager.call('GET', `${MONEY}?month=2026-03&exportType=datev`)).json()
  expect([refused.code, refused.detail]).toEqual(['ACCOUNTS_MISSING', 'These rates have no revenue account: 7 %, 0 %.'])
  await world.manager.call('PATCH', `${MONEY}/settings`, { accounts: ACCOUNTS })
  expect((await world.manager.call('GET', `${MONEY}?exportType=datev`)).statusCode).toBe(400)
  const [head, , ...lines] = (await file('month=2026-03&exportType=datev')).toString('latin1').trim().split('\r\n')
  expect(head).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;20260602120000000;;"RE";"";"";29098;55003;20260101;4;20260301;20260331;/)
  const posted = lines.map((line) => line.split(';')).map((fields) => [fields[0], fields[1], fields[6], fields[7], fields[9], fields[13]])
  expect(posted).toEqual([
    ['5,00', '"S"', '1360', '4400', '3103', '"Erlöse 19 % 2026-03"'],
    ['1,07', '"S"', '1360', '4300', '3103', '"Erlöse 7 % 2026-03"'],
    ['0,50', '"S"', '1360', '4100', '3103', '"Erlöse 0 % 2026-03"'],
    ['3,57', '"S"', '1600', '1360', '3103', '"Bar 2026-03"'],
    ['2,50', '"S"', '1361', '1360', '3103', '"Karte 2026-03"'],
    ['0,50', '"S"', '1362', '1360', '3103', '"Sonstige Zahlung 2026-03"'],
  ])
})

test.each([
  ['JPY', 500, 80],
  ['KWD', 0.5, 0.08],
])('amounts in %s have its decimals', async (currency, gross, tax) => {
  await world.ctx.database.owner.execute(sql`update companies set currency = ${currency}`)
  expect((await report('month=2026-03')).rates[0]).toMatchObject({ gross, tax })
})
