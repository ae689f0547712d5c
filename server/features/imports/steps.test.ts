import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { PART_BYTES } from '#domain/imports.ts'
import { aMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { DatabaseUnavailable, rowsOf } from '../../db/client.ts'
import { drain } from '../../queue/queue.ts'
import { importQueue } from './imports.job.ts'
import { claimTask } from './uploads.store.ts'

const clock = aClock(Date.parse('2026-05-04T10:00:00.000Z'))
let world: TwoCompanies

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  await aMachine(world.ctx, world.company, { name: 'Foyer' })
})
afterAll(() => world.close())
afterEach(() => vi.restoreAllMocks())

const START = Date.parse('2026-02-01T00:00:00Z')
const ROWS = 1_600

/** A sale every minute. */
const sales = (rows: number, from = START) =>
  [
    'Date,Machine,Amount,Payment',
    ...Array.from({ length: rows }, (_, n) => {
      const at = new Date(from + n * 60_000).toISOString()
      return `${at.slice(0, 10)} ${at.slice(11, 19)},Foyer,1.50,Cash`
    }),
  ].join('\n')

type Status = { id: string; state: string; why: string | null; preview: { counts: Record<string, number>; sample: string[][] } | null }
const owner = () => world.ctx.database.owner
const status = async (id: string): Promise<Status> => (await world.manager.call('GET', `/imports/${id}`)).json().data
const post = (id: string, what: string, body?: object) => world.manager.call('POST', `/imports/${id}/${what}`, body)
const work = () => drain({ ...world.ctx, log: world.app.log }, importQueue)
const first = async <Row>(of: ReturnType<typeof sql>) => (await rowsOf<Row>(owner(), of))[0]
/** Number of its sales, of transactions that stored them, and of sales in the daily totals. */
const booked = async (id: string) => ({
  ...(await first<{ sales: number; runs: number }>(
    sql`select count(*)::int as sales, count(distinct received_at)::int as runs from transactions where import_id = ${id}::uuid`,
  )),
  days: (
    await first<{ days: number }>(sql`select coalesce(sum(count), 0)::int as days from daily_sales where company_id = ${world.company}`)
  )?.days,
})
/** Marks the import as held by a process that has ended. */
const leaveBehind = (id: string) => owner().execute(sql`update imports set holder = '1/ended' where id = ${id}::uuid`)

