import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, toIso } from '#domain/time.ts'
import { aClock, aCompany, aUser, createTestContext, type TestContext } from '../../tests/support/test-context.ts'
import { purgeSentJob } from '../jobs/purge-old-records.job.ts'
import { JOBS } from '../jobs.ts'
import { rowsOf } from './client.ts'

const clock = aClock()
let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext({ now: clock.now })
})
afterAll(() => ctx.database.close())

/** The cells of the table under "Growth of tables". */
const documented = (/## Growth of tables\n([\s\S]*?)\n## /.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, -1))
const namesIn = (text = '') => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)

test('hostile use: every table has one documented row with its growth and expiry', async () => {
  const tables = await rowsOf<{ name: string }>(
    ctx.database.owner,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  expect(documented.flatMap(([names]) => namesIn(names)).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  expect(documented.filter((cells) => cells.length !== 3 || cells.some((cell) => cell.trim() === ''))).toEqual([])
})

test('hostile use: every documented purge job exists', () => {
  const jobs = [...JOBS.map(({ name }) => name), 'asked-letters']
  const named = documented.flatMap(([, , ends]) => namesIn(ends))
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((name) => !jobs.includes(name))).toEqual([])
})

test('hostile use: mails, ordered files and weekly marks expire by age', async () => {
  const company = (await aCompany(ctx)).id
  const user = await aUser(ctx, { id: company })
  const ago = (days: number) => sql`${toIso(clock.now() - days * DAY)}::timestamptz`
  await ctx.database.withTenant(company, async (db) => {
    for (const days of [3, 20, 80, 100, 500]) {
      await db.execute(sql`insert into mails (company_id, id, "to", kind, locale, content, asked_at, next_try_at, sent_at)
        values (${company}, gen_random_uuid(), 'a@b.example', 'alert', 'en', '{}', ${ago(days)}, ${ago(days)}, ${ago(days)})`)
      await db.execute(sql`insert into ordered_files (company_id, id, user_id, kind, query, locale, asked_at, ended_at)
        values (${company}, gen_random_uuid(), ${user.id}, 'sales', '{}', 'en', ${ago(days)}, ${ago(days)})`)
      await db.execute(
        sql`insert into weekly_mails (company_id, user_id, week, asked_at) values (${company}, ${user.id}, ${ago(days)}::date, ${ago(days)})`,
      )
    }
  })
  expect(await purgeSentJob.run({ ...ctx, log: undefined as never })).toBe('well')
  const [left] = await rowsOf(
    ctx.database.owner,
    sql`select (select count(*)::int from mails) as mails, (select count(*)::int from ordered_files) as files, (select count(*)::int from weekly_mails) as weeks`,
  )
  expect(left).toEqual({ mails: 3, files: 1, weeks: 4 })
})
