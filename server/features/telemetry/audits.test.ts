import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordAudit } from '#contract/dex-audits.ts'
import { DAY, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { type Believable, believable, sell, write } from '../../../tests/dex/believable.ts'
import { realFile } from '../../../tests/dex/files.ts'
import { aDevice, aMachine, aProduct, assign, type StandingMachine, setInService } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { selfCheck } from '../../self-check/self-check.job.ts'

const clock = aClock()
let world: TwoCompanies
let cola: number

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  cola = await aProduct(world.ctx, world.company)
})
afterAll(() => world.close())
/** Most tests use the same serial number, so the machines of earlier tests are retired. */
const retireMachines = () => setInService(world.ctx, world.company, false)
beforeEach(retireMachines)

const FULL = 100

async function aSnackMachine(): Promise<StandingMachine> {
  const { ctx, company } = world
  const slots = ['1', '2', '3'].map((number) => ({ number, product: cola, max: FULL, quantity: FULL, price: 150 }))
  const machine = await aMachine(ctx, company, { slots })
  await ctx.database.owner.execute(
    sql`update stock_points set installed_at = '2026-01-01', counted_at = '2026-01-02' where machine_id = ${machine.id}`,
  )
  await ctx.database.owner.execute(
    sql`update movements set effective_at = '2026-01-02' where stock_point_id in (select id from stock_points where machine_id = ${machine.id})`,
  )
  return machine
}

/** A machine without sales; every selection has the same price. */
const nothing = () => ({ count: 0, value: 0 })
const bare: Believable = {
  serial: 'RHV1',
  board: 'B-1',
  currency: { numeric: '1978', decimals: 2 },
  selections: ['1', '2', '3'].map((number) => ({
    number,
    name: 'COLA',
    price: 150,
    paid: { CA: nothing(), DA: nothing(), DB: nothing(), TA: nothing() },
    free: 0,
    test: 0,
  })),
  cash: { box: 0, tubes: 0, bills: 0, recycled: 0, overpaid: 0, dispensed: 0 },
}
const sale = (selection: number, count: number, means: 'CA' | 'DA' = 'CA') => ({ selection, means, count, price: 150, free: 0, test: 0 })
const TEN = { ...bare, selections: bare.selections.map((one) => ({ ...one, paid: { ...one.paid, CA: { count: 10, value: 1500 } } })) }

const at = (minutes: number): Moment => clock.now() - 1_000 * MINUTE + minutes * MINUTE

const record = async (machine: { id: number }, file: string, readAt: Moment, call = world.manager.call, key: string = randomUUID()) =>
  call('POST', `/machines/${machine.id}/audits`, { file, readAt: toIso(readAt) }, { 'idempotency-key': key })

const salesOf = (machine: { id: number }) =>
  rowsOf<{ at: string; slot: string; type: string; amount: number; product: number | null }>(
    world.ctx.database.owner,
    sql`select to_json(t.at)::text as at, slot_number as slot, type, amount_minor::float8 as amount, product_id::float8 as product
      from transactions t where machine_id = ${machine.id} order by t.at, slot_number, type, amount_minor`,
  )

async function stateOf(machine: { id: number }) {
  const { owner } = world.ctx.database
  const stock = await rowsOf<{ slot: string; balance: number }>(
    owner,
    sql`select s.slot_number as slot, p.balance::float8 as balance from stock_points p join slots s on s.id = p.slot_id where p.machine_id = ${machine.id} order by 1`,
  )
  const days = await rowsOf(
    owner,
    sql`select day::text, product_id::float8, type, count, turnover_minor::float8 from daily_sales where machine_id = ${machine.id} order by 1, 2, 3`,
  )
  const [cash] = await rowsOf<{ cash: number }>(
    owner,
    sql`select cash_minor::float8 as cash from machine_status where machine_id = ${machine.id}`,
  )
  return { sales: await salesOf(machine), stock, days, cash: cash?.cash ?? 0 }
}

const isSound = async () => expect(await selfCheck(world.ctx)).toMatchObject({ mismatches: [], stale: [], broken: [] })

