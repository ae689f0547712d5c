import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, HOUR, toIso } from '#domain/time.ts'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { twoCompanies } from '../../../tests/support/two-companies.ts'
import type { GatedTransaction } from '../../http/gated-transactions.ts'
import { differencesFor } from './differences.ts'

const COLLECTIONS = 450

test('differences of many collections are read in several short transactions', async () => {
  const clock = aClock()
  const { ctx, company, close } = await twoCompanies({ now: clock.now })
  const { id: machine } = await aMachine(ctx, company, { name: 'Foyer', slots: [] })
  const begin = clock.now() - 20 * DAY
  await ctx.database.withTenant(company, async (db) => {
    // A sale of 5.00 before each collection; 4.99 is counted.
    await db.execute(sql`
      with taken as (
          select gen_random_uuid() as id, ${toIso(begin)}::timestamptz + n * interval '1 hour' as at from generate_series(1, ${COLLECTIONS}::int) n),
        sold as (
          insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
          select ${company}, ${machine}, at - interval '1 minute', gen_random_uuid(), 0, 'delta', 'SALE', 500 from taken),
        withdrawn as (
          insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor, taken_minor)
          select ${company}, ${machine}, at, id, 0, 'count', 'WITHDRAWN', 0, 500 from taken),
        collected as (
          insert into collections (company_id, operation_id, machine_id, at, bag, bag_key)
          select ${company}, id, ${machine}, at, id::text, id::text from taken)
      insert into bag_counts (company_id, operation_id, at, amount_minor, bag, bag_key, collection_id)
      select ${company}, gen_random_uuid(), at, 499, id::text, id::text, id from taken`)
  })
  let transactions = 0
  const transaction: GatedTransaction = (work) => {
    transactions++
    return ctx.database.withTenant(company, work)
  }
  const { machines } = await differencesFor(transaction, { companyId: company, currency: 'EUR' }, clock.now() + HOUR)
  expect(machines).toMatchObject([{ machine: { id: machine }, collections: COLLECTIONS, expectedAmount: 2250, difference: -4.5 }])
  expect(transactions).toBe(2 + 3)
  await close()
})
