import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OperationId } from '#domain/ids.ts'
import { HOUR, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, type StandingDevice, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aPhone } from '../../../tests/support/phone.ts'
import { plainPostgres } from '../../../tests/support/plain-postgres.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { voidSales } from '../../features/telemetry/audit-sales.store.ts'
import { selfCheck } from '../../self-check/self-check.job.ts'
import { withBareTables } from '../bare-tables.ts'
import { isTemporary, rowsOf, SYSTEM_ROLE } from '../client.ts'
import { transactions } from '../schema/sales.ts'
import { movements } from '../schema/stock.ts'
import { partitionTables } from './partition-tables.job.ts'
import { isPartitioned, PARTITIONED } from './partitioned-tables.ts'

const clock = aClock()
let world: TwoCompanies
let missing: string | null = null
const machines: { machine: StandingMachine; device: StandingDevice }[] = []

let start = 0

const MACHINES = 3
const BEFORE = 40
/** More than are added while the tables are partitioned. */
const ACTIVITIES = 10_000

beforeAll(async () => {
  const plain = await plainPostgres()
  if ('missing' in plain) {
    missing = plain.missing
    return
  }
  world = await twoCompanies({ now: clock.now, database: plain.database, changesStockItself: true })
  const { ctx, company } = world
  const product = await aProduct(ctx, company)
  for (let index = 0; index < MACHINES; index++) {
    const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10_000, price: 150, quantity: 9_000 }] })
    machines.push({ machine, device: await aDevice(ctx, company, { machine: machine.id }) })
  }
  await ctx.database.withTenant(company, (db) =>
    db.execute(sql`insert into activities (company_id, type, at, heard_at, details)
      select ${company}::int, 'X', ${toIso(clock.now())}, ${toIso(clock.now())}, '{}' from generate_series(1, ${ACTIVITIES}::int)`),
  )
  clock.pass(HOUR)
  start = clock.now()
  for (const one of machines) for (let number = 0; number < BEFORE; number++) await sell(one, `before-${number}`, start - number * SECOND)
})
afterAll(async () => {
  if (!missing) await world.close()
})

/** As the system, because the owner is subject to row-level security too. */
const rows = <Row>(statement: ReturnType<typeof sql>) =>
  world.ctx.database.owner.transaction(async (tx) => {
    await tx.execute(sql`select set_config('role', ${SYSTEM_ROLE}, true)`)
    return rowsOf<Row>(tx, statement)
  })
