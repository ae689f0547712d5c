import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toIso } from '#domain/time.ts'
import { aMachine } from '../../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { makeOrderedFiles } from '../../files/ordered-files.job.ts'
import { orderFile } from '../../files/ordered-files.store.ts'
import type { AppContext } from '../../http/request-context.ts'
import { salesTable } from './sales-file.ts'

const START = Date.parse('2026-02-01T00:00:00Z')
const SPAN = { from: START, until: Date.parse('2026-02-20T00:00:00Z') }
let world: TwoCompanies
const ctx = (): AppContext => ({ ...world.ctx, log: world.app.log })

beforeAll(async () => {
  world = await twoCompanies()
})
afterAll(() => world.close())

test('rows of a large table are fetched a thousand at a time while writing', async () => {
  const { company } = world
  const { id } = await aMachine(world.ctx, company, { slots: [] })
  await world.ctx.database.owner.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, received_at)
    select ${company}, gen_random_uuid(), ${id}, ${toIso(START)}::timestamptz + n * interval '1 minute', 150, 'CASH', '11', ${toIso(START)}
    from generate_series(1, 2500) n`)
  const { sheet } = await salesTable(ctx(), company, SPAN, 'en')
  const transactions = vi.spyOn(world.ctx.database, 'withTenant')
  const pages: number[] = []
  for await (const _ of sheet.rows) pages.push(transactions.mock.calls.length)
  transactions.mockRestore()
  expect([pages.length, pages[0], pages[1_000], pages.at(-1)]).toEqual([2_500, 1, 2, 3])
})

test('large file is stored in parts while it is generated', async () => {
  const { company, manager } = world
  const order = { purpose: 'transactions-export', company, locale: 'en', sales: SPAN } as const
  await world.ctx.database.withTenant(company, (db) => orderFile(db, { userId: manager.id, order, now: world.ctx.now() }))
  const kept = async () =>
    (await rowsOf<{ count: number }>(world.ctx.database.owner, sql`select count(*)::int as count from ordered_file_parts`))[0]?.count
  const whileMade: (number | undefined)[] = []
  await makeOrderedFiles(ctx(), async () => ({
    name: 'sales.xlsx',
    type: 'application/zip',
    content: (async function* () {
      for (let piece = 0; piece < 4; piece++) {
        whileMade.push(await kept())
        yield Buffer.alloc(1024 * 1024)
      }
    })(),
  }))
  expect([whileMade, await kept()]).toEqual([[0, 1, 2, 3], 4])
})
