import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { aUser } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { rebuildDailySales } from '../../self-check/daily-sales.store.ts'
import { sumSales } from '../sales/transactions.store.ts'
import { dueMonday, sendWeeklySummaries } from './weekly-summaries.job.ts'

let world: TwoCompanies
let machine: number
/** Berlin is an hour ahead: 6 o'clock on Monday, the 2nd of March. */
const MONDAY = Date.parse('2026-03-02T05:00:00Z')
const at = (now: number) => ({ ...world.ctx, log: world.app.log, now: () => now })

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  const cola = await aProduct(ctx, company, { name: 'Cola' })
  machine = (await aMachine(ctx, company, { name: 'Lobby', slots: [{ number: '1', product: cola, max: 10, quantity: 2 }] })).id
  const sold = (iso: string, minor: number) =>
    ctx.database.owner.execute(sql`
      insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id)
      values (${company}, gen_random_uuid(), ${machine}, ${iso}, ${minor}, 'CASH', '1', ${cola})`)
  // The last minute of the week before, the first and the last of the week, and the first of the next, in Berlin time.
  for (const [iso, minor] of [
    ['2026-02-22T22:59:00Z', 1_000],
    ['2026-02-22T23:00:00Z', 150],
    ['2026-03-01T22:59:00Z', 250],
    ['2026-03-01T23:00:00Z', 5_000],
  ] as const)
    await sold(iso, minor)
  await ctx.database.withTenant(company, (db) => rebuildDailySales(db, company))
  await ctx.database.owner.execute(sql`update companies set created_at = '2026-01-05T08:00:00Z'`)
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.ctx.database.owner.execute(sql`delete from mails`)
  await world.ctx.database.owner.execute(sql`delete from weekly_mails`)
  await world.ctx.database.owner.execute(sql`update users set weekly_emails = false`)
})

const reader = (email: string, traits: Parameters<typeof aUser>[2] = {}) => aUser(world.ctx, { id: world.company }, { email, ...traits })
const wants = (email: string) => world.ctx.database.owner.execute(sql`update users set weekly_emails = true where email = ${email}`)
const mails = () =>
  rowsOf<{ to: string; words: Record<string, string> }>(
    world.ctx.database.owner,
    sql`select "to", content -> 'words' as words from mails order by "to"`,
  )

test("summary shows last week's figures as on screen, beside the week before", async () => {
  await reader('ada@week.example')
  await wants('ada@week.example')
  await sendWeeklySummaries(at(MONDAY))
  const [mail] = await mails()
  expect(mail).toMatchObject({
    to: 'ada@week.example',
    words: { turnover: '€4.00', turnoverBefore: '€10.00', count: '2', countBefore: '1', from: 'Feb 23, 2026', until: 'Mar 1, 2026' },
  })
  expect(mail?.words.machines).toBe('– Lobby: €4.00')
  expect(mail?.words.products).toBe('– Cola: 2 sold')
  expect(mail?.words.shortages).toBe('– Lobby: 1 of 1 places nearly empty')
  const span = { from: Date.parse('2026-02-22T23:00:00Z'), until: Date.parse('2026-03-01T23:00:00Z') }
  const sums = await world.ctx.database.withTenant(world.company, (db) => sumSales(db, world.company, span, { timezone: 'Europe/Berlin' }))
  expect(sums.reduce((sum, { turnoverMinor }) => sum + turnoverMinor, 0)).toBe(400)
})

test('summary is sent once a week, also by two servers', async () => {
  await reader('once@week.example')
  await wants('once@week.example')
  await Promise.all([sendWeeklySummaries(at(MONDAY)), sendWeeklySummaries(at(MONDAY))])
  await sendWeeklySummaries(at(MONDAY + 3_600_000))
  expect(await mails()).toHaveLength(1)
  await sendWeeklySummaries(at(MONDAY + 7 * 24 * 3_600_000))
  expect(await mails()).toHaveLength(2)
})

test('summary is sent only to managers who subscribed and have an address', async () => {
  await reader('off@week.example')
  await reader('serviceman@week.example', { companyRole: 'ROLE_EMPLOYEE' })
  await reader('gone@week.example', { enabled: false })
  for (const email of ['serviceman@week.example', 'gone@week.example']) await wants(email)
  await sendWeeklySummaries(at(MONDAY))
  expect(await mails()).toEqual([])
})

test('summary skips companies younger than a week or without machines and sales', async () => {
  const { ctx, rivalCompany } = world
  await aUser(ctx, { id: rivalCompany }, { email: 'empty@week.example' })
  await reader('young@week.example')
  for (const email of ['young@week.example', 'empty@week.example']) await wants(email)
  await ctx.database.owner.execute(sql`update companies set created_at = '2026-02-24T08:00:00Z' where id = ${world.company}`)
  await sendWeeklySummaries(at(MONDAY))
  expect(await mails()).toEqual([])
  await ctx.database.owner.execute(sql`update companies set created_at = '2026-02-23T05:00:00Z' where id = ${world.company}`)
  await sendWeeklySummaries(at(MONDAY))
  expect((await mails()).map(({ to }) => to)).toEqual(['young@week.example'])
})

test('summary is skipped after two weeks without sales and without shortages', async () => {
  const { ctx, rivalCompany, rival } = world
  await rival.call('POST', '/machines', { name: 'New machine', type: 'SNACK' })
  await aUser(ctx, { id: rivalCompany }, { email: 'zeros@week.example' })
  await wants('zeros@week.example')
  await ctx.database.owner.execute(sql`update companies set created_at = '2026-01-05T08:00:00Z' where id = ${rivalCompany}`)
  await sendWeeklySummaries(at(MONDAY))
  expect(await mails()).toEqual([])
})

test('summary of a company that fails does not stop those of the others', async () => {
  const { ctx, company, rivalCompany } = world
  const tea = await aProduct(ctx, rivalCompany, { name: 'Tea' })
  await aMachine(ctx, rivalCompany, { slots: [{ number: '1', product: tea, max: 10, quantity: 1 }] })
  await reader('fails@week.example')
  await aUser(ctx, { id: rivalCompany }, { email: 'other@week.example' })
  for (const email of ['fails@week.example', 'other@week.example']) await wants(email)
  await ctx.database.owner.execute(sql`update companies set created_at = '2026-01-05T08:00:00Z'`)
  await ctx.database.owner.execute(sql`update companies set timezone = 'Nowhere/None' where id = ${company}`)
  expect(await sendWeeklySummaries(at(MONDAY))).toBe('failed')
  expect((await mails()).map(({ to }) => to)).toEqual(['other@week.example'])
})

test.each([
  ['2026-03-02T04:59:00Z', 'Europe/Berlin', null],
  ['2026-03-02T05:00:00Z', 'Europe/Berlin', { year: 2026, month: 3, day: 2 }],
  ['2026-03-02T22:59:00Z', 'Europe/Berlin', { year: 2026, month: 3, day: 2 }],
  ['2026-03-02T23:00:00Z', 'Europe/Berlin', null],
  ['2026-03-01T21:00:00Z', 'Asia/Tokyo', { year: 2026, month: 3, day: 2 }],
  ['2026-03-02T05:00:00Z', 'America/New_York', null],
])('summary at %s in %s is due for %o', (iso, timezone, monday) => {
  expect(dueMonday(Date.parse(iso), timezone)).toEqual(monday)
})