const count = async (table: string) => (await rows<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`)))[0]?.n
/** As the owner, because the system reads partitions through their table too. */
const countPartition = async (name: string) =>
  (await rowsOf<{ n: number }>(world.ctx.database.owner, sql.raw(`select count(*)::int as n from partitions.${name}`)))[0]?.n

/** As a device: a refusal with 503 is sent again. */
async function sendEvent({ imei, signIn }: StandingDevice, event: object) {
  for (let attempt = 0; ; attempt++) {
    const answer = await callerWith(world.app, signIn)('POST', `/telemetry/${imei}/events`, [event])
    if (answer.statusCode === 503 && attempt === 0) continue
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
  }
}

async function sell({ device }: { device: StandingDevice }, id: string, at: Moment = clock.now()) {
  const event = { id, type: 'VEND', at: toIso(at), selection: '1', price: 1.5, method: 'CASH' }
  const answer = await sendEvent(device, event)
  return answer.json<{ data: { accepted: number; duplicates: number } }>().data
}

/** Takes a sale back as a read-out does that contradicts it. A device sends one again that failed for a reason that passes. */
async function remove({ machine }: (typeof machines)[number], sale: OperationId | undefined) {
  const { ctx, company } = world
  const till = { company, machine: machine.id, timezone: 'Europe/Berlin', receivedAt: clock.now() }
  const attempt = () =>
    ctx.database.withTenant(company, async (db) => {
      await db.execute(sql`select from stock_points where machine_id = ${machine.id} for update`)
      await db.execute(sql`select from machine_status where machine_id = ${machine.id} for update`)
      await voidSales(db, till, sale ? [sale] : [])
    })
  await attempt().catch((error: unknown) => {
    if (!isTemporary(error)) throw error
    return attempt()
  })
}

/** Sales, resent sales, sales that are taken back and stand again, restocks and states, until the tables are partitioned. */
async function work(one: (typeof machines)[number], isOver: () => boolean): Promise<number> {
  const phone = aPhone(callerWith(world.app, await signedIn(world.app, 'manager')))
  let sold = 0
  for (let round = 0; !isOver(); round++) {
    const at = clock.now() - 30 * MINUTE + round * SECOND
    expect(await sell(one, `during-${round}`, at)).toMatchObject({ accepted: 1, duplicates: 0 })
    sold++
    expect(await sell(one, `during-${round}`, at)).toMatchObject({ duplicates: 1 })
    expect(await sell(one, `before-${round % BEFORE}`, start - (round % BEFORE) * SECOND)).toMatchObject({ duplicates: 1 })
    const [sale] = await rows<{ id: OperationId }>(
      sql`select id from transactions where machine_id = ${one.machine.id} and at = ${toIso(at)}::timestamptz`,
    )
    await remove(one, sale?.id)
    if (round % 2 === 0) expect(await sell(one, `during-${round}`, at)).toMatchObject({ accepted: 1 })
    else sold--
    await sendEvent(one.device, { id: `state-${round}`, type: 'STATE', at: toIso(clock.now()), state: round % 2 ? 'RUNNING' : 'STOPPED' })
    const body = [{ productInstallationId: one.machine.slot('1').point, quantity: 1 }]
    await phone.push({ call: 'restockSlots', machineId: one.machine.id, at: clock.now(), body })
  }
  return sold
}

test('tables in use are partitioned without a failed, lost or doubled write', async ({ skip }) => {
  if (missing) return skip(missing)
  const before = await count('transactions')
  expect(before).toBe(MACHINES * BEFORE)
  // Servers of the version before have a day to be replaced.
  expect(await partitionTables(world.ctx)).toBe('well')
  expect(await isPartitioned(world.ctx.database.owner, 'transactions')).toBe(false)
  clock.pass(25 * HOUR)
  let isOver = false
  const working = Promise.all(machines.map((one) => work(one, () => isOver)))
  const partitioned = () => Promise.all(PARTITIONED.map(({ name }) => isPartitioned(world.ctx.database.owner, name)))
  // Each call is one step, so that writes are between any two.
  while (!(await partitioned()).every((is) => is)) expect(await partitionTables(world.ctx, 0)).toBe('well')
  isOver = true
  const sold = (await working).reduce((sum, one) => sum + one, 0)
  expect(await count('transactions')).toBe(MACHINES * BEFORE + sold)
  expect(await countPartition('transactions_ids')).toBe(MACHINES * BEFORE + sold)
  expect(await selfCheck(world.ctx)).toMatchObject({ mismatches: [], stale: [], broken: [] })
}, 600_000)

const partitionsOf = async (table: string) =>
  (
    await rows<{ name: string }>(
      sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${`public.${table}`}::regclass order by 1`,
    )
  ).map(({ name }) => name)

test('months ahead are created, and the older rows stay in one partition', async ({ skip }) => {
  if (missing) return skip(missing)
  expect(await partitionTables(world.ctx)).toBe('well')
  for (const { name } of PARTITIONED)
    expect(await partitionsOf(name)).toEqual([`${name}_2026_05`, `${name}_2026_06`, `${name}_default`, `${name}_history`])
})

