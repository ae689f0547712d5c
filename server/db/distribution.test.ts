import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import { rowsOf } from './client.ts'

/** Tables without a company: each node has a copy, or the coordinator alone has them. */
const REFERENCE = ['announcements', 'installation', 'jobs', 'migrations']
const LOCAL = ['asked_letters', 'guesses', 'registrations', 'spent_captchas']

/** Unique over all companies, because a request has only this value to find its company. Each becomes a directory table that returns it. */
const DIRECTORIES: Readonly<Record<string, string>> = {
  api_keys_hash: 'key_hash',
  devices_claimed: 'imei',
  devices_key: 'key_hash',
  invitations_hash: 'hash',
  machines_token: 'token',
  password_resets_hash: 'hash',
  refresh_tokens_hash: 'hash',
  sessions_access: 'access_hash',
  users_login: 'login',
}

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.database.close())

const documented = /\n\*Several databases\.\*([\s\S]*?)\n\*/.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? ''
const wordsIn = (text: string) => [...text.matchAll(/`([\w.]+)`/g)].map(([, word = '']) => word)
const rowOf = (name: string) => documented.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? ''

test('every table has a company, or is documented as a reference or local table', async () => {
  const tables = await rowsOf<{ name: string }>(
    ctx.database.owner,
    sql`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'companies'
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull) order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual([...REFERENCE, ...LOCAL].toSorted())
  expect(wordsIn(rowOf('reference')).toSorted()).toEqual(REFERENCE)
  expect(wordsIn(rowOf('local')).toSorted()).toEqual(LOCAL)
})

test('every key begins with the company, or is documented as a directory', async () => {
  const keys = await rowsOf<{ name: string; columns: string }>(
    ctx.database.owner,
    sql`select i.relname as name, (select string_agg(pg_get_indexdef(x.indexrelid, n, true), ',' order by n) from generate_series(1, x.indnkeyatts) n) as columns
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      where x.indisunique and t.relnamespace = 'public'::regnamespace and t.relname <> 'companies'
        and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'company_id')
        and pg_get_indexdef(x.indexrelid, 1, true) <> 'company_id' order by 1`,
  )
  expect(Object.fromEntries(keys.map(({ name, columns }) => [name, columns]))).toEqual(DIRECTORIES)
  expect(wordsIn(rowOf('directory')).toSorted()).toEqual(Object.keys(DIRECTORIES).toSorted())
})

test('every reference between tables of companies includes the company', async () => {
  const stray = await rowsOf<{ name: string }>(
    ctx.database.owner,
    sql`select k.conname as name from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace
        and (select a.attname from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1]) <> 'company_id'`,
  )
  expect(stray).toEqual([])
})
