import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMachine, aProduct, assign } from '../../tests/support/fleet.ts'
import { aCompany, aUser, createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import { rowsOf, sqlStateOf } from './client.ts'

/** Tables without a company, and why. */
const WITHOUT_COMPANY: Record<string, string> = {
  announcements: 'are the same for every company',
  asked_letters: 'are requested before the sign-in, for an address that may have no account',
  guesses: 'counts attempts before the sign-in',
  jobs: 'background jobs of the server, for all companies',
  registrations: 'belong to companies that do not exist yet',
  spent_captchas: 'captchas are solved before the sign-in',
  companies: 'is the company itself; its policy compares the id',
  installation: 'concerns the whole database',
  migrations: 'concerns the whole database',
}

/** Unique indexes across companies, and why. */
const ONE_OVER_ALL: Record<string, string> = {
  users_login: 'the sign-in finds the company by the login',
  machines_token: 'a scanned sticker has no company',
  sessions_access: 'requests find their session by the access token',
  password_resets_hash: 'a link identifies the user',
  invitations_hash: 'a link identifies the invitation',
  refresh_tokens_hash: 'a refresh token identifies the session',
  devices_claimed: 'a device belongs to one company at a time',
  devices_key: 'a key identifies the device',
  api_keys_hash: 'a key identifies the client and its company',
}

/** Append-only tables, even for their own company. */
const ONLY_ADDED_TO = ['audit_entries', 'closed_files', 'closed_sales']

/** Functions of partitioned tables on PostgreSQL, which write the ids of sales, because a request has no access to the table of ids. */
const CHANGE_IDS = ['partitions.enter_transactions', 'partitions.leave_transactions']

const REFUSED_BY_POLICY = '42501'

let ctx: TestContext
let ours: number
let theirs: number
let tables: string[]

beforeAll(async () => {
  ctx = await createTestContext()
  ours = (await aCompany(ctx, { name: 'Ours' })).id
  theirs = (await aCompany(ctx, { name: 'Theirs' })).id
  for (const company of [ours, theirs]) {
    const user = await aUser(ctx, { id: company })
    const product = await aProduct(ctx, company)
    const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 5, quantity: 3 }] })
    await assign(ctx, company, machine.id, user.id)
  }
  tables = (
    await rowsOf<{ name: string }>(
      ctx.database.owner,
      sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) order by 1`,
    )
  ).map(({ name }) => name)
})
afterAll(() => ctx.database.close())

const owned = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(ctx.database.owner, statement)

describe('database catalogue', () => {
  test('has a company on every table except system tables', async () => {
    const all = await owned<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    expect(all.map(({ name }) => name).toSorted()).toEqual([...tables, ...Object.keys(WITHOUT_COMPANY)].toSorted())
    expect(tables.length).toBeGreaterThan(12)
  })

  test('forces row-level security on every table, with policies for system and company', async () => {
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

  test('restricts every company policy to the company alone', async () => {
    const policies = await owned<{ table: string; role: string; command: string; permissive: string; using: string; check: string | null }>(
      sql`select tablename as table, roles[1]::text as role, cmd as command, permissive, qual as using, with_check as check from pg_policies where schemaname = 'public' and policyname = 'company'`,
    )
    expect(policies.length).toBe(tables.length + 1)
    for (const { table, ...policy } of policies) {
      const key = table === 'companies' ? 'id' : 'company_id'
      const isOwn = `(${key} = (NULLIF(current_setting('app.company'::text, true), ''::text))::integer)`
      expect([table, policy]).toEqual([
        table,
        { role: 'roundsman_company', command: 'ALL', permissive: 'PERMISSIVE', using: isOwn, check: isOwn },
      ])
    }
    const beside = await owned<{ name: string }>(
      sql`select tablename || ' ' || policyname as name from pg_policies where schemaname = 'public' and policyname not in ('company', 'house')`,
    )
    expect(beside).toEqual([{ name: 'installation readable' }])
  })

  test('has the company first in every key', async () => {
    const keys = await owned<{ table: string; columns: string[] }>(
      sql`select c.conrelid::regclass::text as table, array(select a.attname::text from unnest(c.conkey) with ordinality k(number, place)
            join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.place) as columns
        from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype = 'p' and c.conrelid::regclass::text = any(${`{${tables.join(',')}}`}::text[])`,
    )
    expect(keys.map(({ table }) => table).toSorted()).toEqual(tables)
    for (const { table, columns } of keys) expect([table, columns[0]]).toEqual([table, 'company_id'])
  })

  test('has the company in every foreign key', async () => {
    const references = await owned<{ name: string; pairs: string[] }>(
      sql`select c.conname as name, array(select f.attname || ' to ' || c.confrelid::regclass || '.' || t.attname from unnest(c.conkey, c.confkey) as k(from_column, to_column)
            join pg_attribute f on f.attrelid = c.conrelid and f.attnum = k.from_column
            join pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.to_column) as pairs
        from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype = 'f'`,
    )
    expect(references.length).toBeGreaterThan(10)
    for (const { name, pairs } of references)
      expect([name, pairs.some((pair) => /^company_id to (companies\.id|\w+\.company_id)$/.test(pair))]).toEqual([name, true])
  })

  test('lets two companies have equal rows, except for keys that identify the company', async () => {
    const unique = await owned<{ name: string; byCompany: boolean }>(
      sql`select i.indexrelid::regclass::text as name, exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'company_id' and a.attnum = any(i.indkey)) as "byCompany"
        from pg_index i where i.indisunique and i.indrelid::regclass::text = any(${`{${tables.join(',')}}`}::text[])`,
    )
    expect(unique.length).toBeGreaterThan(tables.length)
    expect(
      unique
        .filter(({ byCompany }) => !byCompany)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(ONE_OVER_ALL).toSorted())
  })

  test('has nothing that runs with the privileges of another role', async () => {
    const ours = sql`not in ('pg_catalog', 'information_schema', 'pg_toast')`
    const functions = await owned<{ name: string }>(
      sql`select n.nspname || '.' || proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname ${ours} and p.prosecdef`,
    )
    expect(functions.filter(({ name }) => !CHANGE_IDS.includes(name))).toEqual([])
    const views = sql`select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${ours}
      and (relkind = 'm' or (relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions), false)))`
    expect(await owned(views)).toEqual([])
    expect(await owned(sql`select rulename from pg_rules where schemaname ${ours}`)).toEqual([])
    const triggers = await owned<{ name: string }>(
      sql`select distinct pronamespace::regnamespace || '.' || proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not tgisinternal`,
    )
    expect(triggers.filter(({ name }) => !CHANGE_IDS.includes(name))).toEqual([])
  })

  test('runs requests as roles that own nothing and cannot bypass row-level security', async () => {
    const roles = await owned<{ bypasses: boolean; owns: number }>(
      sql`select r.rolsuper or r.rolbypassrls as bypasses, (select count(*)::int from pg_class where relowner = r.oid) as owns from pg_roles r where r.rolname like 'roundsman_%'`,
    )
    expect(roles).toEqual([
      { bypasses: false, owns: 0 },
      { bypasses: false, owns: 0 },
    ])
  })

  test('grants these roles access to rows and nothing else', async () => {
    const rights = await owned<{ role: string; rights: string[] }>(
      sql`select grantee::text as role, array_agg(distinct privilege_type::text order by privilege_type::text) as rights
        from information_schema.role_table_grants where grantee like 'roundsman_%' group by grantee order by grantee`,
    )
    const rows = ['DELETE', 'INSERT', 'SELECT', 'UPDATE']
    expect(rights).toEqual([
      { role: 'roundsman_company', rights: rows },
      { role: 'roundsman_house', rights: rows },
    ])
    const others = await owned<{ role: string }>(
      sql`select r.rolname as role from pg_roles r where r.rolname like 'roundsman_%'
        and (has_schema_privilege(r.oid, 'public', 'create') or r.rolcreaterole or r.rolcreatedb or r.rolcanlogin or exists (
          select from pg_auth_members m where m.member = r.oid))`,
    )
    expect(others).toEqual([])
    const open = await owned(
      sql`select table_name from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'`,
    )
    expect(open).toEqual([])
  })
})

