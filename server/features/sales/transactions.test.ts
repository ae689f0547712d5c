import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import readExcelFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, MINUTE, toIso } from '#domain/time.ts'
import { aMachine, aProduct, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { print } from '../../exports.ts'
import { fileQueue, makeOrderedFiles } from '../../files/ordered-files.job.ts'
import { claimOrder } from '../../files/ordered-files.store.ts'
import { purgeSentJob } from '../../jobs/purge-old-records.job.ts'
import { rebuildDailySales } from '../../self-check/daily-sales.store.ts'

// Noon in Berlin on the day after summer time starts.
const clock = aClock(Date.parse('2026-03-30T10:00:00.000Z'))
let world: TwoCompanies
let foyer: StandingMachine
let hall: StandingMachine
let cola: number
let group: number

type Sold = { at: string; machine: number; amount?: number; type?: string; product?: number | null; card?: string; received?: string }

/** Inserts sales and their daily totals. */
async function sell(company: number, sold: Sold[]) {
  const rows = sold.map(({ at, machine, amount = 150, type = 'CASH', product = null, card = null, received = null }) => ({
    id: randomUUID(),
    at,
    machine,
    amount,
    type,
    product,
    card,
    received,
  }))
  await world.ctx.database.owner.execute(sql`
    insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number, product_id, card_identifier, received_at)
    select ${company}::int, r.id, r.machine, r.at, r.amount, r.type, '11', r.product, r.card, r.received from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, machine bigint, at timestamptz, amount bigint, type text, product bigint, card text, received timestamptz)`)

  for (const each of [world.company, world.rivalCompany]) await rebuildDailySales(world.ctx.database.owner, each)
}

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now, settings: { smtp: { url: 'smtp://mail.example', from: 'us@mail.example' } } })
  const { ctx, company, rivalCompany } = world
  cola = await aProduct(ctx, company, { name: '=Cola', packaging: 'CAN' })
  await ctx.database.owner.execute(sql`update products set tax_basis_points = 1900 where company_id = ${company} and id = ${cola}`)
  foyer = await aMachine(ctx, company, { name: 'Foyer' })
  hall = await aMachine(ctx, company, { name: 'Hall' })
  const theirs = await aMachine(ctx, rivalCompany, { name: 'Theirs' })
  const [made] = await rowsOf<{ id: number }>(
    ctx.database.owner,
    sql`insert into machine_groups (company_id, name, created_at) values (${company}, 'Tour', now()) returning id::float8 as id`,
  )
  group = made?.id ?? 0
  await ctx.database.owner.execute(
    sql`insert into grouped_machines (company_id, group_id, machine_id) values (${company}, ${group}, ${hall.id})`,
  )
  await sell(company, [
    { at: '2026-03-28T22:59:59.999Z', machine: foyer.id, amount: 100 },
    // 29 March in Berlin, which has 23 hours, begins.
    { at: '2026-03-28T23:00:00.000Z', machine: foyer.id, amount: 200, product: cola, type: 'RFID', card: '04A1B2C3D4' },
    { at: '2026-03-29T21:59:59.999Z', machine: hall.id, amount: 300, type: 'CREDIT_CARD', card: '4242424242424242' },
    // 30 March.
    { at: '2026-03-29T22:00:00.000Z', machine: hall.id, amount: 400 },
    { at: '2026-03-30T09:00:00.000Z', machine: foyer.id, amount: 500, type: 'CASHLESS_7' },
    { at: '2026-03-30T09:00:00.000Z', machine: foyer.id, amount: 600 },
  ])
  await sell(rivalCompany, [{ at: '2026-03-30T09:00:00.000Z', machine: theirs.id, amount: 777 }])
})
afterAll(() => world.close())

const ask = (query: Record<string, string | number> = {}, person = world.manager) =>
  person.call('GET', `/transactions?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`)
const amounts = async (query: Record<string, string | number> = {}) =>
  (await ask(query)).json().data.map(({ amount }: { amount: number }) => amount)