/** Runs a callback before the company's first transaction after this many rows exist. */
function once(table: 'transactions' | 'products', rows: number, then: () => Promise<unknown>) {
  const { withTenant } = world.ctx.database
  let isDone = false
  vi.spyOn(world.ctx.database, 'withTenant').mockImplementation((async (...parameters: Parameters<typeof withTenant>) => {
    if (!isDone && parameters[0] === world.company) {
      const there = await first<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)} where company_id = ${world.company} and ${table === 'products' ? sql`not deleted` : sql`import_id is not null`}`,
      )
      isDone = (there?.count ?? 0) >= rows
      if (isDone) await then()
    }
    return withTenant(...parameters)
  }) as typeof withTenant)
}

/** Ends the process once this many rows exist. */
const dieAt = (table: 'transactions' | 'products', rows: number) =>
  once(table, rows, () => {
    vi.spyOn(world.ctx.database, 'withTenant').mockRejectedValue(new Error('the process has ended'))
    return Promise.reject(new Error('the process has ended'))
  })

async function readyToRun(file: string, kind = 'SALES'): Promise<string> {
  const content = Buffer.from(file)
  const { id } = (await world.manager.call('POST', '/imports/uploads', { kind, name: 'file.csv', size: content.length })).json()
    .data as Status
  for (let at = 0; at < content.length; at += PART_BYTES)
    await world.manager.call('PUT', `/imports/${id}/parts/${at / PART_BYTES + 1}`, {
      content: content.subarray(at, at + PART_BYTES).toString('base64'),
    })
  await post(id, 'read', {})
  await work()
  return id
}

describe('import whose process has ended', () => {
  test('resumes where it stopped, counts each sale once, and is undone in steps', async () => {
    const id = await readyToRun(sales(ROWS))
    await post(id, 'run', {})
    dieAt('transactions', 500)
    await expect(work()).rejects.toThrow('the process has ended')
    vi.restoreAllMocks()
    const before = await booked(id)
    expect(before.sales).toBeGreaterThan(0)
    expect(before.sales).toBeLessThan(ROWS)
    expect(before.days).toBe(before.sales)

    await leaveBehind(id)
    clock.pass(1_000)
    await work()
    expect(await status(id)).toMatchObject({ state: 'DONE', preview: { counts: { records: ROWS, new: ROWS, known: 0 } } })
    expect(await booked(id)).toEqual({ sales: ROWS, runs: 2, days: ROWS })

    expect((await post(id, 'undo')).json().data.state).toBe('UNDOING')
    expect((await booked(id)).sales).toBe(ROWS - 1_000)
    expect((await post(id, 'undo')).json().code).toBe('IMPORT_INVALID')
    await work()
    expect(await status(id)).toMatchObject({ state: 'UNDONE' })
    expect(await booked(id)).toEqual({ sales: 0, runs: 0, days: 0 })
  })

  test.each([
    ['at once if only the database was away', new DatabaseUnavailable('no connection to PostgreSQL'), false],
    ['once its lease has expired if a row stayed locked', Object.assign(new Error('locked'), { code: '55P03' }), true],
  ])('resumes %s', async (_, error, waits) => {
    const id = await readyToRun(sales(ROWS, START + 2 * 24 * 60 * 60_000))
    const before = await booked(id)
    await post(id, 'run', {})
    once('transactions', 500, () => Promise.reject(error))
    await expect(work()).rejects.toThrow(error.message)
    vi.restoreAllMocks()
    expect(await status(id)).toMatchObject({ state: 'RUNNING' })
    if (waits) {
      await work()
      expect(await status(id)).toMatchObject({ state: 'RUNNING' })
      clock.pass(61_000)
    }
    await work()
    expect(await status(id)).toMatchObject({ state: 'DONE', why: null, preview: { counts: { records: ROWS, new: ROWS, known: 0 } } })
    const after = await booked(id)
    expect([after.sales, after.days]).toEqual([ROWS, (before.days ?? 0) + ROWS])
    await post(id, 'undo')
    await work()
  })

  test('taken over by another server is abandoned by the first', async () => {
    const id = await readyToRun(sales(ROWS))
    await post(id, 'run', {})
    // Another server takes over during booking.
    once('transactions', 500, () => leaveBehind(id))
    await importQueue.processNext({ ...world.ctx, log: world.app.log }, () => {})
    vi.restoreAllMocks()
    const left = await booked(id)
    expect(left.sales).toBeGreaterThan(0)
    expect(left.sales).toBeLessThan(ROWS)
    await work()
    expect(await status(id)).toMatchObject({ state: 'DONE', preview: { counts: { new: ROWS } } })
    expect(await booked(id)).toMatchObject({ sales: ROWS, days: ROWS })
    await post(id, 'undo')
    await work()
  })

  test('keeps booked sales even if the same sales arrive otherwise meanwhile', async () => {
    const id = await readyToRun(sales(600, START + 30 * 86_400_000))
    await post(id, 'run', {})
    dieAt('transactions', 250)
    await expect(work()).rejects.toThrow('the process has ended')
    vi.restoreAllMocks()
    await owner().execute(sql`
      insert into transactions select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'import_id', null))).*
      from transactions t where import_id = ${id}::uuid limit 5`)
    await leaveBehind(id)
    await work()
    expect(await status(id)).toMatchObject({ state: 'DONE', preview: { counts: { new: 600, known: 0 } } })
    await owner().execute(sql`delete from transactions where import_id is null`)
    await post(id, 'undo')
    await work()
  })

  test('is followed by the next one of its company', async () => {
    const ids = [await readyToRun(sales(1, START + 60 * 86_400_000)), await readyToRun(sales(1, START + 61 * 86_400_000))]
    for (const id of ids) await post(id, 'run', {})
    const take = () => world.ctx.database.asSystem((db) => claimTask(db, world.ctx.database, clock.now()))
    const taken = await take()
    expect(ids).toContain(taken?.id)
    expect(await take()).toBeNull()
    await leaveBehind(taken?.id ?? '')
    await work()
    for (const id of ids) {
      expect(await status(id)).toMatchObject({ state: 'DONE' })
      await post(id, 'undo')
      await work()
    }
  })

  test('adds each product once across interruptions', async () => {
    const products = ['SKU,Name', ...Array.from({ length: 700 }, (_, n) => `P${n},Product ${n}`)].join('\n')
    const id = await readyToRun(products, 'PRODUCTS')
    await post(id, 'run', {})
    dieAt('products', 250)
    await expect(work()).rejects.toThrow('the process has ended')
    vi.restoreAllMocks()
    const count = async () =>
      (await first<{ count: number }>(sql`select count(*)::int as count from products where company_id = ${world.company} and not deleted`))
        ?.count
    expect(await count()).toBeGreaterThan(0)
    expect(await count()).toBeLessThan(700)
    await leaveBehind(id)
    await work()
    expect(await status(id)).toMatchObject({ state: 'DONE', preview: { counts: { new: 700, refused: 0 } } })
    expect(await count()).toBe(700)
    await post(id, 'undo')
    await work()
    expect(await count()).toBe(0)
    // An undone file can be imported again.
    const again = await readyToRun(products, 'PRODUCTS')
    expect(await status(again)).toMatchObject({ state: 'READY', preview: { counts: { new: 700, refused: 0 } } })
    await post(again, 'run', {})
    await work()
    expect(await count()).toBe(700)
  })
})

describe('import beside requests', () => {
  const DAY_OF = (days: number) => START + days * 86_400_000
  const replaceFile = (id: string, file: string) =>
    owner().execute(sql`update import_parts set content = convert_to(${file}, 'UTF8') where import_id = ${id}::uuid`)

  test('pauses while requests are running, and then books all rows', async () => {
    const id = await readyToRun(sales(600, DAY_OF(-20)))
    await post(id, 'run', {})
    let checks = 0
    await drain({ ...world.ctx, log: world.app.log, isServing: () => ++checks <= 20 }, importQueue)
    expect(checks).toBeGreaterThan(20)
    expect((await booked(id)).sales).toBe(600)
    await post(id, 'undo')
    await work()
  })

  test('books as previewed without reading the whole file twice', async () => {
    const id = await readyToRun(sales(300, DAY_OF(-30)))
    const { preview } = await status(id)
    await replaceFile(id, sales(300, DAY_OF(-40)).replaceAll('Cash', 'Card'))
    await post(id, 'run', {})
    await work()
    // The sample is of the first reading; the period is of the rows that were booked, in UTC.
    expect(await status(id)).toMatchObject({
      state: 'DONE',
      preview: { sample: preview?.sample, period: { from: new Date(DAY_OF(-40) - 3_600_000).toISOString() } },
    })
    await post(id, 'undo')
    await work()
  })

  test('in one transaction does not pause, because requests wait for it', async () => {
    const { withTenant } = world.ctx.database
    let isInTransaction = false
    let pauses = 0
    vi.spyOn(world.ctx.database, 'withTenant').mockImplementation((async (...[company, begun, options]: Parameters<typeof withTenant>) =>
      withTenant(
        company,
        async (...given) => {
          isInTransaction = true
          return (begun(...given) as Promise<unknown>).finally(() => {
            isInTransaction = false
          })
        },
        options,
      )) as typeof withTenant)
    vi.spyOn(world.app.gate, 'state').mockImplementation(() => {
      if (isInTransaction) pauses++
      return { working: 0, waiting: 0, sentAway: 0 }
    })
    const content = Buffer.from(sales(200, DAY_OF(-70))).toString('base64')
    const answer = await world.manager.call('POST', '/imports', { kind: 'SALES', content, confirm: true })
    expect(answer.json().data).toMatchObject({ done: true, counts: { new: 200 } })
    expect(pauses).toBe(0)
    vi.restoreAllMocks()
    await post(answer.json().data.importId, 'undo')
    await work()
  })

  test('reads the file again if the choices differ from those of the preview', async () => {
    const id = await readyToRun(sales(300, DAY_OF(-50)))
    await owner().execute(sql`update imports set choices = '{"ownCurrency": true}' where id = ${id}::uuid`)
    await replaceFile(id, sales(300, DAY_OF(-60)).replaceAll('Cash', 'Card'))
    await post(id, 'run', {})
    await work()
    const { preview } = await status(id)
    expect(preview?.sample[0]).toContain('Card')
    await post(id, 'undo')
    await work()
  })
})

test('one-request import runs in steps and can be retried', async () => {
  const file = sales(ROWS, START + 90 * 86_400_000)
  const body = { kind: 'SALES', content: Buffer.from(file).toString('base64'), confirm: true }
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => world.manager.call('POST', '/imports', body, headers)
  dieAt('transactions', 250)
  expect((await send()).statusCode).toBeGreaterThanOrEqual(500)
  vi.restoreAllMocks()
  const [begun] = ((await world.manager.call('GET', '/imports')).json().data as Status[]).filter(({ state }) => state === 'RUNNING')
  const id = begun?.id ?? ''
  const { sales: some = 0 } = await booked(id)
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(ROWS)
  await leaveBehind(id)
  await work()
  const again = await send()
  expect(again.json().data).toMatchObject({ done: true, importId: id, counts: { new: ROWS } })
  expect((await send()).headers['idempotency-replayed']).toBe('true')
  expect((await booked(id)).sales).toBe(ROWS)
})
