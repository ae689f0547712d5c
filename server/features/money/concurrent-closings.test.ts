import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { fromIso } from '#domain/time.ts'
import { aMachine, aProduct } from '../../../tests/support/fleet.ts'
import { twoCompaniesOn } from '../../../tests/support/two-companies.ts'
import { waitingLocks } from '../../../tests/support/waiting-locks.ts'
import { type Db, rowsOf } from '../../db/client.ts'
import { writeSales } from '../telemetry/vends.store.ts'
import { lockClosings } from './closings.store.ts'

const NOW = fromIso('2026-06-02T12:00:00.000Z')
const TIMEZONE = 'Europe/Berlin'

// On the embedded database transactions run one after another.
async function aMonth() {
  const world = await twoCompaniesOn('postgresql', { now: () => NOW })
  if ('missing' in world) return world
  const { ctx, company, manager } = world
  await ctx.database.owner.execute(sql`update companies set timezone = ${TIMEZONE}`)
  const machine = (await aMachine(ctx, company)).id
  const product = await aProduct(ctx, company)
  await ctx.database.owner.execute(sql`update products set tax_basis_points = 1900`)
  const sell = (db: Db, amount: number) =>
    writeSales(
      db,
      { company, machine, timezone: TIMEZONE, receivedAt: NOW },
      [{ id: randomUUID(), at: '2026-03-11T09:00:00Z', amount, type: 'CASH', slot: '1', product, card: null }],
      [],
    )
  await ctx.database.withTenant(company, (db) => sell(db, 238))
  return {
    ...world,
    sell,
    close: () => manager.call('POST', '/reports/v2/money/months/2026-03/close'),
    report: async (month: string) => (await manager.call('GET', `/reports/v2/money?month=${month}`)).json().data,
    waiting: () => waitingLocks(ctx.database),
  }
}

it('two closings of a month at once store it once', async ({ skip }) => {
  const world = await aMonth()
  if ('missing' in world) return skip(world.missing)
  try {
    const { ctx, company, manager, close, report, waiting } = world
    const open = await report('2026-03')
    let both: ReturnType<typeof close>[] = []
    await ctx.database.withTenant(company, async (db) => {
      await lockClosings(db, company)
      both = [close(), close()]
      await expect.poll(waiting).toBe(2)
    })
    const answers = await Promise.all(both)

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[1]?.body).toBe(answers[0]?.body)
    const { owner } = ctx.database
    expect(await rowsOf(owner, sql`select part, gross_minor::int as gross from closed_sales order by part`)).toEqual([
      { part: 'MACHINE', gross: 238 },
      { part: 'PRODUCT', gross: 238 },
    ])
    expect(await rowsOf(owner, sql`select from month_closings`)).toHaveLength(1)
    const entries = (await manager.call('GET', '/audit?size=10')).json().data as { action: string }[]
    expect(entries.filter(({ action }) => action === 'month-closed')).toHaveLength(1)
    expect({ ...(await report('2026-03')), closing: null }).toEqual(open)
    expect(await report('2026-04')).toMatchObject({ gross: 0, late: [] })
  } finally {
    await world.close()
  }
})

it('a sale stored while its month is being closed is not in the closed figures', async ({ skip }) => {
  const world = await aMonth()
  if ('missing' in world) return skip(world.missing)
  try {
    const { ctx, company, close, report, sell } = world
    const open = await report('2026-03')
    await ctx.database.withTenant(company, async (db) => {
      await sell(db, 119)
      expect((await close()).statusCode).toBe(200)
    })
    expect({ ...(await report('2026-03')), closing: null }).toEqual(open)
    expect(await report('2026-04')).toMatchObject({ gross: 1.19, late: [{ month: '2026-03', count: 1, gross: 1.19 }] })
  } finally {
    await world.close()
  }
})
