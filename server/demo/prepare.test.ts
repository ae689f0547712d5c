import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Connection, stateOf } from '#domain/machines/connectivity.ts'
import { DAY, type Moment } from '#domain/time.ts'
import { createAppContext } from '../app-context.ts'
import { type Database, rowsOf } from '../db/client.ts'
import { openEmbedded } from '../db/connect.ts'
import { verifyPassword } from '../features/account/passwords.ts'
import { foldedLevels } from '../ledger/ledger.store.ts'
import { staleAggregates } from '../self-check/aggregates.store.ts'
import { readSettings } from '../settings.ts'
import { prepareCompanies } from './prepare.ts'
import { demoSignIns } from './sign-ins.ts'

const now: Moment = Date.parse('2026-03-12T10:20:00Z')
let database: Database
let folder: string

/** A start of the server on this database. */
const ctx = (environment: Record<string, string> = {}, on = database) => {
  const read = readSettings({ DATA_DIR: folder, DEMO_SIZE: '6', ...environment })
  if ('wrong' in read) throw new Error(read.wrong)
  return createAppContext(read.settings, on, Buffer.alloc(32), () => now)
}

const emptyDatabase = async (): Promise<Database> => {
  const opened = await openEmbedded(null)
  if ('wrong' in opened) throw new Error(opened.wrong)
  return opened.database
}

const rows = <Row>(statement: ReturnType<typeof sql>) => database.asSystem((db) => rowsOf<Row>(db, statement))

/** The definitions of all indexes and constraints. */
const rules = async (of: Database) =>
  (
    await rowsOf<{ rule: string }>(
      of.owner,
      sql`select indexdef as rule from pg_indexes where schemaname = 'public'
        union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace`,
    )
  )
    .map(({ rule }) => rule)
    .toSorted()

