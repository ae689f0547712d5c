import { sql } from 'drizzle-orm'
import type { CompanyId } from '#domain/ids.ts'
import { storeAllTaken } from '../cash-box/cash-box.store.ts'
import { withBareTables } from '../db/bare-tables.ts'
import { type Database, type Db, rowsOf } from '../db/client.ts'
import { holdsDatabase } from '../db/connect.ts'
import { cashMovements } from '../db/schema/cash.ts'
import { dailySales, machineDays, transactions } from '../db/schema/sales.ts'
import { movements } from '../db/schema/stock.ts'
import { hashPassword, verifyPassword } from '../features/account/passwords.ts'
import { writeForecasts } from '../features/forecast/forecast.store.ts'
import { type Learning, learn } from '../features/forecast/learn.ts'
import type { AppContext } from '../http/request-context.ts'
import { MAX_DEMO_SIZE, type Settings } from '../settings.ts'
import { DEMO_COMPANIES, demoCompanies } from './people.ts'
import { demoSignIns, offersDemo, storedDemoPassword } from './sign-ins.ts'
import { beginStories, machinesOf, type Stories } from './stories.ts'
import { writeCollections } from './write-collections.ts'
import { writeDemo } from './write-demo.ts'

type Lender = Pick<AppContext, 'database' | 'settings' | 'now'>

/** An advisory lock that every process takes before it checks for companies, so that concurrent starts do not both write the demo. */
const DEMO_LOCK = 7_460_116

/**
 * Ensures at every start that sign-in is possible: writes the demo into a new database if it is enabled. Returns the lines to print, or why
 * the server must not start. `report` receives the progress of a large demo.
 */
export async function prepareCompanies(
  ctx: Lender,
  begun?: Stories,
  report?: (line: string) => void,
): Promise<{ lines: string[] } | { wrong: string }> {
  const { database, settings, now } = ctx
  const found = await database.asSystem(companiesIn)
  if (!offersDemo(settings)) return { lines: withoutDemo(found) }
  // A server with a demo and a registered company keeps starting.
  if (found.demo === 0 && found.real > 0) {
    if (settings.demo !== true) return { lines: [] }
    return {
      wrong: 'DEMO=1 is set, and this database contains a real company; start without DEMO, or set DATA_DIR or DATABASE_URL to another.',
    }
  }
  const password = await storedDemoPassword(settings)
  if (found.demo === 0) {
    const stories = begun ?? beginStories({ now: now(), machines: settings.demoSize })
    await writeCompanies(database, report ? reported(stories, report) : stories, await hashPassword(password)).finally(stories.end)
  } else await renewPassword(ctx, password)
  return { lines: await welcome(ctx) }
}

/** Whether a start will write the demo, so that slow preparations can begin early. */
export const willWriteDemo = (settings: Settings): boolean =>
  offersDemo(settings) && !settings.databaseUrl && !holdsDatabase(settings.dataDir)

type Found = { demo: number; real: number }

async function companiesIn(db: Db): Promise<Found> {
  const [found] = await rowsOf<Found>(
    db,
    sql`select count(*) filter (where demo = 1)::int as demo, count(*) filter (where demo <> 1)::int as real from companies`,
  )
  return found ?? { demo: 0, real: 0 }
}

const REPORT_EVERY_MS = 10_000

/** The same histories, with their progress from time to time. */
function reported(stories: Stories, report: (line: string) => void): Stories {
  const total = DEMO_COMPANIES.reduce((sum, _, index) => sum + machinesOf(index, stories.machines), 0)
  async function* generate() {
    let written = 0
    let last = performance.now()
    for await (const story of stories.generate()) {
      yield story
      written++
      if (performance.now() - last < REPORT_EVERY_MS) continue
      last = performance.now()
      report(`Creating the demo: ${written} of ${total} machines.`)
    }
  }
  return { ...stories, generate }
}

/**
 * Writes all companies in one transaction, so that a killed start leaves nothing behind. It runs as the owner of the schema, who alone may
 * drop the ledger's indexes meanwhile.
 */
async function writeCompanies(database: Database, { now, machines, generate }: Stories, passwordHash: string): Promise<void> {
  await database.asOwner(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`)
    const { demo, real } = await companiesIn(db)
    if (demo + real > 0) return
    const ids = new Map<string, CompanyId>()
    await withBareTables(db, [movements, transactions, cashMovements, dailySales, machineDays], async () => {
      const stories = generate()
      for (const [index, company] of demoCompanies(machines).entries()) {
        const headOffice = company.headOffice === undefined ? null : (ids.get(company.headOffice) ?? null)
        const wish = { now, machines: machinesOf(index, machines), stories, passwordHash, headOffice }
        ids.set(company.key, await writeDemo(db, company, wish))
      }
    })
    for (const company of ids.values()) {
      await storeAllTaken(db, company)
      await writeCollections(db, company, now)
    }
    // The embedded database has no autovacuum, and without statistics its plans are bad.
    await db.execute(sql`set local default_statistics_target = 20`)
    await db.execute(sql`analyze`)
    const [main] = DEMO_COMPANIES
    if (main) await learnLately(db, { company: ids.get(main.key) ?? 0, timeZone: main.timezone, now })
  })
}

/** The period of the demo's initial forecasts. The first nightly run uses a longer one, for all companies. */
const LATELY_DAYS = 28

export async function learnLately(db: Db, learning: Learning): Promise<void> {
  const learnt = await learn((work) => work(db), { ...learning, days: LATELY_DAYS })
  await writeForecasts(db, learning.company, learnt, learning.now)
}

/** Sets the printed password again, in case DEMO_PASSWORD was changed or its file was lost. */
async function renewPassword({ database }: Lender, password: string): Promise<void> {
  const logins = `{${demoCompanies(MAX_DEMO_SIZE)
    .flatMap(({ users }) => users.map(({ login }) => login))
    .join(',')}}`
  const ofDemo = sql`u.login = any(${logins}::text[]) and u.company_id in (select id from companies where demo = 1)`
  const hashes = await database.asSystem((db) =>
    rowsOf<{ hash: string }>(db, sql`select distinct u.password_hash as hash from users u where ${ofDemo}`),
  )
  const works = await Promise.all(hashes.map(({ hash }) => verifyPassword(hash, password)))
  if (works.every((one) => one)) return
  const hash = await hashPassword(password)
  await database.asSystem((db) => db.execute(sql`update users u set password_hash = ${hash} where ${ofDemo}`))
}

const withoutDemo = ({ demo, real }: Found): string[] => {
  if (demo > 0)
    return [
      'This database contains the demo companies, and their sign-ins still work; for production set DATA_DIR or DATABASE_URL to another.',
    ]
  return real > 0 ? [] : ['Nobody can sign in yet, because this database contains no company. Start with DEMO=1 for the demo.']
}

async function welcome(ctx: Lender): Promise<string[]> {
  const signIns = await demoSignIns(ctx)
  if (signIns === null) return []
  const companies = [...new Set(signIns.logins.map(({ company }) => company))]
  return [
    'This is a demo: its companies, people and sales are made up.',
    ...companies.map((name) => {
      const logins = signIns.logins.filter(({ company }) => company === name)
      return `  ${name}: sign in as ${logins.map(({ login }) => login).join(', ')}`
    }),
    `  The password of each is ${signIns.password}`,
  ]
}
