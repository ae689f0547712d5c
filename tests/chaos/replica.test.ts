import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DATA_TIME_HEADER } from '#contract/endpoint.ts'
import { toIso } from '#domain/time.ts'
import { type Database, rowsOf } from '../../server/db/client.ts'
import { openPostgres } from '../../server/db/connect.ts'
import { freshDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'

let missing: string | undefined
let primary: Postgres
let standby: Postgres
let database: Database
let world: TwoCompanies

beforeAll(async () => {
  const first = await startPostgres({ durable: true })
  if ('missing' in first) {
    missing = first.missing
    return
  }
  primary = first
  const databaseUrl = await freshDatabase(primary.url)
  const second = await startPostgres({ durable: true, standbyOf: primary.url })
  if ('missing' in second) throw new Error(second.missing)
  standby = second
  const databaseReplicaUrl = standby.url.replace(/\/postgres$/, new URL(databaseUrl).pathname)
  const opened = await openPostgres({ databaseUrl, databaseReplicaUrl, replicaLagMs: 3_000 }, 10)
  if ('wrong' in opened) throw new Error(opened.wrong)
  database = opened.database
  world = await twoCompanies({ database })
})

afterAll(async () => {
  if (missing) return
  await world?.close()
  await standby?.stop()
  await primary?.stop()
})

const stateOf = () => {
  const state = database.replica?.state()
  if (!state) throw new Error('there is no replica')
  return state
}

const onStandby = async <Row extends object>(statement: string): Promise<Row[]> => {
  const client = new Client({ connectionString: standby.url })
  await client.connect()
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

async function rename(name: string): Promise<number> {
  await database.withTenant(world.company, (db) => db.execute(sql`update companies set name = ${name}`))
  return Date.now()
}

/** The name as a report reads it, and the moment that the report states; null if it states that its figures are current. */
async function readName(): Promise<{ name: string; at: number | null }> {
  let at: number | null = null
  const onDataAge = (moment: number) => {
    at = moment
  }
  const rows = await database.readTenant(world.company, (db) => rowsOf<{ name: string }>(db, sql`select name from companies`), {
    onDataAge,
  })
  expect(rows).toHaveLength(1)
  return { name: rows[0]?.name ?? '', at }
}

test('reports come from the replica, and never contain less than they state', async ({ skip }) => {
  if (missing) return skip(missing)
  await expect.poll(async () => (await readName()) && stateOf().answered).toBeGreaterThan(0)
  for (let round = 0; round < 30; round++) {
    const name = `Company ${round}`
    const renamedAt = await rename(name)
    const read = await readName()
    // Figures from before the change state a moment before it.
    if (read.name !== name) expect(read.at ?? Number.POSITIVE_INFINITY).toBeLessThan(renamedAt)
  }
  const { data } = (await world.manager.call('GET', '/reports/v2/sales')).json<{ data: { dataType: string } }>()
  expect(data.dataType).toBe('REVENUE')
})

test('a paused replica states its moment, and beyond the limit the primary executes reads', async ({ skip }) => {
  if (missing) return skip(missing)
  const before = 'Before the pause'
  await rename(before)
  await expect.poll(readName).toEqual({ name: before, at: null })
  await onStandby('select pg_wal_replay_pause()')
  await expect.poll(() => onStandby<{ state: string }>('select pg_get_wal_replay_pause_state() as state')).toEqual([{ state: 'paused' }])
  const renamedAt = await rename('After the pause')
  const { answered } = stateOf()
  const response = await world.manager.call('GET', '/reports/v2/sales')
  // On a busy machine the replica may answer too late to be asked.
  const isFromReplica = stateOf().answered > answered
  const stated = String(response.headers[DATA_TIME_HEADER])
  const aged = await readName()
  if (aged.name === before) {
    expect(aged.at).toBeLessThan(renamedAt)
    if (isFromReplica) expect(stated).toBe(toIso(aged.at ?? 0))
  }
  await expect.poll(readName).toEqual({ name: 'After the pause', at: null })
  await expect.poll(async () => (await readName()) && stateOf().lagSeconds).toBeGreaterThan(3)
  await onStandby('select pg_wal_replay_resume()')
  const passedOn = stateOf().passedOn
  await expect.poll(async () => (await readName()).at).toBe(null)
  expect(stateOf().passedOn).toBeGreaterThanOrEqual(passedOn)
})

test('a read of a frozen or killed replica is executed by the primary', async ({ skip }) => {
  if (missing) return skip(missing)
  const answered = stateOf().answered
  await expect.poll(async () => (await readName()) && stateOf().answered).toBeGreaterThan(answered)
  let isFrozen = false
  const read = () =>
    database.readTenant(world.company, async (db) => {
      const isStandby = await rowsOf<{ yes: boolean }>(db, sql`select pg_is_in_recovery() as yes`)
      if (!isStandby[0]?.yes) return 'primary'
      standby.freeze()
      isFrozen = true
      await db.execute(sql`select 1`)
      return 'replica'
    })
  // On a busy machine the primary may answer before the replica is frozen.
  do expect(await read()).toBe('primary')
  while (!isFrozen)
  expect(stateOf().isUnavailable).toBe(true)
  await standby.kill()
  expect(await readName()).toMatchObject({ name: 'After the pause', at: null })
})
