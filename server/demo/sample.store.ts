import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { SampleContents } from '#contract/sample.ts'
import type { CompanyId } from '#domain/ids.ts'
import { TERMS_VERSION } from '#domain/terms.ts'
import { type Moment, toIso } from '#domain/time.ts'
import { tablesInOrder } from '../backup/tables-in-order.ts'
import { storeAllTaken } from '../cash-box/cash-box.store.ts'
import { asTenant, type Db, rowsOf } from '../db/client.ts'
import { NO_PASSWORD } from '../features/account/passwords.ts'
import { homeOf, seatIn, type UserKey } from '../features/account/seats.store.ts'
import { moveSession } from '../features/account/sessions.store.ts'
import { languageOf, wordsOf } from '../languages.ts'
import { learnLately } from './prepare.ts'
import { SAMPLE_MACHINES, type SampleHome, sampleCompany, sampleStories } from './sample.ts'
import { createdAtOf } from './sell-on.ts'
import { writeCollections } from './write-collections.ts'
import { fillCompany } from './write-demo.ts'

// Runs as the system, because a sample company is another company than that of its managers.

/** The user's own company, and its sample company if it is filled. */
export type Sample = { home: SampleHome; companyId: CompanyId | null }

/** Locks the sample company of the user's own company, so that two requests neither fill it twice nor delete it while it is filled. */
export async function lockSample(db: Db, who: UserKey): Promise<Sample> {
  const { home } = await sampleFor(db, who)
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('sample'), ${home.companyId})`)
  return sampleFor(db, who)
}

export async function sampleFor(db: Db, who: UserKey): Promise<Sample> {
  const [row] = await rowsOf<SampleHome & { sample: CompanyId | null }>(
    db,
    sql`with home as (${homeOf(who)})
      select c.id as "companyId", c.name, c.locale, c.country, c.currency, s.id as sample
      from companies c join home on home.company_id = c.id left join companies s on s.sample_of_id = c.id and s.demo = 2`,
  )
  if (!row) throw new Error('the company of the user was not found')
  const { sample, ...home } = row
  return { home, companyId: sample }
}

export async function contentsOf(db: Db, company: CompanyId): Promise<SampleContents> {
  const [counted] = await rowsOf<SampleContents>(
    db,
    sql`select (select count(*)::int from machines m where m.company_id = ${company}) as machines,
      (select count(*)::int from products p where p.company_id = ${company}) as products,
      (select count(*)::int from transactions t where t.company_id = ${company}) as sales,
      (select count(*)::int from users u where u.company_id = ${company} and u.home_company_id is null) as employees`,
  )
  if (!counted) throw new Error('the count of a sample company returned no row')
  return counted
}

const Words = v.object({ company: v.string() })

/** Creates the sample company, or fills the row that remained when an earlier one was deleted. */
export async function fillSample(db: Db, home: SampleHome, now: Moment): Promise<CompanyId> {
  const sample = sampleCompany(home)
  const { company: name } = wordsOf(languageOf(home.locale), 'sample', Words)
  const [row] = await rowsOf<{ id: CompanyId }>(
    db,
    sql`insert into companies as c (name, legal_name, address, postal_code, city, country, currency, locale, timezone, plan_name, integrations, tos_version, demo, sample_of_id, created_at)
      values (${name}, ${name}, ${sample.address}, ${sample.postalCode}, ${sample.city}, ${sample.country}, ${sample.currency}, ${sample.locale},
        ${sample.timezone}, ${sample.planName}, ${`{${sample.integrations.join(',')}}`}::text[], ${TERMS_VERSION}, 2, ${home.companyId}, ${toIso(createdAtOf(now))}::timestamptz)
      on conflict (sample_of_id) do update set name = excluded.name, legal_name = excluded.legal_name, address = excluded.address,
        postal_code = excluded.postal_code, city = excluded.city, country = excluded.country, currency = excluded.currency,
        locale = excluded.locale, timezone = excluded.timezone, plan_name = excluded.plan_name, integrations = excluded.integrations,
        demo = 2, created_at = excluded.created_at
      returning c.id`,
  )
  if (!row) throw new Error('the insert of the sample company returned no row')
  const stories = sampleStories(sample, now)
  await fillCompany(db, row.id, sample, { now, machines: SAMPLE_MACHINES, stories, passwordHash: NO_PASSWORD })
  await asTenant(db, row.id, async () => {
    await storeAllTaken(db, row.id)
    await writeCollections(db, row.id, now)
    await learnLately(db, { company: row.id, timeZone: sample.timezone, now })
  })
  return row.id
}

/** The company itself, its audit log and its closed months: no request role may delete them. They are empty of people and machines. */
const PERMANENT = ['companies', 'audit_entries', 'month_closings', 'closed_sales', 'closed_files']

/** Moves all sessions in the sample company back to their own company, and deletes its data. */
export async function emptySample(db: Db, company: CompanyId, now: Moment): Promise<void> {
  const open = await rowsOf<{ id: string; userId: number }>(
    db,
    sql`select s.id, s.user_id as "userId" from sessions s join users u on u.company_id = s.company_id and u.id = s.user_id
      where s.company_id = ${company} and s.revoked_at is null and u.home_company_id is not null`,
  )
  for (const { id, userId } of open) {
    const { home } = await sampleFor(db, { companyId: company, userId })
    await moveSession(db, { companyId: company, id }, await seatIn(db, { companyId: company, userId }, home.companyId, now))
  }
  const ofCompany = await rowsOf<{ name: string }>(
    db,
    sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const names = new Set(ofCompany.map(({ name }) => name))
  const tables = (await tablesInOrder(db)).filter((table) => names.has(table) && !PERMANENT.includes(table))
  for (const table of tables.toReversed()) await db.execute(sql`delete from ${sql.identifier(table)} where company_id = ${company}`)
  await db.execute(sql`update companies set demo = 0, plan_name = 'MUST_SELECT', integrations = '{}' where id = ${company}`)
}
