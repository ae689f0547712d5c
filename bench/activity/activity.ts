import { sql } from 'drizzle-orm'
import { listActivity } from '#contract/activity.ts'
import { storeAllTaken } from '../../server/cash-box/cash-box.store.ts'
import { withBareTables } from '../../server/db/bare-tables.ts'
import type { Db } from '../../server/db/client.ts'
import { openEmbedded } from '../../server/db/connect.ts'
import { cashMovements } from '../../server/db/schema/cash.ts'
import { movements } from '../../server/db/schema/stock.ts'
import { addressOf } from '../../tests/support/live-stream.ts'
import { aCompany, aUser, createTestApp, createTestContext, signedIn } from '../../tests/support/test-context.ts'
import { quantile } from '../rounds.ts'
import { ms, type Row, within } from '../table.ts'
import { fillTables, MACHINES } from '../tables/company.ts'

const DAYS = 730
/** A machine is refilled every fourth day, emptied of cash every fourteenth, and raises an alert every sixth. */
const EVERY = { refill: 4, withdrawal: 14, alert: 6 }
/** Stock points per refill. */
const REFILLED = 4
/** Cash sales between two withdrawals, in the last of the machine's months. */
const CASH_SALES = 100
const LOOKS = 20
const LIMIT_MS = 20

/** Measures the activity feed of 1,000 machines after two years on the embedded database, beside other lists. */
export async function activity(): Promise<Row[]> {
  const opened = await openEmbedded(null)
  if ('wrong' in opened) throw new Error(opened.wrong)
  const ctx = await createTestContext({ database: opened.database })
  const app = await createTestApp(ctx)
  try {
    const company = await aCompany(ctx)
    const { login } = await aUser(ctx, company, { login: 'manager' })
    const signIn = await signedIn(app, login)
    await ctx.database.owner.transaction(async (db) => {
      await withBareTables(db, [movements, cashMovements], async () => {
        await fillTables(db, company.id)
        await fillActivities(db, company.id)
      })
      await storeAllTaken(db, company.id)
    })
    const address = await addressOf(app)
    const look = async (path: string) => {
      const begun = performance.now()
      const answer = await fetch(`${address}/api${path}`, { headers: signIn })
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
      await answer.arrayBuffer()
      return performance.now() - begun
    }
    const LISTS = {
      '4 rows': `${listActivity.path}?size=4`,
      '50 rows': `${listActivity.path}?size=50`,
      '50 rows by time': `${listActivity.path}?size=50&sort=created,desc`,
      '50 rows of one machine': `${listActivity.path}?size=50&machine=7`,
      '50 refills': `${listActivity.path}?size=50&types=MACHINE_REFILLED`,
      '50 withdrawals': `${listActivity.path}?size=50&types=CASKET_MONEY_CHANGE`,
    }
    const rows: Row[] = []
    // First without statistics, because the embedded database does not collect any automatically.
    for (const statistics of ['no', 'with']) {
      if (statistics === 'with') await ctx.database.owner.execute(sql`analyze`)
      for (const [name, path] of Object.entries(LISTS)) {
        await look(path)
        const taken: number[] = []
        for (let count = 0; count < LOOKS; count++) taken.push(await look(path))
        rows.push(
          within(
            `activity, ${name}, ${MACHINES} machines, two years, ${statistics} statistics, median`,
            quantile(taken, 0.5),
            LIMIT_MS,
            ms,
          ),
        )
      }
    }
    return rows
  } finally {
    await app.close()
    await ctx.database.close()
  }
}

async function fillActivities(owner: Db, company: number): Promise<void> {
  const happened = (type: string, every: number) => sql`
    insert into activities (company_id, type, at, heard_at, machine_id, operation_id, details)
    select ${company}::int, ${type}, now() - d * interval '1 day' - m.id % 1440 * interval '1 minute', now() - d * interval '1 day', m.id,
      case when ${type} = 'ALERT_UP' then null else gen_random_uuid() end, '{}'
    from generate_series(${DAYS}::int, 0, -1) d join machines m on m.company_id = ${company} and (m.id + d) % ${every}::int = 0 order by d desc`
  await owner.execute(happened('MACHINE_REFILLED', EVERY.refill))
  await owner.execute(happened('ALERT_UP', EVERY.alert))
  await owner.execute(happened('CASKET_MONEY_CHANGE', EVERY.withdrawal))
  await owner.execute(sql`
    insert into operations (company_id, id, call, user_id, machine_id, body_hash, occurred_at, effective_at, received_at, status, payload)
    select company_id, operation_id, 'restockSlots', (select min(id) from users where company_id = ${company}), machine_id, '', at, at, at, 'applied', '{}'
    from activities where company_id = ${company} and operation_id is not null`)
  await owner.execute(sql`
    insert into movements (company_id, stock_point_id, effective_at, operation_id, line, kind, cause, quantity)
    select a.company_id, p.id, a.at, a.operation_id, p.place, 'delta', 'RESTOCK', 3000
    from activities a join (
      select id, machine_id, row_number() over (partition by machine_id order by id) as place from stock_points where company_id = ${company}) p
      on p.machine_id = a.machine_id and p.place <= ${REFILLED}::int
    where a.company_id = ${company} and a.type = 'MACHINE_REFILLED'`)
  await owner.execute(sql`
    insert into cash_movements (company_id, machine_id, effective_at, operation_id, line, kind, cause, amount_minor)
    select company_id, machine_id, at, operation_id, 0, 'count', 'WITHDRAWN', 0 from activities
    where company_id = ${company} and type = 'CASKET_MONEY_CHANGE'
    union all
    select company_id, machine_id, at - n * interval '1 hour', gen_random_uuid(), 0, 'delta', 'SALE', 150 from activities, generate_series(1, ${CASH_SALES}::int) n
    where company_id = ${company} and type = 'CASKET_MONEY_CHANGE' and at > now() - interval '60 days'`)
}
