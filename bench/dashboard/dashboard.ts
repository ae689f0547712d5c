import { sql } from 'drizzle-orm'
import { dashboardLive, dashboardLongTerm } from '#contract/dashboard.ts'
import { listMachines } from '#contract/machines.ts'
import { machineShortages } from '#contract/stock.ts'
import { spanOf } from '#domain/sales/periods.ts'
import { toIso } from '#domain/time.ts'
import { withBareTables } from '../../server/db/bare-tables.ts'
import type { Db } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { dailySales, machineDays, transactions } from '../../server/db/schema/sales.ts'
import { slots } from '../../server/db/schema/slots.ts'
import { bestBeforeDates, movements, reviewItems, stockPoints } from '../../server/db/schema/stock.ts'
import { rebuildCompanyDays } from '../../server/self-check/daily-sales.store.ts'
import { addressOf } from '../../tests/support/live-stream.ts'
import { freshDatabase, startPostgres } from '../../tests/support/postgres.ts'
import { aCompany, aUser, createTestApp, createTestContext, signedIn } from '../../tests/support/test-context.ts'
import { quantile } from '../rounds.ts'
import { atMost, notRun, type Row, timeAlone } from '../table.ts'
import { fillMachines, PRODUCTS } from './fleet-rows.ts'

const FLEETS = { S: 50, L: 10_000 } as const
type Size = keyof typeof FLEETS
/** Days of daily sales, and of single sales; daily totals cover two years. */
const DAILY = 8
const SINGLE = 2
const VENDS_A_DAY = 24
const LOOKS = 60

/** The longest possible span. */
const { from, until } = spanOf('LAST_24_MONTHS', Date.now(), 'Europe/Berlin')
const TWO_YEARS = `startDate=${toIso(from)}&endDate=${toIso(until)}`

/** Measures the dashboard of a large fleet and its two-year totals beside those of a small one, in turn. */
export async function dashboard(): Promise<Row[]> {
  const what = 'fleet L, p95'
  const postgres = await startPostgres()
  if ('missing' in postgres) return [notRun(what, postgres.missing)]
  const opened = await openPostgres(await freshDatabase(postgres.url))
  if ('wrong' in opened) throw new Error(opened.wrong)
  const ctx = await createTestContext({ database: opened.database })
  const app = await createTestApp(ctx)
  try {
    const signIns = new Map<Size, { authorization: string }>()
    for (const [size, machines] of Object.entries(FLEETS) as [Size, number][]) {
      const company = await aCompany(ctx, { name: size })
      const { login } = await aUser(ctx, company, { login: `fleet-${size.toLowerCase()}` })
      signIns.set(size, await signedIn(app, login))
      await ctx.database.owner.transaction((db) =>
        withBareTables(db, [transactions, dailySales, machineDays, movements, reviewItems, bestBeforeDates, slots, stockPoints], () =>
          fill(db, company.id, machines),
        ),
      )
      console.error(`  fleet ${size} is ready`)
    }
    await ctx.database.owner.execute(sql`analyze`)
    const address = await addressOf(app)
    const look = async (size: Size, path: string) => {
      const begun = performance.now()
      const answer = await fetch(`${address}/api${path}`, { headers: signIns.get(size) ?? {} })
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
      await answer.arrayBuffer()
      return performance.now() - begun
    }
    const first = { S: await look('S', dashboardLongTerm.path), L: await look('L', dashboardLongTerm.path) }
    const rows: Row[] = []
    const looks = {
      [dashboardLive.path]: dashboardLive.path,
      [dashboardLongTerm.path]: dashboardLongTerm.path,
      'the sum of 24 months': `/transactions?type=summary&${TWO_YEARS}`,
      'sales by month, 24 months': `/reports/v2/sales?groupBy=MONTH&${TWO_YEARS}`,
      'product sales, 24 months': `/sales?${TWO_YEARS}`,
      [listMachines.path]: `${listMachines.path}?page=1&size=20`,
      [machineShortages.path]: machineShortages.path,
    }
    for (const [name, path] of Object.entries(looks)) {
      const taken: Record<Size, number[]> = { S: [], L: [] }
      for (let count = 0; count < LOOKS; count++)
        for (const size of count % 2 === 0 ? (['S', 'L'] as const) : (['L', 'S'] as const)) taken[size].push(await look(size, path))
      rows.push(atMost(`${what}, ${name}`, quantile(taken.L, 0.95), { name: 'fleet S', value: quantile(taken.S, 0.95) }, 4))
    }
    return [...rows, timeAlone('the best of the week recomputed, once in five minutes, fleet L', first.L)]
  } finally {
    await app.close()
    await ctx.database.close()
    await postgres.stop()
  }
}

async function fill(owner: Db, company: number, machines: number): Promise<void> {
  await fillMachines(owner, company, machines)
  await owner.execute(sql`
    insert into daily_sales (company_id, day, machine_id, product_id, type, count, turnover_minor)
    select m.company_id, (now() at time zone 'Europe/Berlin')::date - d, m.id, p.id,
      (array['CASH', 'CREDIT_CARD', 'RFID', 'FREE'])[1 + p.id % 4], 1 + (m.id + p.id) % 3, 100 + (m.id * p.id) % 300
    from machines m cross join generate_series(0, ${DAILY - 1}::int) d
    cross join generate_series(0, 15) k
    join (select id, row_number() over (order by id) - 1 as place from products where company_id = ${company}) p on p.place = (m.id * 7 + k * 12) % ${PRODUCTS}::int
    where m.company_id = ${company}`)
  await owner.execute(sql`
    insert into machine_days (company_id, day, machine_id, type, count, turnover_minor)
    select company_id, day, machine_id, type, sum(count), sum(turnover_minor) from daily_sales where company_id = ${company} group by 1, 2, 3, 4`)
  await rebuildCompanyDays(owner, company)
  await owner.execute(sql`
    insert into product_days (company_id, day, product_id, type, count, turnover_minor)
    select ${company}::int, (now() at time zone 'Europe/Berlin')::date - d, p.id, type, ${machines}::int / 50, 150 * ${machines}::int / 50
    from generate_series(${DAILY}::int, 731) d, products p, unnest(array['CASH', 'CREDIT_CARD']) type where p.company_id = ${company}
    on conflict do nothing`)
  await owner.execute(sql`
    insert into sales_days (company_id, day, type, count, turnover_minor)
    select ${company}::int, (now() at time zone 'Europe/Berlin')::date - d, type, 6 * ${machines}::int, 1250 * ${machines}::int
    from generate_series(${DAILY}::int, 731) d, unnest(array['CASH', 'CREDIT_CARD', 'RFID', 'FREE']) type on conflict do nothing`)
  await owner.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
    select m.company_id, gen_random_uuid(), m.id, now() - n * interval '1 hour' - m.id % 3600 * interval '1 second', 150, 'CASH', '11'
    from machines m cross join generate_series(0, ${SINGLE * VENDS_A_DAY - 1}::int) n where m.company_id = ${company}`)
}
