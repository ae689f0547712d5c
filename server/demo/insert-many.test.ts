import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDatabase } from '../../tests/support/test-context.ts'
import type { Database } from '../db/client.ts'
import { moment, wholeNumber } from '../db/columns.ts'
import { insertMany } from './insert-many.ts'

const things = pgTable('things', {
  companyId: integer().notNull(),
  quantity: wholeNumber(),
  countedAt: moment(),
  operationId: uuid(),
  note: text(),
  left: text().default('as it was'),
})

let database: Database
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

it('insertMany inserts values of every type and omits unused columns', async () => {
  const nothing = { companyId: 1, quantity: null, countedAt: null, operationId: null, note: null }
  const one = (values: Partial<typeof things.$inferInsert>) => ({ ...nothing, ...values })
  const rows = [
    one({ companyId: -2_147_483_648, quantity: Number.MAX_SAFE_INTEGER, note: '' }),
    one({ companyId: 2_147_483_647, quantity: Number.MIN_SAFE_INTEGER, note: 'null' }),
    one({ quantity: -1, countedAt: Date.parse('1999-12-31T23:59:59.999Z'), note: '{"Zażółć", \\N}\t\n’日本' }),
    one({
      quantity: 4_294_967_296,
      countedAt: Date.parse('2026-03-12T10:20:00.001Z'),
      operationId: '019ca6b1-dc00-7abc-8def-00ffffff0080',
    }),
    // More than the buffer for the first rows.
    ...Array.from({ length: 3_000 }, (_, index) => one({ quantity: index, note: `${index}`.repeat(20) })),
  ]
  const written = await database.asOwner(async (db) => {
    await db.execute(sql`create temporary table things (company_id int not null, quantity bigint, counted_at timestamptz(3), operation_id uuid,
      note text, "left" text default 'as it was')`)
    await insertMany(db, things, rows)
    return db.select().from(things).orderBy(sql`ctid`)
  })
  expect(written).toEqual(rows.map((row) => ({ ...row, left: 'as it was' })))
})

it('insertMany reports the type of an unsupported column', async () => {
  if (database.kind !== 'embedded') return
  const odd = pgTable('odd', { list: integer().array() })
  const written = database.asOwner((db) => insertMany(db, odd, [{ list: [1] }]))
  await expect(written).rejects.toThrow('columns of type integer[] cannot be copied')
})
