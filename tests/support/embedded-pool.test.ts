import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Database, rowsOf } from '../../server/db/client.ts'
import { openPooled } from './embedded-pool.ts'
import { migrated } from './test-context.ts'

const open = () => openPooled(migrated)
const addCompany = ({ owner }: Database) =>
  rowsOf<{ id: number }>(
    owner,
    sql`with c as (insert into companies (name, legal_name, country, currency, locale, timezone, plan_name, integrations, created_at)
      values ('A', 'A', 'DE', 'EUR', 'en-US', 'Europe/Berlin', 'STANDARD', '{}', now()) returning id) select id from c`,
  )
const companies = ({ owner }: Database) => rowsOf(owner, sql`select from companies`)
const epoch = ({ owner }: Database) => rowsOf(owner, sql`select epoch from installation`)

test('a reused database is empty, restarts its sequences, and has a new installation id', async () => {
  const first = await open()
  const [before, id] = [await epoch(first), await addCompany(first)]
  await first.close()
  const second = await open()
  expect(await companies(second)).toEqual([])
  expect(await epoch(second)).toHaveLength(1)
  expect(await epoch(second)).not.toEqual(before)
  expect(await addCompany(second)).toEqual(id)
  await second.close()
})

test('a database with a changed schema is not reused', async () => {
  const first = await open()
  await first.owner.execute(sql`alter table companies disable row level security`)
  await first.close()
  const second = await open()
  const secured = await rowsOf(second.owner, sql`select relrowsecurity as on from pg_class where relname = 'companies'`)
  expect(secured).toEqual([{ on: true }])
  await second.close()
})

test('work after the close fails instead of writing into the next test', async () => {
  const first = await open()
  await first.close()
  await expect(first.asSystem(async () => {})).rejects.toThrow('the database is closed')
  expect(() => first.owner.execute(sql`select 1`)).toThrow('the database is closed')
})
