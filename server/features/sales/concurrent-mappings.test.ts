import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aMachine } from '../../../tests/support/fleet.ts'
import { twoCompaniesOn } from '../../../tests/support/two-companies.ts'
import { waitingLocks } from '../../../tests/support/waiting-locks.ts'

// On the embedded database transactions run one after another.
it('mappings of a machine that are replaced at once are replaced one after another', async ({ skip }) => {
  const world = await twoCompaniesOn('postgresql')
  if ('missing' in world) return skip(world.missing)
  try {
    const { ctx, company, manager } = world
    const { id } = await aMachine(ctx, company)
    const path = `/machines/${id}/transactions/mappings`
    const pairs = [{ vendMethod: 'CASHLESS_2', paymentMethod: 'BLIK' }]
    let both: ReturnType<typeof manager.call>[] = []
    await ctx.database.withTenant(company, async (db) => {
      await db.execute(sql`select from machines m where m.company_id = ${company} and m.id = ${id} for update`)
      both = [manager.call('PUT', path, pairs), manager.call('PUT', path, pairs)]
      await expect.poll(() => waitingLocks(ctx.database)).toBe(2)
    })
    expect((await Promise.all(both)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await manager.call('GET', path)).json().data).toEqual(pairs)
  } finally {
    await world.close()
  }
})
