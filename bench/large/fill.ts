import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, type Connection, type Submittable } from 'pg'
import { DAY } from '#domain/time.ts'
import { withBareTables } from '../../server/db/bare-tables.ts'
import { type Db, rowsOf } from '../../server/db/client.ts'
import { activities } from '../../server/db/schema/activity.ts'
import { dailySales, machineDays, transactions } from '../../server/db/schema/sales.ts'
import { movements } from '../../server/db/schema/stock.ts'
import { rebuildCompanyDays } from '../../server/self-check/daily-sales.store.ts'
import { fillMachines, SLOTS } from '../dashboard/fleet-rows.ts'
import { DAILY_SALES, dailyRows, MACHINE_DAYS, MOVEMENTS, machineDayRows, movementRows, TRANSACTIONS, transactionRows } from './rows.ts'
import type { SoldFleet } from './sold.ts'

type Size = { machines: number; days: number; perDay: number; ledgerDays: number; seed: number }

/** Fills companies with machines and their sales by COPY, in one transaction without keys and indexes. Prints how long each step took. */
export async function fillLarge(url: string, companies: readonly { id: number; size: Size }[], now: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const db = drizzle(client, { casing: 'snake_case' }) as unknown as Db
  try {
    await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off")
    await client.query('begin')
    await withBareTables(db, [transactions, dailySales, machineDays, movements, activities], async () => {
      for (const { id, size } of companies) await fillCompany(client, db, id, size, now)
    })
    await client.query('commit')
    log('keys and indexes')
    for (const { id } of companies) await rebuildCompanyDays(db, id)
    log('totals over all machines')
  } finally {
    await client.end()
  }
}

async function fillCompany(client: Client, db: Db, company: number, size: Size, now: number): Promise<void> {
  await fillMachines(db, company, size.machines)
  const machines = await idsOf(db, sql`select id::float8 as id from machines where company_id = ${company} order by id`)
  const products = await idsOf(db, sql`select id::float8 as id from products where company_id = ${company} order by id`)
  const points = await pointsOf(db, company)
  const days = Array.from({ length: size.days }, (_, day) => new Date(now - (size.days - day) * DAY).toISOString().slice(0, 10))
  const fleet: SoldFleet = { ...size, company, machines, products, slots: SLOTS, days }
  log(`${size.machines} machines`)
  await copyText(client, TRANSACTIONS, transactionRows(fleet))
  log('transactions')
  await copyText(client, DAILY_SALES, dailyRows(fleet))
  log('daily_sales')
  await copyText(client, MACHINE_DAYS, machineDayRows(fleet))
  log('machine_days')
  const from = Math.max(0, size.days - size.ledgerDays)
  await copyText(
    client,
    MOVEMENTS,
    movementRows(
      fleet,
      from,
      machines.map((id) => points.get(id) ?? []),
    ),
  )
  log('movements')
  await fillActivities(db, company, size.days)
  await publish(db, company)
  log('activities and feed')
}

/** Every machine is refilled every third day. */
const REFILLED_EVERY = 3

async function fillActivities(db: Db, company: number, days: number): Promise<void> {
  await db.execute(sql`
    insert into activities (company_id, type, at, heard_at, machine_id, details)
    select m.company_id, 'MACHINE_REFILLED', d, d, m.id, '{}'
    from generate_series(now() - ${days}::int * interval '1 day', now() - interval '1 day', ${REFILLED_EVERY}::int * interval '1 day') d
    cross join machines m where m.company_id = ${company}`)
}

/** Publishes all of it to devices, like any change. */
async function publish(db: Db, company: number): Promise<void> {
  await db.execute(sql`update companies set feed_seq = feed_seq + 1 where id = ${company}`)
  await db.execute(sql`
    insert into feed (company_id, kind, entity_id, seq, removed, changed_at)
    select ${company}::int, kind, id, (select feed_seq from companies where id = ${company}), false, now()
    from (select unnest(array['machine', 'slots', 'inventory']) as kind, id from machines where company_id = ${company}
      union all select 'product', id from products where company_id = ${company}) changed`)
}

const idsOf = async (db: Db, ids: ReturnType<typeof sql>) => (await rowsOf<{ id: number }>(db, ids)).map(({ id }) => id)

async function pointsOf(db: Db, company: number): Promise<Map<number, number[]>> {
  const rows = await rowsOf<{ machine: number; points: number[] }>(
    db,
    sql`select p.machine_id::float8 as machine, array_agg(p.id::float8 order by s.slot_number::int) as points
      from stock_points p join slots s on s.company_id = p.company_id and s.id = p.slot_id where p.company_id = ${company} group by 1`,
  )
  return new Map(rows.map(({ machine, points }) => [machine, points]))
}

let since = performance.now()
function log(what: string): void {
  console.error(`  ${what}: ${((performance.now() - since) / 1000).toFixed(0)} s`)
  since = performance.now()
}

type CopyConnection = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void; sendCopyFail(message: string): void }

/** Loads lines in PostgreSQL's text format of COPY into a table, without keeping them in memory. */
function copyText(client: Client, into: string, pieces: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => connection.query(`copy ${into} from stdin`),
      handleCopyInResponse(connection: CopyConnection) {
        send(connection, pieces).catch((error: unknown) => connection.sendCopyFail(String(error)))
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    }
    client.query(copy)
  })
}

async function send(connection: CopyConnection, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    connection.sendCopyFromChunk(Buffer.from(piece, 'latin1'))
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
  }
  connection.endCopyFrom()
}