describe('transaction of a company', () => {
  test('sees no row of another company in any table', async () => {
    const filled = await Promise.all(
      tables.map(
        async (name) => [name, (await owned(sql`select from ${sql.identifier(name)} where company_id = ${theirs}`)).length] as const,
      ),
    )
    expect(filled.filter(([, rows]) => rows > 0).map(([name]) => name)).toEqual(
      expect.arrayContaining(['assignments', 'feed', 'machines', 'movements', 'products', 'slots', 'stock_points', 'users']),
    )
    for (const name of tables) {
      const seen = await ctx.database.withTenant(ours, (db) =>
        rowsOf<{ company: number }>(db, sql`select distinct company_id as company from ${sql.identifier(name)}`),
      )
      expect([name, seen.filter(({ company }) => company !== ours)]).toEqual([name, []])
    }
    const companies = await ctx.database.withTenant(ours, (db) => rowsOf<{ id: number }>(db, sql`select id from companies`))
    expect(companies).toEqual([{ id: ours }])
  })

  test('cannot change or delete rows of another company', async () => {
    for (const name of tables.filter((name) => !ONLY_ADDED_TO.includes(name))) {
      const changed = await ctx.database.withTenant(ours, async (db) => [
        ...(await rowsOf(db, sql`update ${sql.identifier(name)} set company_id = company_id where company_id = ${theirs} returning 1`)),
        ...(await rowsOf(db, sql`delete from ${sql.identifier(name)} where company_id = ${theirs} returning 1`)),
      ])
      expect([name, changed]).toEqual([name, []])
    }
  })

  test('cannot insert rows for another company or move rows there', async () => {
    const refused = (statement: ReturnType<typeof sql>) =>
      ctx.database
        .withTenant(ours, (db) => db.execute(statement))
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

test('transaction without a company sees no row', async () => {
  const seen = await ctx.database.owner.transaction(async (db) => {
    await db.execute(sql`select set_config('role', 'roundsman_company', true)`)
    return rowsOf(db, sql`select from machines`)
  })
  expect(seen).toEqual([])
})
