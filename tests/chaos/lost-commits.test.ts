import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { machineStockByFeed, type ReadMachineStock } from '../../server/ledger/machine-stock.ts'
import { publish } from '../../server/sync/feed.ts'
import { aMachine, aProduct, type StandingMachine } from '../support/fleet.ts'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'

let missing: string | undefined
let primary: Postgres
let standby: Postgres
let world: TwoCompanies

beforeAll(async () => {
  const first = await startPostgres({ durable: true })
  if ('missing' in first) {
    missing = first.missing
    return
  }
  primary = first
  const url = await freshDatabase(primary.url)
  const second = await startPostgres({ durable: true, standbyOf: primary.url })
  if ('missing' in second) throw new Error(second.missing)
  standby = second
  const { host } = new URL(primary.url)
  const opened = await openPostgres(url.replace(host, `${host},${new URL(standby.url).host}`), 10)
  if ('wrong' in opened) throw new Error(opened.wrong)
  world = await twoCompanies({ database: opened.database })
})

afterAll(async () => {
  if (missing) return
  await world?.close()
  await standby?.stop()
  await primary?.stop()
})

async function onServer<Row extends object>({ url }: Postgres, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const read = (reader: ReadMachineStock) =>
  world.ctx.database.withTenant(world.company, async (db) => structuredClone(await reader(db, world.company, world.ctx.now())), {
    snapshot: true,
  })
const change = ({ id }: StandingMachine) =>
  world.ctx.database.withTenant(world.company, async (db) => {
    await db.execute(sql`update stock_points set balance = balance + 1000 where machine_id = ${id}`)
    await publish(db, world.company, [{ kind: 'inventory', id }], world.ctx.now())
  })
const position = async () =>
  (
    await rowsOf<{ seq: number }>(world.ctx.database.owner, sql`select feed_seq::float8 as seq from companies where id = ${world.company}`)
  )[0]?.seq

test('kept stock is right after a standby without the latest commits took over', async ({ skip }) => {
  if (missing) return skip(missing)
  const { ctx, company } = world
  const filled = async () =>
    aMachine(ctx, company, { slots: [{ number: '1', product: await aProduct(ctx, company), max: 10, quantity: 4 }] })
  const [lost, later] = [await filled(), await filled()]
  const kept = machineStockByFeed()

  const arrived = async () => {
    const [row] = await onServer<{ is: boolean }>(
      primary,
      'select bool_and(replay_lsn >= pg_current_wal_lsn()) as is from pg_stat_replication',
    )
    return row?.is
  }
  await expect.poll(arrived).toBe(true)
  await onServer(standby, "alter system set primary_conninfo = ''", 'select pg_reload_conf()')
  await expect.poll(() => onServer(primary, 'select from pg_stat_replication')).toEqual([])
  await change(lost)
  await read(kept)
  const before = await position()

  await primary.kill()
  await standby.promote()
  await expect.poll(() => change(later).then(position, () => null)).toBe(before)
  expect(await read(kept)).toEqual(await read(machineStockByFeed()))
})