test('an id counts once per company, at whatever time and however often at once', async ({ skip }) => {
  if (missing) return skip(missing)
  const { ctx, company, rivalCompany } = world
  const [machine, theirs] = [machines[0]?.machine.id, (await aMachine(ctx, rivalCompany)).id]
  const id = randomUUID()
  const insert = (of: number, machineId: number | undefined, at: string) =>
    ctx.database.withTenant(of, (db) =>
      rowsOf<{ id: string }>(
        db,
        sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
          values (${of}, ${id}, ${machineId}, ${at}, 150, 'CASH', '1') on conflict do nothing returning id`,
      ),
    )
  const months = ['2026-01-05', '2026-04-30', '2026-05-01', '2026-06-30', '2031-01-01']
  const added = await Promise.all(months.map((at) => insert(company, machine, at)))
  expect(added.flat()).toHaveLength(1)
  expect(await insert(rivalCompany, theirs, '2026-05-01')).toHaveLength(1)
  const withdraw = (of: number) =>
    ctx.database.withTenant(of, (db) => rowsOf(db, sql`delete from transactions where id = ${id} returning id`))
  expect(await withdraw(company)).toHaveLength(1)
  // What was taken back may stand again, at another time too.
  expect(await insert(company, machine, '2026-06-15')).toHaveLength(1)
  expect(await withdraw(company)).toHaveLength(1)
  expect(await withdraw(rivalCompany)).toHaveLength(1)
})

test('requests read partitions through their table only', async ({ skip }) => {
  if (missing) return skip(missing)
  const { ctx, company, rivalCompany } = world
  const countAs = (of: number, table: string) =>
    ctx.database.withTenant(of, (db) => rowsOf<{ n: number }>(db, sql.raw(`select count(*)::int as n from ${table}`)))
  for (const { name } of PARTITIONED) {
    expect((await countAs(company, name))[0]?.n, name).toBeGreaterThan(0)
    expect((await countAs(rivalCompany, name))[0]?.n, name).toBe(0)
    for (const partition of [`${name}_history`, `${name}_2026_05`, `${name}_default`])
      await expect(countAs(company, `partitions.${partition}`), partition).rejects.toMatchObject({ cause: { code: '42501' } })
  }
  await expect(countAs(company, 'partitions.transactions_ids')).rejects.toMatchObject({ cause: { code: '42501' } })
  await expect(countAs(company, 'partitions.progress')).rejects.toMatchObject({ cause: { code: '42501' } })
})

test('rows beyond the last month move when it is created, with their ids', async ({ skip }) => {
  if (missing) return skip(missing)
  const { ctx, company } = world
  const one = machines[0]
  if (!one) throw new Error('there is no machine')
  await ctx.database.withTenant(company, (db) =>
    db.execute(sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
      values (${company}, gen_random_uuid(), ${one.machine.id}, '2026-08-15', 150, 'CASH', '1')`),
  )
  const before = await count('transactions')
  expect(await countPartition('transactions_default')).toBe(1)
  clock.pass(61 * 24 * HOUR)
  expect(await partitionTables(ctx)).toBe('well')
  expect(await partitionsOf('transactions')).toContain('transactions_2026_08')
  expect(await countPartition('transactions_default')).toBe(0)
  expect(await countPartition('transactions_2026_08')).toBe(1)
  expect(await count('transactions')).toBe(before)
  expect(await countPartition('transactions_ids')).toBe(before)
})

test('new activities have ids after those of before', async ({ skip }) => {
  if (missing) return skip(missing)
  const { ctx, company } = world
  const [last] = await rows<{ id: number }>(sql`select max(id)::float8 as id from activities`)
  const [next] = await ctx.database.withTenant(company, (db) =>
    rowsOf<{ id: number }>(
      db,
      sql`insert into activities (company_id, type, at, heard_at, details) values (${company}, 'X', now(), now(), '{}') returning id::float8 as id`,
    ),
  )
  expect(next?.id).toBeGreaterThan(last?.id ?? 0)
})

