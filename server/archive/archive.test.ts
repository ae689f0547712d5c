import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMachine } from '../../tests/support/fleet.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../db/client.ts'
import { insertStates } from '../machine-state/outages.store.ts'
import { selfCheck, selfCheckNow } from '../self-check/self-check.job.ts'
import { archiveMonths } from './archive-months.job.ts'
import { restoreArchive } from './restore-archive.ts'

let world: TwoCompanies
let dataDir: string
let machine: number
let errors: unknown[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'roundsman-archive-'))
  world = await twoCompanies({ settings: { dataDir } })
  machine = (await aMachine(world.ctx, world.company)).id
  errors = []
})
afterEach(async () => {
  await world.close()
  await rm(dataDir, { recursive: true })
})

const log = { error: (about: unknown) => errors.push(about) } as never
const archive = (forMs?: number) => archiveMonths({ ...world.ctx, log }, forMs)
const keep = (months: number | null) => world.manager.call('PUT', '/company/history', { months })

const happened = (type: string, at: string, company = world.company, of: number | null = machine) =>
  world.ctx.database.owner.execute(sql`insert into activities (company_id, type, at, heard_at, machine_id, details)
    values (${company}, ${type}, ${at}, ${at}, ${of}, '{"message": "Zażółć"}')`)

const reported = (state: 'STOPPED' | 'RUNNING', at: string) =>
  world.ctx.database.withTenant(world.company, (db) =>
    insertStates(db, world.company, machine, [{ id: randomUUID(), at: Date.parse(at), state, cause: null }]),
  )

