import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct, assign } from '../../tests/support/fleet.ts'
import { aCompany, aHouse, aUser, type TestHouse } from '../../tests/support/house.ts'
import { rowsOf, sqlStateOf } from './database.ts'
import { HOUSE_TABLES } from './walls.ts'

/** What belongs to no company: the house's own tables, and what is true of the database as a whole. */
const WITHOUT_COMPANY = [...HOUSE_TABLES, 'companies', 'installation', 'migrations']

/** What nobody may change or delete, be it their own. */
const ONLY_ADDED_TO = ['audit_entries']

const REFUSED_BY_POLICY = '42501'

let house: TestHouse
let ours: number
let theirs: number
let tables: string[]

beforeAll(async () => {
  house = await aHouse()
  ours = (await aCompany(house, { name: 'Ours' })).id
  theirs = (await aCompany(house, { name: 'Theirs' })).id
  for (const company of [ours, theirs]) {
    const user = await aUser(house, { id: company })
    const product = await aProduct(house, company)
    const machine = await aMachine(house, company, { slots: [{ number: '1', product, max: 5, quantity: 3 }] })
    await assign(house, company, machine.id, user.id)
  }
  tables = (
    await rowsOf<{ name: string }>(
      house.database.owner,
      sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) order by 1`,
    )
  ).map(({ name }) => name)
})
afterAll(() => house.database.close())

const owned = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(house.database.owner, statement)

describe('the catalogue of the database', () => {
  test('has a company on every table that is not the house’s own', async () => {
    const all = await owned<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    expect(all.map(({ name }) => name).toSorted()).toEqual([...tables, ...WITHOUT_COMPANY].toSorted())
    expect(tables.length).toBeGreaterThan(12)
  })

  test('forces row-level security on every table, with the policies of house and company', async () => {
    const secured = await owned<{ name: string; forced: boolean; policies: string[] }>(
      sql`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
          array(select polname::text from pg_policy where polrelid = c.oid order by 1) as policies
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    )
    for (const { name, forced, policies } of secured) {
      expect([name, forced]).toEqual([name, true])
      if (tables.includes(name) || name === 'companies') expect([name, ...policies]).toEqual([name, 'company', 'house'])
      else expect(policies).not.toContain('company')
    }
  })

  test('carries the company in every key and in every reference between tables of companies', async () => {
    const keys = await owned<{ name: string; kind: string; columns: string[]; refers: string | null }>(
      sql`select c.conname as name, c.contype::text as kind, c.confrelid::regclass::text as refers,
          array(select a.attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
        from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'f') and c.conrelid::regclass::text = any(${`{${tables.join(',')}}`}::text[])`,
    )
    expect(keys.length).toBeGreaterThan(tables.length)
    for (const { name, columns } of keys) expect([name, columns.includes('company_id')]).toEqual([name, true])
  })

  test('has nothing that would run with the rights of somebody else', async () => {
    expect(await owned(sql`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`)).toEqual([])
    const views = sql`select relname from pg_class where relnamespace = 'public'::regnamespace
      and (relkind = 'm' or (relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions), false)))`
    expect(await owned(views)).toEqual([])
  })

  test('runs requests under roles that own nothing and may not pass the walls', async () => {
    const roles = await owned<{ bypasses: boolean; owns: number }>(
      sql`select r.rolsuper or r.rolbypassrls as bypasses, (select count(*)::int from pg_class where relowner = r.oid) as owns from pg_roles r where r.rolname like 'roundsman_%'`,
    )
    expect(roles).toEqual([
      { bypasses: false, owns: 0 },
      { bypasses: false, owns: 0 },
    ])
  })
})

describe('inside a company', () => {
  test('no row of another exists, in any table', async () => {
    const filled = await Promise.all(
      tables.map(
        async (name) => [name, (await owned(sql`select from ${sql.identifier(name)} where company_id = ${theirs}`)).length] as const,
      ),
    )
    expect(filled.filter(([, rows]) => rows > 0).map(([name]) => name)).toEqual(
      expect.arrayContaining(['assignments', 'feed', 'machines', 'movements', 'products', 'slots', 'stock_points', 'users']),
    )
    for (const name of tables) {
      const seen = await house.database.asCompany(ours, (db) =>
        rowsOf<{ company: number }>(db, sql`select distinct company_id as company from ${sql.identifier(name)}`),
      )
      expect([name, seen.filter(({ company }) => company !== ours)]).toEqual([name, []])
    }
    const companies = await house.database.asCompany(ours, (db) => rowsOf<{ id: number }>(db, sql`select id from companies`))
    expect(companies).toEqual([{ id: ours }])
  })

  test('nothing of another can be changed or deleted', async () => {
    for (const name of tables.filter((name) => !ONLY_ADDED_TO.includes(name))) {
      const changed = await house.database.asCompany(ours, async (db) => [
        ...(await rowsOf(db, sql`update ${sql.identifier(name)} set company_id = company_id where company_id = ${theirs} returning 1`)),
        ...(await rowsOf(db, sql`delete from ${sql.identifier(name)} where company_id = ${theirs} returning 1`)),
      ])
      expect([name, changed]).toEqual([name, []])
    }
  })

  test('nothing can be written for another, nor given away', async () => {
    const refused = (statement: ReturnType<typeof sql>) =>
      house.database
        .asCompany(ours, (db) => db.execute(statement))
        .then(
          () => 'written',
          (error: unknown) => sqlStateOf(error),
        )
    expect(
      await refused(
        sql`insert into machines (company_id, name, type, token, created_at) values (${theirs}, 'Planted', 'SNACK', ${randomUUID()}, now())`,
      ),
    ).toBe(REFUSED_BY_POLICY)
    expect(await refused(sql`update products set company_id = ${theirs}`)).toBe(REFUSED_BY_POLICY)
    expect(
      await refused(
        sql`insert into companies (name, legal_name, currency, locale, timezone, plan_name, integrations, created_at) values ('x', 'x', 'EUR', 'en', 'UTC', 'x', '{}', now())`,
      ),
    ).toBe(REFUSED_BY_POLICY)
    expect(await refused(sql`select * from guesses`)).toBe(REFUSED_BY_POLICY)
  })
})

test('a transaction that names no company sees none', async () => {
  const seen = await house.database.owner.transaction(async (db) => {
    await db.execute(sql`select set_config('role', 'roundsman_company', true)`)
    return rowsOf(db, sql`select from machines`)
  })
  expect(seen).toEqual([])
})
