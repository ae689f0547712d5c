import { loadavg } from 'node:os'
import { sql } from 'drizzle-orm'
import { spanOf } from '#domain/sales/periods.ts'
import { DAY, toIso } from '#domain/time.ts'
import { rowsOf } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { partitionTables } from '../../server/db/partitions/partition-tables.job.ts'
import { addressOf } from '../../tests/support/live-stream.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { aCompany, aUser, createTestApp, createTestContext, signedIn, type TestContext } from '../../tests/support/test-context.ts'
import { quantile } from '../rounds.ts'
import { atMost, notRun, type Row, timeAlone } from '../table.ts'
import { backupAndRestore } from './backup.ts'
import { fillLarge } from './fill.ts'
import { ingestBesideReports } from './ingest-beside-reports.ts'

/** Of one month; of the longest period of a report. */
const MONTH = `startDate=${toIso(Date.now() - 30 * DAY)}&endDate=${toIso(Date.now())}`
const { from, until } = spanOf('LAST_24_MONTHS', Date.now(), 'Europe/Berlin')
const TWO_YEARS = `startDate=${toIso(from)}&endDate=${toIso(until)}`

const SCREEN_GOAL = 2
const REPORT_GOAL = 4

/** The calls of screens, with their goal of growth. */
const CALLS: readonly (readonly [string, number])[] = [
  ['/dashboard/live', SCREEN_GOAL],
  ['/dashboard/ltr', SCREEN_GOAL],
  ['/dashboard/today', SCREEN_GOAL],
  ['/machines?page=1&size=20', SCREEN_GOAL],
  ['/machines/inventory', SCREEN_GOAL],
  ['/transactions?size=50', SCREEN_GOAL],
  [`/transactions?size=50&${MONTH}`, SCREEN_GOAL],
  ['/activity?size=50', SCREEN_GOAL],
  ['/activity?size=50&sort=created,desc', SCREEN_GOAL],
  ['/inventory/products?size=50', SCREEN_GOAL],
  ['/inventory/changes', SCREEN_GOAL],
  ['/products?size=50', SCREEN_GOAL],
  ['/issues', SCREEN_GOAL],
  ['/review-items', SCREEN_GOAL],
  ['/devices?size=50', SCREEN_GOAL],
  ['/cash-withdraws', SCREEN_GOAL],
  ['/visits', SCREEN_GOAL],
  ['/audit', SCREEN_GOAL],
  [`/transactions?type=summary&${TWO_YEARS}`, REPORT_GOAL],
  [`/reports/v2/sales?groupBy=MONTH&${TWO_YEARS}`, REPORT_GOAL],
  [`/sales?${MONTH}`, REPORT_GOAL],
  [`/reports/v2/money?${MONTH}`, REPORT_GOAL],
  [`/reports/v2/usage?${MONTH}`, REPORT_GOAL],
]

/** The reports that are read while devices send vends. */
const REPORTS = [`/reports/v2/usage?${MONTH}`, `/reports/v2/money?${MONTH}`, `/reports/v2/sales?groupBy=MONTH&${TWO_YEARS}`]

const PARTS = (process.env.LARGE_PARTS ?? 'calls,sync,ingest,disk,backup').split(',')

type Size = 'S' | 'L'
const MACHINES = { S: 50, L: 10_000 } as const
/** `LARGE_DAYS` and `LARGE_SALES` a machine and day: 730 and 7 are 51,000,000 sales, for which an idle machine and 40 GB are needed. */
const DAYS = Number(process.env.LARGE_DAYS ?? 100)
const PER_DAY = Number(process.env.LARGE_SALES ?? 4)
const LOOKS = Number(process.env.LARGE_LOOKS ?? 30)

const loginOf = (size: Size) => `fleet-${size.toLowerCase()}`

/**
 * Measures a fleet of 10,000 machines with its sales beside one of 50 in the same database: the calls of screens in turn, the first sync,
 * ingest beside reports, disk, and backup; the calls also without statistics and on partitioned tables. `LARGE_DATABASE` is the URL of a
 * database of its own, which the first run fills and later ones use again; `LARGE_PARTS` the parts to measure, of all but partitions by default. Ingest adds sales of today, which
 * calls of later runs sum.
 */