const inDatabase = async (table: 'activities' | 'state_reports' | 'outages', company = world.company) =>
  rowsOf<Record<string, unknown>>(
    world.ctx.database.owner,
    sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where t.company_id = ${company} order by 1`,
  )

const filesIn = async (company = world.company) => (await readdir(join(dataDir, 'archive', String(company))).catch(() => [])).toSorted()

test('months before the kept ones move to one file each', async () => {
  await happened('MACHINE_STOPPED', '2024-12-31T23:59:00Z')
  await happened('MACHINE_STOPPED', '2025-01-01T00:00:00Z')
  await happened('MACHINE_STOPPED', '2025-02-28T23:59:59.999Z')
  await happened('MACHINE_STOPPED', '2025-03-01T00:00:00Z')
  await happened('MACHINE_STOPPED', '2024-06-01T00:00:00Z', world.rivalCompany, null)
  const before = await inDatabase('activities')
  expect((await keep(12)).statusCode).toBe(200)
  expect(await archive()).toBe('well')

  expect((await inDatabase('activities')).length).toBe(1)
  expect((await inDatabase('activities', world.rivalCompany)).length).toBe(1)
  const answer = (await world.manager.call('GET', '/company/history')).json().data
  expect(answer.archived).toMatchObject([
    { source: 'activities', month: '2025-02', rows: 1 },
    { source: 'activities', month: '2025-01', rows: 1 },
    { source: 'activities', month: '2024-12', rows: 1 },
  ])
  const [first = ''] = await filesIn()
  const lines = gunzipSync(readFileSync(join(dataDir, 'archive', String(world.company), first)))
    .toString()
    .split('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    roundsman: 'archive',
    format: 1,
    company: world.company,
    source: 'activities',
    month: '2024-12',
  })
  expect(lines[1]?.startsWith('activities\t[{')).toBe(true)
  expect(lines[2]).toBe('{"chunks":1}')
  expect((await world.rival.call('GET', '/company/history')).json().data).toEqual({ months: null, archived: [] })

  expect(await restoreArchive(world.ctx.database, dataDir, world.company)).toEqual({ files: 3, rows: 3 })
  expect(await inDatabase('activities')).toEqual(before)
  expect((await world.manager.call('GET', '/company/history')).json().data).toEqual({ months: null, archived: [] })
})

test('nothing is archived without the setting, nor by a second run', async () => {
  await happened('MACHINE_STOPPED', '2020-01-01T00:00:00Z')
  await archive()
  expect((await inDatabase('activities')).length).toBe(1)
  await keep(12)
  await archive()
  await archive()
  expect(await filesIn()).toHaveLength(1)
})

test('rows that arrive later for an archived month get a file of their own', async () => {
  await keep(12)
  await happened('MACHINE_STOPPED', '2025-01-01T00:00:00Z')
  await archive()
  await happened('MACHINE_STOPPED', '2025-01-02T00:00:00Z')
  await archive()
  expect(await filesIn()).toHaveLength(2)
  expect(await restoreArchive(world.ctx.database, dataDir, world.company)).toEqual({ files: 2, rows: 2 })
})

test('a damaged or missing file is refused, and its rows stay in the database', async () => {
  await keep(12)
  await happened('MACHINE_STOPPED', '2025-01-01T00:00:00Z')
  await archive()
  await restoreArchive(world.ctx.database, dataDir, world.company)
  const before = await inDatabase('activities')
  await keep(12)
  await archive()
  // As if the server had been killed before it deleted the rows.
  const [row] = await rowsOf<{ id: string }>(world.ctx.database.owner, sql`update archived_months set removed_at = null returning id`)
  await world.ctx.database.owner.execute(sql`insert into activities overriding system value
    select (jsonb_populate_record(null::activities, ${JSON.stringify(before[0]?.row)}::jsonb)).*`)
  const file = join(dataDir, 'archive', String(world.company), `activities-2025-01-${row?.id}.gz`)
  await appendFile(file, 'x')
  expect(await archive()).toBe('trouble')
  expect(errors).toMatchObject([{ reason: expect.stringContaining('is not what was written') }])
  expect(await inDatabase('activities')).toEqual(before)
  expect((await selfCheckNow(world.ctx, { rebuild: false })).archives).toEqual([expect.stringContaining('is not what was written')])
  await expect(restoreArchive(world.ctx.database, dataDir, world.company)).rejects.toThrow('is not what was written')
  await rm(file)
  expect(await archive()).toBe('trouble')
  expect(await inDatabase('activities')).toEqual(before)
})

test('an interrupted run continues where it stopped', async () => {
  for (let month = 1; month <= 6; month++) await happened('MACHINE_STOPPED', `2024-0${month}-15T00:00:00Z`)
  await keep(12)
  // No time: it stops before the first month.
  await archive(-1)
  expect((await inDatabase('activities')).length).toBe(6)
  await archive()
  expect((await inDatabase('activities')).length).toBe(0)
})

test('the last refill of a machine and its time in service stay', async () => {
  await keep(12)
  await happened('MACHINE_CREATED', '2024-01-01T00:00:00Z')
  await happened('MACHINE_REFILLED', '2024-02-01T00:00:00Z')
  await happened('MACHINE_REFILLED', '2024-03-01T00:00:00Z')
  await happened('MACHINE_REFILLED', '2026-01-01T00:00:00Z')
  await archive()
  const kept = (await inDatabase('activities')).map(({ row }) => row as { type: string; at: string })
  expect(kept.map(({ type, at }) => `${type} ${at.slice(0, 7)}`).toSorted()).toEqual([
    'MACHINE_CREATED 2024-01',
    'MACHINE_REFILLED 2024-03',
    'MACHINE_REFILLED 2026-01',
  ])
})

test('outages of archived months stay, also if a report of that time arrives later', async () => {
  await reported('STOPPED', '2024-05-01T08:00:00Z')
  await reported('RUNNING', '2024-05-01T10:00:00Z')
  await reported('STOPPED', '2024-05-20T08:00:00Z')
  await reported('RUNNING', '2026-02-20T10:00:00Z')
  const before = await inDatabase('outages')
  expect(before).toHaveLength(2)
  await keep(12)
  await archive()
  expect(await inDatabase('state_reports')).toHaveLength(1)
  expect(await inDatabase('outages')).toEqual(before)
  await reported('RUNNING', '2024-04-30T08:00:00Z')
  expect(await inDatabase('outages')).toEqual(before)
  await reported('RUNNING', '2026-02-19T10:00:00Z')
  expect((await inDatabase('outages')).map(({ row }) => (row as { to_at: string }).to_at.slice(0, 10))).toEqual([
    '2024-05-01',
    '2026-02-19',
  ])
  const { stale, mismatches } = await selfCheck(world.ctx)
  expect([stale, mismatches]).toEqual([[], []])
})

test('only managers change how long history is kept, and it is audited', async () => {
  expect((await world.serviceman.call('PUT', '/company/history', { months: 12 })).statusCode).toBe(403)
  expect((await world.serviceman.call('GET', '/company/history')).statusCode).toBe(403)
  for (const months of [0, 1, 11, '12', 13]) expect((await keep(months as number)).statusCode).toBe(422)
  await keep(24)
  await keep(24)
  const entries = (await world.manager.call('GET', '/audit?kind=settings')).json().data
  expect(entries.filter(({ action }: { action: string }) => action === 'history-changed')).toMatchObject([
    { before: { months: null }, after: { months: 24 } },
  ])
  expect((await world.rival.call('GET', '/company/history')).json().data.months).toBeNull()
})