test('tables that were filled without keys and indexes have them again, in every partition', async ({ skip }) => {
  if (missing) return skip(missing)
  const { owner } = world.ctx.database
  const indexes = () =>
    rowsOf<{ table: string; columns: string }>(
      owner,
      sql`select i.indrelid::regclass::text as table, replace(replace(pg_get_indexdef(i.indexrelid), c.relname, ''), ' ON ONLY ', ' ON ') as columns
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
        where i.indisvalid and t.relname ~ '^(movements|transactions)' and t.relname <> 'transactions_ids' order by 1, 2`,
    )
  const before = await indexes()
  await owner.transaction((tx) => withBareTables(tx, [movements, transactions], async () => {}))
  expect(before.length).toBeGreaterThan(20)
  expect(await indexes()).toEqual(before)
})

test('times later than the coming months leave a table as it is', async ({ skip }) => {
  const plain = await plainPostgres({ connections: 3 })
  if ('missing' in plain) return skip(plain.missing)
  const other = await twoCompanies({ now: clock.now, database: plain.database })
  onTestFinished(other.close)
  await partitionTables(other.ctx)
  const machine = await aMachine(other.ctx, other.company)
  await other.ctx.database.withTenant(other.company, (db) =>
    db.execute(
      sql`insert into state_reports (company_id, machine_id, at, id, state) values (${other.company}, ${machine.id}, '2031-01-01', gen_random_uuid(), 'RUNNING')`,
    ),
  )
  const later = { ...other.ctx, now: () => clock.now() + 25 * HOUR }
  expect(await partitionTables(later, Number.POSITIVE_INFINITY)).toBe('trouble')
  expect(await Promise.all(PARTITIONED.map(({ name }) => isPartitioned(plain.database.owner, name)))).toEqual([false, true, true, true])
  // It is reported until it is looked for again, a day later.
  expect(await partitionTables(later)).toBe('trouble')
  await other.ctx.database.asSystem((db) => db.execute(sql`delete from state_reports`))
  expect(await partitionTables({ ...other.ctx, now: () => clock.now() + 51 * HOUR }, Number.POSITIVE_INFINITY)).toBe('well')
  expect(await isPartitioned(plain.database.owner, 'state_reports')).toBe(true)
})

test('a sale counts again only if the restored backup lacks it', async ({ skip }) => {
  const plain = await plainPostgres({ connections: 3, applicationName: 'roundsman-command' })
  if ('missing' in plain) return skip(plain.missing)
  const other = await twoCompanies({ now: clock.now, database: plain.database })
  onTestFinished(other.close)
  const { ctx, company } = other
  const machine = await aMachine(ctx, company)
  const add = (id: string) =>
    ctx.database.withTenant(company, (db) =>
      rowsOf(
        db,
        sql`insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
          values (${company}, ${id}, ${machine.id}, '2026-02-01', 150, 'CASH', '1') on conflict do nothing returning id`,
      ),
    )
  const partition = async (days: number) => {
    const then = { ...ctx, now: () => clock.now() + days * 24 * HOUR }
    expect(await partitionTables(then)).toBe('well')
    expect(await partitionTables({ ...then, now: () => then.now() + 25 * HOUR }, Number.POSITIVE_INFINITY)).toBe('well')
    expect(await isPartitioned(ctx.database.owner, 'transactions')).toBe(true)
  }
  const [kept, lost] = [randomUUID(), randomUUID()]
  await partition(0)
  expect(await add(kept)).toHaveLength(1)
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-partitions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'backup')
  await writeBackup(ctx.database, file, { version: '0', now: clock.now() })
  expect(await add(lost)).toHaveLength(1)
  expect(await restoreBackup(ctx.database, file, { confirmed: true })).toHaveProperty('rows')
  expect(await isPartitioned(ctx.database.owner, 'transactions')).toBe(false)
  await partition(3)
  expect(await add(kept)).toHaveLength(0)
  expect(await add(lost)).toHaveLength(1)
})