export async function large(): Promise<Row[]> {
  const own = process.env.LARGE_DATABASE
  const postgres = own ? { url: own, stop: async () => {} } : await startPostgres()
  if ('missing' in postgres) return [notRun('fleet L', postgres.missing)]
  const url = own ?? (await freshDatabase(postgres.url))
  const opened = await openPostgres(url)
  if ('wrong' in opened) throw new Error(opened.wrong)
  const ctx = await createTestContext({ database: opened.database })
  const app = await createTestApp(ctx)
  try {
    if (!(await isFilled(ctx))) await fill(ctx, url)
    const address = await addressOf(app)
    const signIns = { S: await signedIn(app, loginOf('S')), L: await signedIn(app, loginOf('L')) }
    const look = async (size: Size, path: string) => {
      const begun = performance.now()
      const answer = await fetch(`${address}/api${path}`, { headers: signIns[size] })
      await answer.arrayBuffer()
      return answer.ok ? performance.now() - begun : Number.NaN
    }
    const { owner } = ctx.database
    const rows: Row[] = []
    const measure = async (when: string, calls = CALLS) => {
      for (const [path, goal] of calls) {
        const taken: Record<Size, number[]> = { S: [], L: [] }
        for (let count = 0; count < LOOKS; count++)
          for (const size of count % 2 === 0 ? (['S', 'L'] as const) : (['L', 'S'] as const)) taken[size].push(await look(size, path))
        const [small, big] = [quantile(taken.S, 0.95), quantile(taken.L, 0.95)]
        const name = `${when}: ${path.replace(MONTH, 'of a month').replace(TWO_YEARS, 'of 24 months')}, p95`
        rows.push(atMost(`${name}; median ${quantile(taken.L, 0.5).toFixed(1)} ms`, big, { name: 'fleet S', value: small }, goal))
        console.error(
          `  load ${loadavg()[0]?.toFixed(1)}: ${rows.at(-1)?.what} ${rows.at(-1)?.ours} ${rows.at(-1)?.peer} ${rows.at(-1)?.ratio}`,
        )
      }
    }
    if (PARTS.includes('calls')) {
      if (!(await hasStatistics(ctx))) await measure('without statistics', CALLS.slice(0, 7))
      await owner.execute(sql`analyze`)
      await measure('with statistics')
    }
    if (PARTS.includes('sync'))
      rows.push(timeAlone('first sync of an employee with 100 machines of fleet L', await firstSync(ctx, app, address)))
    if (PARTS.includes('ingest')) {
      let next = 0
      const readReport = async () => {
        const path = REPORTS[next++ % REPORTS.length] ?? ''
        if (Number.isNaN(await look('L', path))) throw new Error(`${path} failed`)
      }
      rows.push(await ingestBesideReports(url, { address, company: await companyOf(ctx), readReport }))
    }
    if (PARTS.includes('disk'))
      for (const { name, bytes } of await sizes(ctx))
        rows.push({ ...timeAlone(`disk: ${name}`, 0), ours: `${(bytes / 1e6).toFixed(0)} MB` })
    if (PARTS.includes('backup')) rows.push(...(await backupAndRestore(url)))
    if (PARTS.includes('partitions')) {
      const begun = performance.now()
      await partition(ctx)
      rows.push(timeAlone('partitioning all four tables', performance.now() - begun))
      await owner.execute(sql`analyze`)
      await measure('partitioned', CALLS.slice(0, 9))
    }
    return rows
  } finally {
    await app.close()
    await ctx.database.close()
    await postgres.stop()
  }
}

const isFilled = async (ctx: TestContext) =>
  (await rowsOf(ctx.database.owner, sql`select from users where login = ${loginOf('L')}`)).length > 0

async function fill(ctx: TestContext, url: string): Promise<void> {
  const companies = []
  for (const size of ['S', 'L'] as const) {
    const { id } = await aCompany(ctx, { name: size })
    await aUser(ctx, { id }, { login: loginOf(size) })
    companies.push({ id, size: { machines: MACHINES[size], days: DAYS, perDay: PER_DAY, ledgerDays: 30, seed: 1 } })
  }
  await fillLarge(url, companies, Date.now())
}

/** The job waits for a day after its first run, so that servers of the version before can be replaced. */
async function partition(ctx: TestContext): Promise<void> {
  await partitionTables(ctx, 1)
  await ctx.database.owner.execute(sql`update partitions.progress set noticed_at = noticed_at - interval '2 days'`)
  await partitionTables(ctx, 3_600_000)
}

async function companyOf(ctx: TestContext): Promise<number> {
  const login = loginOf('L')
  const [row] = await rowsOf<{ company: number }>(ctx.database.owner, sql`select company_id as company from users where login = ${login}`)
  return row?.company ?? 0
}

async function firstSync(ctx: TestContext, app: Parameters<typeof signedIn>[0], address: string): Promise<number> {
  const company = await companyOf(ctx)
  const { id, login } = await aUser(ctx, { id: company }, { login: `employee-${Date.now()}`, companyRole: 'ROLE_EMPLOYEE' })
  await ctx.database.owner.execute(sql`insert into assignments (company_id, machine_id, user_id, assigned_at)
    select company_id, id, ${id}, now() from machines where company_id = ${company} order by id limit 100`)
  const headers = await signedIn(app, login)
  const begun = performance.now()
  for (let cursor = '', more = true; more; ) {
    const answer = await fetch(`${address}/api/sync?cursor=${encodeURIComponent(cursor)}`, { headers })
    if (!answer.ok) throw new Error(`/sync returned ${answer.status}`)
    ;({ cursor, more } = ((await answer.json()) as { data: { cursor: string; more: boolean } }).data)
  }
  return performance.now() - begun
}

const hasStatistics = async (ctx: TestContext) =>
  (await rowsOf(ctx.database.owner, sql`select from pg_stats where tablename = 'transactions' limit 1`)).length > 0

const sizes = (ctx: TestContext) =>
  rowsOf<{ name: string; bytes: number }>(
    ctx.database.owner,
    sql`select format('%s, %s rows', relname, reltuples::bigint) as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_total_relation_size(oid) > 20e6 order by 2 desc`,
  )