describe('DEX read-out uploaded by a user', () => {
  test('first one sets the baseline; the next books the sales since', async () => {
    const machine = await aSnackMachine()
    const first = await record(machine, write(TEN), at(0))
    expect([first.statusCode, first.json().data]).toEqual([
      200,
      {
        ...{ operationId: expect.any(String), warnings: [], kind: 'first', pieces: 0 },
        ...{ isCut: false, reasons: [], readAt: toIso(at(0)), readAtFrom: 'PERSON', clockAhead: null },
      },
    ])
    const later = sell(TEN, [sale(0, 3), sale(1, 2, 'DA'), { ...sale(2, 0), free: 1, test: 1 }])
    expect((await record(machine, write(later), at(60))).json().data).toMatchObject({ kind: 'since', pieces: 7, warnings: [] })
    const { sales, stock, cash } = await stateOf(machine)
    expect(sales.map(({ slot, type, amount, product }) => [slot, type, amount, product])).toEqual([
      ...Array(3).fill(['1', 'CASH', 150, cola]),
      ...Array(2).fill(['2', 'CREDIT_CARD', 150, cola]),
      ...Array(2).fill(['3', 'FREE', 0, cola]),
    ])
    expect(new Set(sales.map((one) => Date.parse(JSON.parse(one.at))))).toEqual(new Set([at(60)]))
    expect(stock.map(({ balance }) => balance)).toEqual([97_000, 98_000, 98_000])
    expect(cash).toBe(450)
    await isSound()
  })

  test('counts once, however often and by whomever it is sent', async () => {
    const machine = await aSnackMachine()
    await record(machine, write(TEN), at(0))
    const key = randomUUID()
    const file = write(sell(TEN, [sale(0, 3)]))
    await record(machine, file, at(60), world.manager.call, key)
    const again = await record(machine, file, at(60), world.manager.call, key)
    expect([again.headers['idempotency-replayed'], again.json().data.pieces]).toEqual(['true', 3])
    const other = await record(machine, file.replaceAll('\r\n', '\n'), at(90))
    expect(other.json().data).toMatchObject({ kind: 'known', pieces: 0, warnings: [{ code: 'AUDIT_KNOWN' }] })
    expect(await salesOf(machine)).toHaveLength(3)
  })

  test('with another board is held and starts a new baseline once confirmed', async () => {
    const machine = await aSnackMachine()
    await record(machine, write(TEN), at(0))
    const other = { ...sell(TEN, [sale(0, 50)]), board: 'B-2' }
    const published = () =>
      rowsOf(
        world.ctx.database.owner,
        sql`select from live_events where machine_id = ${machine.id} and event::text like '%MACHINE_REPORTED%'`,
      )
    expect(await published()).toHaveLength(1)
    expect((await record(machine, write(other), at(60))).json().data).toMatchObject({ kind: 'held', pieces: 0 })
    expect(await published()).toHaveLength(2)
    const confirmed = await world.manager.call(
      'POST',
      `/machines/${machine.id}/audits`,
      { file: write(other), readAt: toIso(at(60)), confirm: true },
      { 'idempotency-key': randomUUID() },
    )
    expect(confirmed.json().data).toMatchObject({ kind: 'other', pieces: 0, warnings: [{ code: 'AUDIT_OTHER_BOARD' }] })
    expect((await record(machine, write(sell(other, [sale(0, 4)])), at(90))).json().data.pieces).toBe(4)
  })

  test('books pieces without money if the machine uses another currency', async () => {
    const machine = await aSnackMachine()
    const crowns = { ...TEN, currency: { numeric: '1203', decimals: 2 } }
    await record(machine, write(crowns), at(0))
    const { data } = (await record(machine, write(sell(crowns, [sale(0, 2)])), at(60))).json()
    expect(data).toMatchObject({ pieces: 2, warnings: [{ code: 'AUDIT_OTHER_CURRENCY' }] })
    expect((await salesOf(machine)).map(({ amount }) => amount)).toEqual([0, 0])
  })

  test('with implausible counters books nothing', async () => {
    const machine = await aSnackMachine()
    await record(machine, write(TEN), at(0))
    const { data } = (await record(machine, write(sell(TEN, [sale(0, 60_000)])), at(60))).json()
    expect(data).toMatchObject({ kind: 'held', pieces: 0, reasons: [{ code: 'AUDIT_TOO_FAST', before: 160, now: 60_000, hours: 1 }] })
    const path = `/machines/${machine.id}/audits`
    const [held] = (await world.manager.call('GET', `${path}?status=HELD`)).json().data
    await world.manager.call('POST', `${path}/${held.id}/confirm`)
    expect((await world.manager.call('GET', path)).json().data[0]).toMatchObject({
      status: 'BOOKED',
      pieces: 0,
      warnings: ['AUDIT_TOO_MUCH_SOLD'],
    })
    expect(await salesOf(machine)).toEqual([])
  })

  test('with many sales is booked at once', async () => {
    const START = at(0) - 5 * DAY
    const [HALF, LATE] = [START + 2 * DAY, START + 4 * DAY]
    const machine = await aSnackMachine()
    await record(machine, write(TEN), START)
    expect((await record(machine, write(sell(TEN, [sale(0, 3_000)])), LATE)).json().data.pieces).toBe(3_000)
    const { days, cash } = await stateOf(machine)
    expect([days, cash]).toEqual([[expect.objectContaining({ count: 3_000, turnover_minor: 450_000 })], 450_000])
    // A reading in between splits the period.
    await record(machine, write(sell(TEN, [sale(0, 1_000)])), HALF)
    const after = await salesOf(machine)
    expect(after.filter((one) => Date.parse(JSON.parse(one.at)) === HALF)).toHaveLength(1_000)
    expect(after).toHaveLength(3_000)
    await isSound()
  })

  test('is rejected with 422 naming the line if invalid or followed by another', async () => {
    const machine = await aSnackMachine()
    const none = await record(machine, 'Dear colleague,\r\nhere is the file.', at(0))
    expect([none.statusCode, none.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'AUDIT_UNREADABLE', detail: 'Line 1: this is not an EVA-DTS audit.', details: { line: 1 } }),
    ])
    const one = write(TEN)
    const two = await record(machine, one + write(sell(TEN, [sale(0, 1)])), at(0))
    expect([two.statusCode, two.json().code, two.json().details]).toEqual([422, 'AUDITS_SEVERAL', { line: one.split('\r\n').length }])
  })

  test('requires permission to restock the machine', async () => {
    const { serviceman, rival, anonymous, ctx, company } = world
    const machine = await aSnackMachine()
    const look = (call: typeof anonymous) =>
      call('POST', `/machines/${machine.id}/audits/preview`, { file: write(TEN), readAt: toIso(at(0)) })
    for (const { call } of [serviceman, rival]) {
      expect((await record(machine, write(TEN), at(0), call)).json().code).toBe('MACHINE_NOT_FOUND')
      expect((await look(call)).json().code).toBe('MACHINE_NOT_FOUND')
    }
    expect((await record(machine, write(TEN), at(0), anonymous)).statusCode).toBe(401)
    await assign(ctx, company, machine.id, serviceman.id)
    expect((await record(machine, write(TEN), at(0), serviceman.call)).json().data.kind).toBe('first')
    const file = write(sell(TEN, [sale(0, 2)]))
    const shown = (call: typeof anonymous) =>
      call('POST', `/machines/${machine.id}/audits/preview`, { file, readAt: toIso(at(60)) }).then((answer) => answer.json().data)
    const what = { kind: 'since', pieces: 2, warnings: [], previous: { readAt: toIso(at(0)), serial: 'RHV1', model: 'LUCE' } }
    const seen = await shown(serviceman.call)
    expect(seen).toMatchObject({ ...what, needsConfirmation: false, selections: [{ selection: '1', pieces: 2 }] })
    expect(JSON.stringify(seen)).not.toMatch(/turnover|Turnover|toCollect/)
    expect(await shown(world.manager.call)).toMatchObject({
      ...what,
      turnover: 3,
      selections: [{ selection: '1', pieces: 2, turnover: 3 }],
    })
    expect(await salesOf(machine)).toEqual([])
  })

  test('is ordered by the vend counter if timestamps are equal', async () => {
    const readings = [TEN, sell(TEN, [sale(0, 3)]), sell(TEN, [sale(0, 3), { ...sale(1, 0), free: 1 }])]
    const ids = [0, 1, 2].map(() => randomUUID()).sort()
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      for (const keys of [ids, ids.toReversed()]) {
        await retireMachines()
        const machine = await aSnackMachine()
        for (const index of order) {
          const file = write(readings[index] ?? TEN)
          const shown = await world.manager.call('POST', `/machines/${machine.id}/audits/preview`, { file, readAt: toIso(at(0)) })
          const key = `${keys[index]?.slice(0, 24)}${String(machine.id).padStart(12, '0')}`
          const answer = await record(machine, file, at(0), world.manager.call, key)
          expect([answer.json().data.kind, answer.json().data.pieces]).toEqual([shown.json().data.kind, shown.json().data.pieces])
        }
        const { sales } = await stateOf(machine)
        expect(sales.map(({ slot, type }) => [slot, type])).toEqual([...Array(3).fill(['1', 'CASH']), ['2', 'FREE']])
      }
    }
    await isSound()
  })

  test.each(['rhevendors.eva_dts', 'animo.eva_dts', 'DdcmpTest__testLoadAudit_1.dex'])(
    'parses a file of a real machine: %s',
    async (name) => {
      const machine = await aSnackMachine()
      const file = new TextDecoder().decode(realFile(name))
      expect((await record(machine, file, at(0))).json().data).toMatchObject({ kind: 'first', pieces: 0 })
      await isSound()
    },
  )
})