const TABLES = ['companies', 'users', 'products', 'machines', 'slots', 'stock_points', 'movements', 'operations', 'transactions', 'feed']
const sizes = async () => {
  const [counted] = await rows<Record<string, number>>(
    sql.raw(`select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`),
  )
  return counted ?? {}
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roundsman-demo-'))
  database = await emptyDatabase()
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

describe('first start', () => {
  it('in production creates no demo and warns that sign-in is impossible', async () => {
    const welcome = await prepareCompanies(ctx({ NODE_ENV: 'production' }))
    expect(welcome).toEqual({ lines: [expect.stringContaining('Nobody can sign in yet')] })
    expect(await demoSignIns(ctx())).toBe(null)
    expect(await sizes()).toMatchObject({ companies: 0, users: 0 })
  })

  it('prints the sign-ins and their password', async () => {
    const welcome = await prepareCompanies(ctx())
    const signIns = await demoSignIns(ctx())
    const text = 'lines' in welcome ? welcome.lines.join('\n') : welcome.wrong
    expect(signIns?.password).toMatch(/^[a-z]{4}(-[a-z]{4}){3}$/)
    expect(text).toContain(signIns?.password)
    for (const { login } of signIns?.logins ?? []) expect(text).toContain(login)
    // Writes both companies completely.
  }, 600_000)
})

describe('demo in the database', () => {
  it('has users of every role in both companies with the password shown', async () => {
    const signIns = await demoSignIns(ctx())
    const roleOf = new Map(signIns?.logins.map(({ login, role }) => [login, role]))
    expect(roleOf.get('serviceman')).toBe('ROLE_EMPLOYEE')
    expect(roleOf.get('manager')).toBe('ROLE_MANAGER')
    expect(roleOf.get('hq')).toBe('ROLE_HQ_MANAGER')
    expect(roleOf.get('device')).toBe('ROLE_DEVICE_MANAGER')
    expect(roleOf.get('admin')).toBe('ROLE_SUPER_ADMIN')
    const companyOf = new Map(signIns?.logins.map(({ login, company }) => [login, company]))
    expect(companyOf.get('rival')).toBe(companyOf.get('rival-serviceman'))
    expect(companyOf.get('rival')).not.toBe(companyOf.get('manager'))
    const hashes = await rows<{ hash: string }>(sql`select distinct password_hash as hash from users`)
    for (const { hash } of hashes) expect(await verifyPassword(hash, signIns?.password ?? '')).toBe(true)
  })

  it('stores its password in a file that only the owner can read', async () => {
    const file = join(folder, 'demo-password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readFile(file, 'utf8')).trim()).toBe((await demoSignIns(ctx()))?.password)
  })

  it('has cash and days that equal the sales, and devices in connected machines', async () => {
    const companies = await rows<{ id: number }>(sql`select id from companies`)
    for (const { id } of companies) expect(await database.withTenant(id, (db) => staleAggregates(db, id, null))).toEqual([])
    const [counts] = await rows<Record<string, number>>(sql`
      select (select count(*)::int from machines where state <> 'NONE') as connected,
        (select count(distinct machine_id)::int from devices) as devices, (select count(*)::int from machine_status where cash_minor > 0) as cash,
        (select count(distinct machine_id)::int from coin_tubes) as coins, (select count(distinct machine_id)::int from mdb_devices) as buses,
        (select count(*)::int from alert_reports) as alerts, (select count(*)::int from daily_sales) as days,
        (select count(*)::int from devices where machine_id is null) as spare`)
    expect(counts).toMatchObject({ devices: counts?.connected, coins: counts?.connected, buses: counts?.connected, spare: 12 })
    for (const count of [counts?.cash, counts?.alerts, counts?.days]) expect(count).toBeGreaterThan(0)
  })

  it('shows every machine in the state that its reports imply', async () => {
    const machines = await rows<Connection & { state: string }>(sql`
      select m.state, exists (select from devices d where d.machine_id = m.id) as "hasDevice", s.reported_state as reported,
        (extract(epoch from s.heard_at) * 1000)::float8 as "heardAt", (extract(epoch from s.reported_at) * 1000)::float8 as "reportedAt",
        (extract(epoch from s.restart_asked_at) * 1000)::float8 as "restartAskedAt"
      from machines m left join machine_status s on s.machine_id = m.id`)
    for (const { state, ...connection } of machines) expect(stateOf(connection, now)).toBe(state)
  })

  it('has balances that equal the movements at every stock point', async () => {
    const points = await rows<{
      id: number
      company: number
      kind: string
      balance: number
      at: number | null
      by: string | null
      line: number | null
    }>(
      sql`select id::float8 as id, company_id as company, kind, balance::float8 as balance, (extract(epoch from counted_at) * 1000)::float8 as at,
        counted_by as by, counted_line as line from stock_points`,
    )
    const kinds = new Set(points.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['SLOT', 'SELECTION', 'CANISTER', 'WAREHOUSE', 'VAN']))
    for (const company of new Set(points.map((point) => point.company))) {
      const own = points.filter((point) => point.company === company)
      const levels = await database.withTenant(company, (db) =>
        foldedLevels(
          db,
          company,
          own.map(({ id }) => id),
        ),
      )
      const kept = own.map(({ id, balance, at, by, line }) => [
        id,
        { quantity: balance, counted: by === null ? null : { at, operation: by, line } },
      ])
      expect(new Map(kept as [number, unknown][])).toEqual(levels)
    }
    const uncounted = points.filter(({ kind, by }) => kind !== 'SELECTION' && by === null)
    expect(uncounted).toEqual([])
  })

  it('has vans with goods for the rounds, restocks from them, and a hand-over', async () => {
    const vans = await rows<{ name: string; login: string | null; company: number; below: number; goods: number }>(sql`
      select v.company_id as company, v.name, u.login, (select count(*)::int from stock_points p where p.van_id = v.id and p.balance < 0) as below,
        (select count(*)::int from stock_points p where p.van_id = v.id and p.balance > 0) as goods
      from vans v left join van_drivers d on d.company_id = v.company_id and d.van_id = v.id and d.until is null
      left join users u on u.company_id = d.company_id and u.id = d.user_id order by v.id`)
    expect(vans.map(({ login }) => login)).toEqual(['serviceman', 'serviceman-leyla', null])
    expect(vans.every(({ below }) => below === 0)).toBe(true)
    expect(vans.map(({ goods }) => goods > 0)).toEqual([true, true, false])
    const [moved] = await rows<Record<string, number>>(sql`
      select (select count(*)::int from hand_overs) as "handOvers", (select count(*)::int from best_before_dates) as dates,
        (select count(distinct v.operation_id)::int from movements v join stock_points p on p.company_id = v.company_id and p.id = v.stock_point_id
          where p.kind = 'VAN' and v.cause = 'PICK') as restocks`)
    expect(moved?.handOvers).toBe(1)
    expect(moved?.dates).toBeGreaterThan(0)
    expect(moved?.restocks).toBeGreaterThan(0)
  })

  it('has 90 days of sales with their stock movements', async () => {
    const [sales] = await rows<{ days: number; before: number; future: number; lost: number }>(
      sql`select count(distinct date_trunc('day', t.at))::int as days, count(*) filter (where t.at >= to_timestamp(${now} / 1000.0))::int as future,
        count(*) filter (where t.at < to_timestamp(${now - 90 * DAY} / 1000.0))::int as before,
        count(*) filter (where not exists (
          select from movements m where m.company_id = t.company_id and m.operation_id = t.id and m.cause = 'SALE' and m.effective_at = t.at))::int as lost
        from transactions t`,
    )
    expect(sales).toMatchObject({ before: 0, future: 0, lost: 0 })
    expect(sales?.days).toBeGreaterThan(85)
  })

  it('has purchases in every status, and received each delivered one once', async () => {
    const kinds = await rows<{ company: number; status: string; count: number; received: number }>(
      sql`select p.company_id as company, p.status, count(*)::int as count, count(c.operation_id)::int as received
        from purchases p left join warehouse_changes c on c.company_id = p.company_id and c.purchase_id = p.id group by 1, 2`,
    )
    const companies = new Map<number, string[]>()
    for (const { company, status } of kinds) companies.set(company, [...(companies.get(company) ?? []), status].toSorted())
    expect(companies.size).toBe(4)
    expect(new Set([...companies.values()].map((statuses) => statuses.join()))).toEqual(new Set(['DELIVERED,ON_ORDER,PLANNED']))
    for (const { status, count, received } of kinds) expect(received).toBe(status === 'DELIVERED' ? count : 0)
  })

  it('has authors of restocks and counts, and the last refill per machine', async () => {
    const strangers = await rows(
      sql`select o.id from operations o left join assignments a
        on a.company_id = o.company_id and a.machine_id = o.machine_id and a.user_id = o.user_id where o.machine_id is not null and a.user_id is null`,
    )
    expect(strangers).toEqual([])
    const unsigned = await rows(
      sql`select distinct m.operation_id from movements m left join operations o on o.company_id = m.company_id and o.id = m.operation_id
        where m.cause in ('RESTOCK', 'FULL', 'LOSS', 'RECEIVE', 'PICK', 'SET') and o.status is distinct from 'applied'`,
    )
    expect(unsigned).toEqual([])
    const wrong = await rows(
      sql`select m.name from machines m where m.last_refill is distinct from (select max(o.effective_at) from operations o
        where o.company_id = m.company_id and o.machine_id = m.id and o.call in ('restockSlots', 'restockProducts'))`,
    )
    expect(wrong).toEqual([])
  })

  it('publishes all machines and products to devices, to servicemen their own', async () => {
    const untold = await rows(
      sql`with due as (
          select company_id, kind, id, 0 as user_id from machines, unnest(array['machine', 'slots', 'inventory']) as kind
          union all select company_id, 'product', id, 0 from products
          union all select company_id, 'assignment', machine_id, user_id from assignments
          union all select company_id, 'round', id, user_id from rounds where published_at is not null)
        select due.* from due full join feed f on f.company_id = due.company_id and f.kind = due.kind and f.entity_id = due.id and f.user_id = due.user_id
        left join companies c on c.id = f.company_id where due.id is null or f.entity_id is null or f.removed or f.seq <> c.feed_seq or f.seq = 0`,
    )
    expect(untold).toEqual([])
  })
})

describe('next start', () => {
  it('writes nothing and prints the same sign-ins', async () => {
    const before = { sizes: await sizes(), signIns: await demoSignIns(ctx()) }
    const welcome = await prepareCompanies(ctx())
    expect({ sizes: await sizes(), signIns: await demoSignIns(ctx()) }).toEqual(before)
    expect('lines' in welcome && welcome.lines.join()).toContain(before.signIns?.password)
  })

  it('applies a changed password', async () => {
    await prepareCompanies(ctx({ DEMO_PASSWORD: 'round and round' }))
    expect((await demoSignIns(ctx({ DEMO_PASSWORD: 'round and round' })))?.password).toBe('round and round')
    const [{ hash } = { hash: '' }] = await rows<{ hash: string }>(sql`select password_hash as hash from users where login = 'rival'`)
    expect(await verifyPassword(hash, 'round and round')).toBe(true)
  })

  it('with the demo off prints no sign-ins, and warns that they still work', async () => {
    expect(await demoSignIns(ctx({ DEMO: '0' }))).toBe(null)
    expect(await prepareCompanies(ctx({ DEMO: '0' }))).toEqual({ lines: [expect.stringContaining('sign-ins still work')] })
  })
})

it('start never mixes the demo with a real company', async () => {
  const other = await emptyDatabase()
  onTestFinished(other.close)
  await other.asSystem((db) =>
    db.execute(
      sql`insert into companies (name, legal_name, currency, locale, timezone, plan_name, integrations, created_at)
        values ('Real Vending', 'Real Vending Ltd', 'EUR', 'en-GB', 'Europe/London', 'STARTER', '{}', now())`,
    ),
  )
  expect(await prepareCompanies(ctx({ DEMO: '1' }, other))).toEqual({ wrong: expect.stringContaining('contains a real company') })
  expect(await prepareCompanies(ctx({}, other))).toEqual({ lines: [] })
  expect(await prepareCompanies(ctx({ DEMO: '0' }, other))).toEqual({ lines: [] })
  const all = await other.asSystem((db) => rowsOf(db, sql`select id from companies`))
  expect(all).toHaveLength(1)
  // The other database was never filled and so has the expected schema.
  expect(await rules(database)).toEqual(await rules(other))
})