const summary = async (query: Record<string, string | number> = {}) => (await ask({ ...query, type: 'summary' })).json().data
const ALL = { startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-04-01T00:00:00.000Z' }

describe('sales list', () => {
  test("defaults to today in the company's time zone, newest first", async () => {
    expect((await amounts()).toSorted()).toEqual([4, 5, 6])
    expect((await amounts()).at(-1)).toBe(4)
  })

  test('shows machine and product, and four characters of an employee card', async () => {
    const [sale] = (await ask({ ...ALL, method: 'RFID' })).json().data
    expect(sale).toEqual({
      id: expect.any(String),
      created: '2026-03-28T23:00:00.000Z',
      amount: 2,
      type: 'RFID',
      slotNumber: '11',
      product: { id: cola, name: '=Cola', type: 'CAN' },
      machine: { id: foyer.id, name: 'Foyer', type: 'SNACK' },
      employeeCardIdentifier: 'C3D4',
      // The reporting device is unknown.
      deviceIdentifier: null,
      deviceProvider: null,
    })
    // Without the random ids, which contain any four characters now and then.
    const everything = JSON.stringify((await ask(ALL)).json().data.map(({ id: _, ...row }: { id: string }) => row))
    expect(everything).toContain('C3D4')
    expect(everything).not.toContain('4242')
    expect(everything).not.toContain('04A1')
  })

  test('filters list and summary by machine, product, group and payment type', async () => {
    const cases: [Record<string, string | number>, number[]][] = [
      [{ machine: hall.id }, [4, 3]],
      [{ product: cola }, [2]],
      [{ group }, [4, 3]],
      [{ method: 'UNKNOWN' }, [5]],
      [{ method: 'CASH', machine: foyer.id }, [6, 1]],
      [{ group, machine: foyer.id }, []],
      [{ startDate: '2026-03-28T23:00:00.000Z', endDate: '2026-03-29T22:00:00.000Z' }, [3, 2]],
      [{ startDate: '2026-03-28T22:59:59.999Z', endDate: '2026-03-29T21:59:59.999Z' }, [2, 1]],
    ]
    for (const [query, expected] of cases) {
      const parameters = { ...ALL, ...query }
      expect(await amounts(parameters)).toEqual(expected)
      const { count, turnover } = await summary(parameters)
      expect([count, turnover]).toEqual([expected.length, expected.reduce((a, b) => a + b, 0)])
    }
  })

  test('returns page number and total', async () => {
    const { data, pageDetails } = (await ask({ ...ALL, size: 4, page: 1 })).json()
    expect(data).toHaveLength(2)
    expect(pageDetails).toEqual({ page: 1, size: 4, totalPages: 2, totalElements: 6, hasNext: false })
  })

  test('pages stay stable while sales arrive, also late ones', async () => {
    const asOf = toIso(clock.now())
    const first = (await ask({ ...ALL, asOf, size: 3 })).json()
    await sell(world.company, [
      { at: '2026-03-30T09:59:00.000Z', machine: foyer.id, received: toIso(clock.now() + 1_000) },
      { at: '2026-03-29T08:00:00.000Z', machine: foyer.id, received: toIso(clock.now() + 1_000) },
    ])
    const second = (await ask({ ...ALL, asOf, size: 3, page: 1 })).json()
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(6)
    expect(second.pageDetails.hasNext).toBe(false)
    expect((await ask({ ...ALL, size: 100 })).json().data).toHaveLength(8)
    await world.ctx.database.owner.execute(sql`delete from transactions where received_at is not null`)
    await sell(world.company, [])
  })

  test('is limited to managers of the same company', async () => {
    expect((await ask({}, world.serviceman)).statusCode).toBe(403)
    expect((await ask({ ...ALL }, world.rival)).json().data.map(({ amount }: { amount: number }) => amount)).toEqual([7.77])
    const named: Record<string, number>[] = [{ machine: foyer.id }, { product: cola }, { group }]
    for (const query of named) {
      expect((await ask({ ...ALL, ...query }, world.rival)).json()).toMatchObject({ data: [], pageDetails: { totalElements: 0 } })
      expect((await ask({ ...ALL, ...query, type: 'summary' }, world.rival)).json().data).toEqual({ turnover: 0, count: 0, byTypes: [] })
    }
  })

  test('rejects invalid spans and spans over 24 months by field', async () => {
    const refused = async (query: Record<string, string>) => {
      const answer = await ask(query)
      return [answer.statusCode, answer.json().errors?.[0]?.path]
    }
    expect(await refused({ startDate: '2026-03-02T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z' })).toEqual([400, 'endDate'])
    expect(await refused({ startDate: '2024-01-01T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z' })).toEqual([400, 'startDate'])
    expect(await refused({ startDate: 'yesterday' })).toEqual([400, 'startDate'])
    expect(await refused({ method: 'GOLD' })).toEqual([400, 'method'])
    expect((await ask({ startDate: '2024-03-30T22:00:00.000Z', endDate: '2026-03-30T22:00:00.000Z' })).statusCode).toBe(200)
  })
})

describe('sales summary', () => {
  test('groups totals by payment type', async () => {
    expect(await summary(ALL)).toEqual({
      turnover: 21,
      count: 6,
      byTypes: [
        { type: 'CREDIT_CARD', turnover: 3, count: 1 },
        { type: 'CASH', turnover: 11, count: 3 },
        { type: 'RFID', turnover: 2, count: 1 },
        { type: 'UNKNOWN', turnover: 5, count: 1 },
      ],
    })
  })

  test('reads daily totals, and single sales for the shorter part of a day', async () => {
    const { owner } = world.ctx.database
    await owner.execute(sql`update sales_days set count = count + 1000 where company_id = ${world.company}`)
    const whole = await summary({ startDate: '2026-03-28T23:00:00.000Z', endDate: '2026-03-29T22:00:00.000Z' })
    const short = await summary({ startDate: '2026-03-29T22:00:00.000Z', endDate: '2026-03-30T03:00:00.000Z' })
    const long = await summary({ startDate: '2026-03-29T22:00:00.000Z', endDate: '2026-03-30T21:59:00.000Z' })
    await sell(world.company, [])
    // Both days have two rows, one per payment type.
    expect([whole.count, short.count, long.count]).toEqual([2_002, 1, 2_003])
  })
})

describe('sales table', () => {
  const download = async (query: Record<string, string | number>) => {
    const { downloadUrl } = (await ask({ ...query, exportType: 'xlsx' })).json().data
    return world.anonymous('GET', downloadUrl.replace('/api', ''))
  }

  test("equals the list, with typed cells in the company's time zone", async () => {
    const answer = await download({ ...ALL, method: 'RFID', locale: 'en-GB' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(answer.headers['content-disposition']).toContain('attachment; filename="Transactions 2026-03-01')
    expect((await download({ ...ALL, locale: 'ja' })).headers['content-disposition']).toContain('attachment; filename="2026-03-01')
    const [sheet] = await readExcelFile(answer.rawPayload)
    expect(sheet?.data).toEqual([
      ['Date', 'Machine', 'Product', 'Type', 'Slot', 'Amount (EUR)', 'Without VAT (EUR)', 'VAT (EUR)', 'VAT (%)', 'Card', 'ID'],
      [new Date('2026-03-29T00:00:00.000Z'), 'Foyer', '=Cola', 'RFID', '11', 2, 1.68, 0.32, 19, 'C3D4', expect.any(String)],
    ])
    const [everything] = await readExcelFile((await download(ALL)).rawPayload)
    expect(everything?.data.slice(1).map((row) => row[5])).toEqual(await amounts(ALL))
    expect(everything?.data.at(-1)?.[0]).toEqual(new Date('2026-03-28T23:59:59.999Z'))
  })

  test('has net amounts by daily tax and distinguishes products with equal names', async () => {
    const { company, ctx } = world
    await ctx.database.owner.execute(sql`
      insert into product_taxes (company_id, product_id, valid_from, tax_basis_points)
      values (${company}, ${cola}, '-infinity', 1900), (${company}, ${cola}, '2026-03-29', 700)`)
    const twin = await aProduct(ctx, company, { name: '=Cola', volume: 330, volumeType: 'MILLILITRE' })
    const [sheet] = await readExcelFile((await download(ALL)).rawPayload)
    await ctx.database.owner.execute(sql`delete from product_taxes where company_id = ${company}`)
    await ctx.database.owner.execute(sql`delete from products where company_id = ${company} and id = ${twin}`)
    const taxed = sheet?.data.slice(1).filter((row) => row[2] !== null)
    expect(taxed?.map((row) => row.slice(2, 9))).toEqual([['=Cola 500 ml', 'RFID', '11', 2, 1.87, 0.13, 7]])
    // The tax of an unknown product is unknown.
    expect(sheet?.data.slice(1).filter((row) => row[2] === null && (row[6] !== row[5] || row[7] !== null || row[8] !== null))).toEqual([])
  })

  test("importing the app's own export adds nothing", async () => {
    const content = (await download(ALL)).rawPayload.toString('base64')
    const { data } = (await world.manager.call('POST', '/imports', { kind: 'SALES', content })).json()
    expect(data.counts).toMatchObject({ new: 0 })
    expect(data.counts.known).toBeGreaterThan(0)
  })

  test('URL expires', async () => {
    const { downloadUrl } = (await ask({ ...ALL, exportType: 'xlsx' })).json().data
    clock.pass(10 * MINUTE)
    expect((await world.anonymous('GET', downloadUrl.replace('/api', ''))).statusCode).toBe(410)
  })

  describe('large sales table', () => {
    const many = { startDate: '2025-06-01T00:00:00.000Z', endDate: '2025-07-01T00:00:00.000Z' }
    const { owner } = { owner: () => world.ctx.database.owner }
    const orders = () =>
      rowsOf<{ tries: number; ended: boolean; failure: string | null }>(
        owner(),
        sql`select tries, ended_at is not null as ended, failure from ordered_files order by asked_at`,
      )
    const mails = () =>
      rowsOf<{ to: string; kind: string; words: Record<string, string>; base64: string | null }>(
        owner(),
        sql`select "to", kind, content -> 'words' as words, content -> 'attachment' ->> 'base64' as base64 from mails order by asked_at`,
      )
    const working = () => ({ ...world.ctx, log: world.app.log })

    beforeAll(async () => {
      await owner().execute(sql`
        insert into transactions (company_id, id, machine_id, at, amount_minor, type, slot_number)
        select ${world.company}, gen_random_uuid(), ${foyer.id}, '2025-06-10'::timestamptz + n * interval '1 second', n, 'CASH', '1' from generate_series(1, 10001) n`)
      await sell(world.company, [])
    })

    type Listed = {
      id: string
      state: string
      name: string | null
      size: number | null
      expires: string | null
      downloadUrl: string | null
    }
    const files = async (call = world.manager.call): Promise<Listed[]> => (await call('GET', '/exports')).json().data
    const fetched = async (address: string | null) => world.anonymous('GET', (address ?? '').replace('/api', ''))

    test('is generated in the background without a mail server', async () => {
      const { settings } = world.ctx
      const { smtp } = settings
      settings.smtp = null
      const answer = await ask({ ...many, exportType: 'xlsx' })
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'REPORT_BY_MAIL'])
      // No mail is sent without a mail server, even with an address.
      await owner().execute(sql`update users set email = 'ada@ours.example' where id = ${world.manager.id}`)
      expect(await files()).toMatchObject([{ state: 'WAITING', name: null, downloadUrl: null, expires: null }])
      await makeOrderedFiles(working(), print)
      settings.smtp = smtp
      const [file, ...others] = await files()
      expect(others).toEqual([])
      expect(file).toMatchObject({ state: 'READY', expires: toIso(clock.now() + 7 * DAY), size: expect.any(Number) })
      const [sheet] = await readExcelFile((await fetched(file?.downloadUrl ?? null)).rawPayload)
      expect(sheet?.data).toHaveLength(10_002)
      expect(await mails()).toEqual([])
      await owner().execute(sql`update users set email = null where id = ${world.manager.id}`)
    })

    test('is visible only to the manager who requested it', async () => {
      const [file] = await files()
      expect(await files(world.rival.call)).toEqual([])
      expect((await world.rival.call('DELETE', `/exports/${file?.id}`)).statusCode).toBe(404)
      expect((await world.serviceman.call('GET', '/exports')).statusCode).toBe(403)
      await owner().execute(sql`update ordered_files set user_id = ${world.serviceman.id}`)
      expect(await files()).toEqual([])
      expect((await world.manager.call('DELETE', `/exports/${file?.id}`)).statusCode).toBe(404)
      await owner().execute(sql`update ordered_files set user_id = ${world.manager.id}`)
      expect((await world.manager.call('DELETE', `/exports/${file?.id}`)).statusCode).toBe(200)
    })

    test('is cancelled while generated, and deleted when ready', async () => {
      const order = async () => {
        await ask({ ...many, exportType: 'xlsx' })
        return (await files())[0]
      }
      const cancelled = await order()
      await makeOrderedFiles(working(), async (ctx, wanted, onProgress) => {
        await onProgress?.(0.4)
        expect(await files()).toMatchObject([{ state: 'MAKING', progress: 0.4 }])
        expect((await world.manager.call('DELETE', `/exports/${cancelled?.id}`)).statusCode).toBe(200)
        return print(ctx, wanted)
      })
      expect(await files()).toEqual([])
      const ready = await order()
      await makeOrderedFiles(working(), print)
      const [{ downloadUrl }] = (await files()) as [Listed]
      expect((await world.manager.call('DELETE', `/exports/${ready?.id}`)).statusCode).toBe(200)
      expect((await world.manager.call('DELETE', `/exports/${ready?.id}`)).statusCode).toBe(404)
      expect((await fetched(downloadUrl)).statusCode).toBe(404)
      expect(await orders()).toEqual([])
    })

    test('is requested once, generated by one process, and mailed', async () => {
      await owner().execute(sql`update users set email = 'ada@ours.example' where id = ${world.manager.id}`)
      for (let clicks = 0; clicks < 2; clicks++) {
        const answer = await ask({ ...many, exportType: 'xlsx' })
        expect([answer.statusCode, answer.json().code]).toEqual([422, 'REPORT_BY_MAIL'])
        clock.pass(1_000)
      }
      expect(await orders()).toEqual([{ tries: 0, ended: false, failure: null }])
      // In another language it is another file.
      const inPolish = (await ask({ ...many, exportType: 'xlsx', locale: 'pl' })).json().details.export
      expect(await orders()).toHaveLength(2)
      expect((await world.manager.call('DELETE', `/exports/${inPolish}`)).statusCode).toBe(200)
      await Promise.all([makeOrderedFiles(working(), print), makeOrderedFiles(working(), print)])
      expect(await orders()).toEqual([{ tries: 1, ended: true, failure: null }])
      const [mail, ...more] = await mails()
      expect(more).toEqual([])
      expect(mail).toMatchObject({ to: 'ada@ours.example', kind: 'report-ready', words: { name: 'Ada' } })
      const [sheet] = await readExcelFile(Buffer.from(mail?.base64 ?? '', 'base64'))
      expect(sheet?.data).toHaveLength(10_002)
      expect(sheet?.data[1]?.[5]).toBe(100.01)
    })

    test('is retried three times before failure is reported', async () => {
      clock.pass(1_000)
      await ask({ ...many, exportType: 'xlsx' })
      await owner().execute(sql`update ordered_files set asked_at = '2027-01-01T23:30:00Z' where ended_at is null`)
      const fails = () => makeOrderedFiles(working(), async () => Promise.reject(new Error('no paper')))
      await fails()
      expect(await fileQueue(print).outcome?.(working())).toBe('failed')
      await fails()
      expect((await orders()).at(-1)).toEqual({ tries: 2, ended: false, failure: 'no paper' })
      await fails()
      expect((await orders()).at(-1)).toEqual({ tries: 3, ended: true, failure: 'no paper' })
      expect((await mails()).at(-1)).toMatchObject({ kind: 'report-failed', base64: null, words: { asked: 'Jan 2, 2027' } })
    })

    test('is not sent to former managers', async () => {
      clock.pass(1_000)
      await ask({ ...many, exportType: 'xlsx' })
      const before = (await mails()).length
      await owner().execute(sql`update users set company_role = 'ROLE_EMPLOYEE' where id = ${world.manager.id}`)
      await makeOrderedFiles(working(), print)
      await owner().execute(sql`update users set company_role = 'ROLE_MANAGER' where id = ${world.manager.id}`)
      expect((await mails()).length).toBe(before)
      expect((await orders()).at(-1)).toMatchObject({ ended: true })
    })

    test('above the row limit of a file is rejected', async () => {
      await owner().execute(sql`update sales_days set count = count + 1000000 where company_id = ${world.company} and day = '2025-06-10'`)
      expect((await ask({ ...many, exportType: 'xlsx' })).json().code).toBe('REPORT_TOO_LARGE')
    })

    test('is restarted after the generating server has ended', async () => {
      await owner().execute(sql`delete from ordered_files`)
      await owner().execute(sql`update sales_days set count = count - 1000000 where company_id = ${world.company} and day = '2025-06-10'`)
      await ask({ ...many, exportType: 'xlsx' })
      // Claims it and never completes it.
      await world.ctx.database.asSystem((db) => claimOrder(db, world.ctx.database, clock.now()))
      await makeOrderedFiles(working(), print)
      expect(await files()).toMatchObject([{ state: 'MAKING' }])
      await owner().execute(sql`update ordered_files set holder = '1/ended'`)
      await makeOrderedFiles(working(), print)
      const [file] = await files()
      expect(file?.state).toBe('READY')
      expect(await orders()).toMatchObject([{ tries: 2, ended: true }])
    })

    test('expires after 7 days', async () => {
      clock.pass(7 * DAY - 1)
      const later = callerWith(world.app, await signedIn(world.app, 'manager'))
      const [file] = await files(later)
      expect(file).toMatchObject({ state: 'READY', expires: toIso(clock.now() + 1) })
      expect((await fetched(file?.downloadUrl ?? null)).statusCode).toBe(200)
      clock.pass(1)
      expect((await fetched(file?.downloadUrl ?? null)).statusCode).toBe(404)
      clock.pass(1)
      await purgeSentJob.run(working())
      expect(await orders()).toEqual([])
    })
  })
})