describe('recorded DEX read-out', () => {
  const listed = async (machine: { id: number }, query = '') =>
    (await world.manager.call('GET', `/machines/${machine.id}/audits${query}`)).json().data
  const decide = (machine: { id: number }, id: string, what: 'undo' | 'confirm', call = world.manager.call) =>
    call('POST', `/machines/${machine.id}/audits/${id}/${what}`)
  const idOf = async (machine: { id: number }, nth: number) => (await listed(machine))[nth].id as string

  test('is listed with its user; undo removes its sales, stock and cash', async () => {
    const machine = await aSnackMachine()
    await record(machine, write(TEN), at(0))
    const before = await stateOf(machine)
    const later = sell(TEN, [sale(0, 3), sale(1, 2, 'DA')])
    await record(machine, write(later), at(60))
    const [one] = await listed(machine)
    expect(one).toMatchObject({ status: 'BOOKED', kind: 'since', pieces: 5, turnover: 7.5, by: expect.stringMatching(/\w/), undone: null })
    const undone = (await decide(machine, one.id, 'undo')).json().data
    expect(undone).toMatchObject({ status: 'UNDONE', pieces: 0, undone: { by: one.by, at: expect.any(String) } })
    expect(await stateOf(machine)).toEqual(before)
    await isSound()
    // Its counters are booked with the next reading, or with the same one again.
    expect((await record(machine, write(sell(later, [sale(0, 1)])), at(90))).json().data.pieces).toBe(6)
    expect((await decide(machine, one.id, 'confirm')).json().data).toMatchObject({ status: 'BOOKED', pieces: 5 })
    expect((await listed(machine)).map(({ pieces }: { pieces: number }) => pieces).toSorted()).toEqual([0, 1, 5])
    expect(await salesOf(machine)).toHaveLength(6)
    await isSound()
  })

  test('can be undone once, by managers of the same company', async () => {
    const { serviceman, rival, anonymous, ctx, company } = world
    const machine = await aSnackMachine()
    await assign(ctx, company, machine.id, serviceman.id)
    await record(machine, write(TEN), at(0))
    const id = await idOf(machine, 0)
    const codes = await Promise.all(
      [serviceman.call, rival.call, anonymous].map(async (call) => (await decide(machine, id, 'undo', call)).statusCode),
    )
    expect(codes).toEqual([403, 404, 401])
    expect((await decide(machine, randomUUID(), 'undo')).json().code).toBe('AUDIT_NOT_FOUND')
    for (let times = 0; times < 2; times++) expect((await decide(machine, id, 'undo')).json().data.status).toBe('UNDONE')
    expect((await serviceman.call('GET', `/machines/${machine.id}/audits`)).json().data[0]).not.toHaveProperty('turnover')
    expect((await rival.call('GET', `/machines/${machine.id}/audits`)).statusCode).toBe(404)
    expect((await rival.call('GET', '/audits')).json().data).toEqual([])
    const totalOf = async (path: string) => (await world.manager.call('GET', path)).json().pageDetails.totalElements
    for (const path of ['/audits', `/machines/${machine.id}/audits`])
      expect([path, await totalOf(`${path}?page=900`)]).toEqual([path, await totalOf(path)])
  })

  test('undoing a wrong first one books the readings it held back', async () => {
    const machine = await aSnackMachine()
    await record(machine, write({ ...TEN, serial: 'WRONG' }), at(0))
    await record(machine, write(TEN), at(10))
    expect((await record(machine, write(sell(TEN, [sale(0, 3)])), at(60))).json().data.kind).toBe('held')
    await decide(machine, (await listed(machine)).at(-1).id, 'undo')
    expect((await listed(machine, '?status=BOOKED')).map(({ pieces }: { pieces: number }) => pieces).toSorted()).toEqual([0, 3])
    await isSound()
  })

  test('of another machine books nothing until a manager confirms it', async () => {
    const { serviceman, ctx, company } = world
    const machine = await aSnackMachine()
    await assign(ctx, company, machine.id, serviceman.id)
    await record(machine, write(TEN), at(0))
    await record(machine, write(sell(TEN, [sale(0, 1)])), at(30))
    const other = write({ ...sell(TEN, [sale(0, 90)]), serial: 'S-2' })
    const shown = await world.manager.call('POST', `/machines/${machine.id}/audits/preview`, { file: other, readAt: toIso(at(60)) })
    const reasons = [{ code: 'AUDIT_OTHER_MACHINE', before: 'RHV1', now: 'S-2' }]
    expect(shown.json().data).toMatchObject({ needsConfirmation: true, reasons })
    const body = { file: other, readAt: toIso(at(60)), confirm: true }
    const held = await serviceman.call('POST', `/machines/${machine.id}/audits`, body, { 'idempotency-key': randomUUID() })
    expect(held.json().data).toMatchObject({
      kind: 'held',
      pieces: 0,
      reasons,
      warnings: [{ code: 'AUDIT_HELD' }, { code: 'AUDIT_OTHER_MACHINE' }],
    })
    expect(await salesOf(machine)).toHaveLength(1)
    // It is not a baseline for later readings.
    expect((await record(machine, write(sell(TEN, [sale(0, 3)])), at(90))).json().data).toMatchObject({ kind: 'since', pieces: 2 })
    const [own] = await listed(machine, '?status=HELD')
    expect((await decide(machine, own.id, 'confirm')).json().data).toMatchObject({ status: 'BOOKED', kind: 'other', pieces: 0 })
  })

  test('is held if it arrives late and contradicts the next one', async () => {
    const machine = await aSnackMachine()
    await record(machine, write(TEN), at(0))
    await record(machine, write(sell(TEN, [sale(0, 5)])), at(60))
    const late = await record(machine, write(sell(TEN, [sale(0, 9)])), at(30))
    expect(late.json().data).toMatchObject({ kind: 'held', reasons: [{ code: 'AUDIT_COUNTER_FELL' }] })
    expect(await salesOf(machine)).toHaveLength(5)
  })

  test.each([0.3, 0.5, 0.6, 0.8])('truncated at %f of its length loses no sale and is reported', async (share) => {
    const machine = await aSnackMachine()
    await record(machine, write(TEN), at(0))
    const file = write(sell(TEN, [sale(0, 3), sale(1, 2, 'DA')]))
    const cut = (await record(machine, file.slice(0, Math.floor(share * file.length)), at(60))).json().data
    expect(cut).toMatchObject({ isCut: true, warnings: expect.arrayContaining([{ code: 'AUDIT_CUT' }]) })
    await record(machine, write(sell(TEN, [sale(0, 4), sale(1, 3, 'DA'), sale(2, 6)])), at(90))
    expect(await salesOf(machine)).toHaveLength(13)
    await isSound()
  })

  test('is dated by the machine clock and reports the source of its time', async () => {
    const machine = await aSnackMachine()
    const ticking = (of: Believable, text: string) => write(of).replace('ID5*20231127*1011', `ID5*${text}`)
    const send = async (file: string, more: object) =>
      (await world.manager.call('POST', `/machines/${machine.id}/audits`, { file, ...more }, { 'idempotency-key': randomUUID() })).json()
        .data
    const today = { readAt: toIso(at(990)), readAtFrom: 'FILE' }
    expect(await send(ticking(TEN, '20260115*1200'), today)).toMatchObject({ readAt: '2026-01-15T11:00:00.000Z', readAtFrom: 'CLOCK' })
    expect(await send(ticking(sell(TEN, [sale(0, 1)]), '20260116*1200'), {})).toMatchObject({
      readAt: '2026-01-16T11:00:00.000Z',
      readAtFrom: 'CLOCK',
    })
    // A clock that is ahead of the file time is wrong.
    expect(await send(ticking(sell(TEN, [sale(0, 2)]), '20290116*1200'), today)).toMatchObject({ readAt: today.readAt, readAtFrom: 'FILE' })
    expect(await send(ticking(sell(TEN, [sale(0, 3)]), '20261399*1200'), {})).toMatchObject({ readAtFrom: 'RECEIVED' })
  })

  test('corrects the clock offset known from an earlier device read-out', async () => {
    const { ctx, company } = world
    const machine = await aSnackMachine()
    const device = await aDevice(ctx, company, { machine: machine.id })
    const first = await callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/eva-dts`, {
      file: write(TEN).replace('20231127*1011', '20260101*0200'),
      readAt: '2026-01-01T00:00:00.000Z',
    })
    expect(first.json().data).toMatchObject({ readAtFrom: 'DEVICE', clockAhead: 3600 })
    const file = write(sell(TEN, [sale(0, 1)])).replace('20231127*1011', '20260102*0200')
    const later = await world.manager.call(
      'POST',
      `/machines/${machine.id}/audits`,
      { file, readAt: toIso(at(0)), readAtFrom: 'FILE' },
      { 'idempotency-key': randomUUID() },
    )
    expect(later.json().data).toMatchObject({ readAt: '2026-01-02T00:00:00.000Z', readAtFrom: 'CLOCK', clockAhead: 3600 })
  })

  test('batch assigns files by serial number and evaluates them in order', async () => {
    const [one, two] = [await aSnackMachine(), await aSnackMachine()]
    const of = (serial: string) => ({ ...TEN, serial })
    await record(one, write(of('BATCH-1')), at(0))
    await record(two, write(of('BATCH-2')), at(0))
    const files = [
      write(sell(of('BATCH-1'), [sale(0, 3), sale(1, 1)])),
      write(sell(of('BATCH-1'), [sale(0, 3)])),
      write(sell(of('BATCH-2'), [sale(2, 2)])),
      write(of('BATCH-9')),
      'no audit',
    ]
    const ask = (call: typeof world.manager.call, machine: number | null = null) =>
      call('POST', '/audits/preview', {
        audits: files.map((file, nth) => ({ file, readAt: toIso(at(nth === 0 ? 90 : 60)), ...(nth === 3 ? { machine } : {}) })),
      })
    type Row = {
      machine: { id: number } | null
      matchedBy: string | null
      refusal: string | null
      preview: { pieces: number; kind: string } | null
    }
    const rows = async (call: typeof world.manager.call, machine: number | null = null) =>
      ((await ask(call, machine)).json().data as Row[]).map(({ machine: found, matchedBy, refusal, preview }) => [
        found?.id ?? null,
        matchedBy ?? refusal,
        preview?.pieces ?? null,
      ])
    expect(await rows(world.manager.call)).toEqual([
      [one.id, 'SERIAL', 1],
      [one.id, 'SERIAL', 3],
      [two.id, 'SERIAL', 2],
      [null, null, null],
      [null, 'AUDIT_UNREADABLE', null],
    ])
    expect((await rows(world.manager.call, two.id))[3]).toEqual([two.id, 'HAND', 0])
    // A user who may not see a machine gets no match.
    expect((await rows(world.rival.call, two.id)).map(([id]) => id)).toEqual([null, null, null, null, null])
    expect(await salesOf(one)).toEqual([])
  })

  test.each([false, true])('updates temperature and coin tubes like a device report (confirmed later: %s)', async (isHeld) => {
    const { ctx } = world
    const machine = await aSnackMachine()
    const reported = ['MA5*DETECTED TEMPERATURE*  600*C', 'CA17*0*10*42*0*0*0', 'CA17*1*50*7*0*0*0']
    if (isHeld) await record(machine, write(TEN), at(0))
    await record(machine, write(isHeld ? { ...TEN, serial: 'S-2' } : TEN, undefined, undefined, reported), at(30))
    if (isHeld) await decide(machine, (await listed(machine, '?status=HELD'))[0].id, 'confirm')
    const [status] = await rowsOf<{ temperature: number }>(
      ctx.database.owner,
      sql`select temperature::float8 as temperature from machine_status where machine_id = ${machine.id}`,
    )
    const coins = await rowsOf(
      ctx.database.owner,
      sql`select value_minor::float8 as value, count from coin_tubes where machine_id = ${machine.id} order by 1`,
    )
    expect([status?.temperature, coins]).toEqual([
      6,
      [
        { value: 10, count: 42 },
        { value: 50, count: 7 },
      ],
    ])
  })
})

describe('DEX read-out sent to the address of a device', () => {
  test('is accepted from the device and from a manager of its company', async () => {
    const { ctx, company, manager, serviceman, rival, anonymous } = world
    const machine = await aSnackMachine()
    const device = await aDevice(ctx, company, { machine: machine.id })
    const path = `/telemetry/${device.imei}/eva-dts`
    const byDevice = callerWith(world.app, device.signIn)
    const first = await byDevice('POST', path, { file: write(TEN), readAt: toIso(at(0)) })
    expect([first.statusCode, first.json().data]).toMatchObject([
      200,
      { kind: 'first', pieces: 0, warnings: [], readAt: toIso(at(0)), readAtFrom: 'DEVICE' },
    ])
    const file = write(sell(TEN, [sale(0, 2)]))
    expect((await manager.call('POST', path, { file })).json().data).toMatchObject({ kind: 'since', pieces: 2 })
    expect((await byDevice('POST', path, { file })).json().data).toMatchObject({ kind: 'known', pieces: 0 })
    expect((await byDevice('POST', path, { file: 'DXS' })).json()).toMatchObject({ status: 422, details: { line: 1 } })
    const statuses = await Promise.all(
      [anonymous, serviceman.call, rival.call].map(async (call) => (await call('POST', path, { file })).statusCode),
    )
    expect(statuses).toEqual([401, 403, 404])
    expect(await salesOf(machine)).toHaveLength(2)
  })

  test('accepts the raw file as the request body', async () => {
    const { ctx, company } = world
    const machine = await aSnackMachine()
    const device = await aDevice(ctx, company, { machine: machine.id })
    const send = async (payload: string) => {
      const headers = { ...device.signIn, 'content-type': 'text/plain; charset=us-ascii' }
      return world.app.inject({ method: 'POST', url: `/api/telemetry/${device.imei}/eva-dts`, headers, payload })
    }
    expect((await send(write(TEN))).json().data).toMatchObject({ kind: 'first' })
    expect((await send(`${write(sell(TEN, [sale(0, 3)]))}\u0000`)).json().data).toMatchObject({ kind: 'since', pieces: 3 })
    expect((await send('DXS*no audit')).json()).toMatchObject({ status: 422, code: 'AUDIT_UNREADABLE', details: { line: 1 } })
    const elsewhere = await world.app.inject({
      method: 'POST',
      url: `/api/telemetry/${device.imei}/events`,
      headers: { ...device.signIn, 'content-type': 'text/plain' },
      payload: '[]',
    })
    expect(elsewhere.statusCode).toBe(415)
  })

  test('is dated correctly if the device clock is wrong', async () => {
    const { ctx, company } = world
    const machine = await aSnackMachine()
    const device = await aDevice(ctx, company, { machine: machine.id })
    const byDevice = callerWith(world.app, device.signIn)
    await record(machine, write(TEN), at(0))
    const wrong = { readAt: '2009-01-01T00:00:00.000Z', sentAt: '2009-01-01T00:10:00.000Z' }
    await byDevice('POST', `/telemetry/${device.imei}/eva-dts`, { file: write(sell(TEN, [sale(0, 1)])), ...wrong })
    expect((await salesOf(machine)).map((one) => Date.parse(JSON.parse(one.at)))).toEqual([clock.now() - 10 * MINUTE])
  })
})

describe('readings and vends', () => {
  const vend = (minute: number, selection: string, method: string, id: number) => ({
    id: `v-${id}`,
    type: 'VEND',
    at: toIso(at(minute)),
    selection,
    price: 1.5,
    method,
  })

  test('sales in both count once; sales only in the counters are added', async () => {
    const { ctx, company } = world
    const machine = await aSnackMachine()
    const device = await aDevice(ctx, company, { machine: machine.id })
    const sendEvents = (events: unknown[]) => callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, events)
    await record(machine, write(TEN), at(0))
    await sendEvents([vend(10, '1', 'CASH', 1), vend(11, '1', 'CASH', 2), vend(12, '2', 'CASHLESS_1', 3), vend(13, '9', 'CASH', 4)])
    const after = sell(TEN, [sale(0, 5), sale(1, 1, 'DA'), sale(2, 1)])
    const shown = await world.manager.call('POST', `/machines/${machine.id}/audits/preview`, { file: write(after), readAt: toIso(at(60)) })
    expect([shown.json().data.pieces, shown.json().data.figures.payments]).toEqual([
      4,
      [
        { method: 'CASH', pieces: 6, bookedPieces: 6, turnover: 9, bookedTurnover: 9 },
        { method: 'CASHLESS_1', pieces: 1, bookedPieces: 1, turnover: 1.5, bookedTurnover: 1.5 },
      ],
    ])
    expect((await record(machine, write(after), at(60))).json().data.pieces).toBe(4)
    expect(await salesOf(machine)).toHaveLength(8)
    // The device sends this vend late; the counters already include it.
    await sendEvents([vend(20, '1', 'CASHLESS_1', 5)])
    const { sales, stock, cash } = await stateOf(machine)
    expect(sales).toHaveLength(8)
    expect(stock.map(({ balance }) => balance)).toEqual([95_000, 99_000, 99_000])
    expect(cash).toBe(6 * 150)
    await isSound()
  })

  test('have the same result in any order', async () => {
    const { ctx, company } = world
    const story = fc.record({
      machine: believable.filter(({ selections, currency }) => selections.length > 1 && currency.numeric === '1978'),
      steps: fc.array(
        fc.record({
          sold: fc.array(
            fc.record({
              selection: fc.nat(3),
              means: fc.constantFrom('CA', 'DA', 'DB', 'TA'),
              count: fc.nat(6),
              price: fc.constantFrom(0, 150, 199),
              free: fc.nat(1),
              test: fc.nat(1),
            }),
            { maxLength: 3 },
          ),
          reported: fc.array(fc.record({ selection: fc.nat(3), method: fc.constantFrom('CASH', 'CASHLESS_1', 'FREE') }), { maxLength: 3 }),
          board: fc.constantFrom('same', 'same', 'same', 'other'),
        }),
        { minLength: 2, maxLength: 5 },
      ),
      order: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(story, async ({ machine: begins, steps, order }) => {
        let now = { ...begins, selections: begins.selections.map((one, index) => ({ ...one, number: String(index + 1) })) }
        const arrivals: { minute: number; file?: string; vends?: ReturnType<typeof vend>[] }[] = [{ minute: 0, file: write(now) }]
        for (const [index, { sold, reported, board }] of steps.entries()) {
          now = { ...sell(now, sold as Parameters<typeof sell>[1]), board: board === 'other' ? `B-${index + 2}` : now.board }
          const minute = (index + 1) * 10
          const vends = reported.map(({ selection, method }, nth) => vend(minute - 5, String(selection + 1), method, index * 10 + nth))
          if (vends.length > 0) arrivals.push({ minute: minute - 5, vends })
          arrivals.push({ minute, file: write(now) })
        }
        const play = async (in_: typeof arrivals) => {
          const machine = await aSnackMachine()
          const device = await aDevice(ctx, company, { machine: machine.id })
          const byDevice = callerWith(world.app, device.signIn)
          for (const { minute, file, vends } of in_) {
            const answer = file
              ? await world.manager.call(
                  'POST',
                  `/machines/${machine.id}/audits`,
                  { file, readAt: toIso(at(minute)), confirm: true },
                  { 'idempotency-key': randomUUID() },
                )
              : await byDevice('POST', `/telemetry/${device.imei}/events`, vends)
            expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
          }
          return stateOf(machine)
        }
        const shuffled = arrivals.toSorted((a, b) => (order[arrivals.indexOf(a)] ?? 0) - (order[arrivals.indexOf(b)] ?? 0))
        // The same file sent twice is one reading, and its timestamp is that of the first arrival, so the order would matter.
        fc.pre(new Set(arrivals.flatMap(({ file }) => file ?? [])).size === arrivals.filter(({ file }) => file).length)
        expect(await play(shuffled)).toEqual(await play(arrivals))
      }),
      { numRuns: 8, endOnFailure: true },
    )
    await isSound()
  })
})

test('read-out endpoint accepts operations recorded offline', () => expect(recordAudit.operation).toBe(true))
