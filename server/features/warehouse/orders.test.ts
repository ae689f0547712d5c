import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderBody, Proposal, ReceiptBody, SupplierOrder } from '#contract/supplier-orders.ts'
import { aMachine, aProduct, inWarehouse, type StandingMachine, setInService } from '../../../tests/support/fleet.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { mailQueue } from '../../mail/mail.job.ts'
import { drain } from '../../queue/queue.ts'
import { publish } from '../../sync/feed.ts'

const clock = aClock()
const PACKED = { packaging: 'CAN', volume: 330, volumeType: 'MILLILITRE' } as const
let world: TwoCompanies
let supplier: number
let byPhone: number
let cola: number
let water: number
let beans: number
const foreign = { supplier: 0, product: 0, order: 0 }

const dataOf = <T>(answer: { json(): { data: unknown } }) => answer.json().data as T
const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, headers = {}, person = world.manager) =>
  person.call(method, url, body, headers)
const addSupplier = async (name: string, more: object = {}, person = world.manager) =>
  dataOf<{ identifier: number }>(await person.call('POST', '/suppliers', { name, ...more })).identifier
const line = (productId: number, cases = 2, piecesPerCase = 24, unitCost = 0.5) => ({ productId, cases, piecesPerCase, unitCost })
const anOrder = (more: Partial<OrderBody> = {}): OrderBody => ({ supplier: { identifier: supplier }, lines: [line(cola)], ...more })
const add = async (more: Partial<OrderBody> = {}) => dataOf<SupplierOrder>(await ask('POST', '/supplier-orders', anOrder(more)))
const get = async (id: number) => dataOf<SupplierOrder>(await ask('GET', `/supplier-orders/${id}`))
const receive = (id: number, body: ReceiptBody, headers = {}) => ask('POST', `/supplier-orders/${id}/receive`, body, headers)
const stockOf = async (name: string): Promise<number> =>
  dataOf<{ inWarehouse: number }[]>(await ask('GET', `/inventory/products?query=${name}`))[0]?.inWarehouse ?? 0
const proposals = async (days = 14) => dataOf<Proposal[]>(await ask('GET', `/supplier-orders/proposals?coverDays=${days}`))
const bytesOf = (file: Buffer) => new Uint8Array(file).buffer
const mails = () =>
  rowsOf<{ to: string; content: { words: Record<string, string>; attachment: { base64: string }; replyTo?: string } }>(
    world.ctx.database.owner,
    sql`select "to", content from mails where kind = 'supplier-order' order by asked_at, id`,
  )

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company, rivalCompany, rival, manager } = world
  await ctx.database.owner.execute(sql`update users set email = 'ada@ours.example' where id = ${manager.id}`)
  supplier = await addSupplier('Getränke Süd', { email: 'office@sued.example', minimumOrder: 150, leadDays: 2 })
  byPhone = await addSupplier('Mills')
  cola = await aProduct(ctx, company, { name: 'Cola', lastCost: 50, ...PACKED })
  water = await aProduct(ctx, company, { name: 'Water', lastCost: 20, ...PACKED })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT', volume: 1000, lastCost: 900 })
  await ctx.database.owner.execute(sql`update products set case_size = 24 where id in (${cola}, ${water})`)
  foreign.supplier = await addSupplier('Rival mills', {}, rival)
  foreign.product = await aProduct(ctx, rivalCompany, { name: 'Rival nuts' })
  const theirs = { supplier: { identifier: foreign.supplier }, lines: [line(foreign.product)] }
  foreign.order = dataOf<SupplierOrder>(await rival.call('POST', '/supplier-orders', theirs)).id
})
beforeEach(() => world.ctx.database.owner.execute(sql`delete from mails`))
afterAll(() => world.close())

describe('proposals', () => {
  test('cover forecast, shortages, stock and orders, by the supplier of the last purchase', async () => {
    const { ctx, company } = world
    const machine = await aMachine(ctx, company, { slots: [{ number: '1', product: cola, max: 20, quantity: 5 }] })
    const places = JSON.stringify({ [machine.slot('1').point]: [10, 24, 1000, 10] })
    await ctx.database.owner.execute(sql`insert into forecasts (company_id, machine_id, learnt_at, rhythm, places)
      values (${company}, ${machine.id}, now(), '', ${places}::jsonb)`)
    const [withoutSupplier] = (await proposals()).filter((one) => one.supplier === null)
    expect(withoutSupplier?.lines.map(({ product }) => product.name)).toEqual(['Cola'])

    await ask('POST', '/purchases', {
      supplier: { identifier: supplier },
      status: 'PLANNED',
      items: [{ productId: cola, quantity: 24, unitCost: 0.61 }],
    })
    await inWarehouse(ctx, company, cola, 30)
    const ours = async (days?: number) => (await proposals(days)).find((one) => one.supplier?.identifier === supplier)
    // (2 + 14) days × 10 + 15 missing − 30 in the warehouse = 145, in cases of 24.
    expect((await ours())?.lines).toMatchObject([
      { productId: cola, piecesPerCase: 24, unitCost: 0.61, perDay: 10, shortage: 15, inWarehouse: 30, onOrder: 0, cases: 7 },
    ])
    expect((await ours(7))?.lines[0]?.cases).toBe(4)
    const sent = await add({ lines: [line(cola, 3)], send: true })
    expect((await ours())?.lines[0]).toMatchObject({ onOrder: 72, cases: 4 })
    await receive(sent.id, { version: sent.version, lines: [{ productId: cola, quantity: 24 }] })
    expect((await ours())?.lines[0]).toMatchObject({ onOrder: 48, inWarehouse: 54, cases: 4 })
    const now = await get(sent.id)
    await ask('POST', `/supplier-orders/${sent.id}/cancel`, { version: now.version })
    expect((await ours())?.lines[0]).toMatchObject({ onOrder: 0, cases: 6 })
  })

  test('follow each new forecast, slot and machine at once', async () => {
    const { ctx, company } = world
    const tea = await aProduct(ctx, company, { name: 'Tea', lastCost: 20 })
    const slots = [{ number: '1', product: tea, max: 9, price: 100, quantity: 4 }]
    const [one, other] = [await aMachine(ctx, company, { slots }), await aMachine(ctx, company, { slots })]
    const figures = async () => {
      const lines = (await proposals()).flatMap(({ lines }) => lines).filter(({ productId }) => productId === tea)
      return lines.map(({ perDay, shortage }) => [perDay, shortage])
    }
    const forecast = (machine: StandingMachine, pieces: number) =>
      ctx.database.withTenant(company, async (db) => {
        await db.execute(sql`insert into forecasts (company_id, machine_id, learnt_at, rhythm, places)
          values (${company}, ${machine.id}, now(), '', ${JSON.stringify({ [machine.slot('1').point]: [pieces, 24, 1000, 10] })}::jsonb)
          on conflict (company_id, machine_id) do update set places = excluded.places`)
        await publish(db, company, [{ kind: 'inventory', id: machine.id }], clock.now())
      })
    expect(await figures()).toEqual([[0, 10]])
    await forecast(one, 1)
    await forecast(other, 0.7)
    expect(await figures()).toEqual([[1.7, 10]])
    await forecast(one, 3.3)
    expect(await figures()).toEqual([[4, 10]])
    await setInService(ctx, company, false, [one.id])
    expect(await figures()).toEqual([[0.7, 5]])
    await setInService(ctx, company, false, [other.id])
    expect(await figures()).toEqual([])
  })

  test('count purchases on order, and packs of ingredients by their content', async () => {
    await ask('POST', '/purchases', {
      supplier: { identifier: byPhone },
      status: 'ON_ORDER',
      orderedAt: '2026-02-20T09:00:00.000Z',
      items: [{ productId: beans, quantity: 3, unitCost: 9 }],
    })
    const theirs = (await proposals()).find((one) => one.supplier?.identifier === byPhone)
    expect(theirs?.lines).toMatchObject([{ productId: beans, onOrder: 3_000, piecesPerCase: 1, cases: 0 }])
  })

  test('follow the chosen supplier', async () => {
    const chosen = await ask('POST', `/suppliers/${byPhone}/products`, { productIds: [water] })
    expect(chosen.json().data).toEqual({ identifier: byPhone, products: 1 })
    const theirs = (await proposals()).find((one) => one.supplier?.identifier === byPhone)
    expect(theirs?.lines.map(({ productId }) => productId)).toContain(water)
    expect((await ask('POST', `/suppliers/${byPhone}/products`, { productIds: [foreign.product] })).json().code).toBe('PRODUCT_NOT_FOUND')
    expect((await ask('POST', `/suppliers/${foreign.supplier}/products`, { productIds: [water] })).json().code).toBe('SUPPLIER_NOT_FOUND')
  })

  test.each(['0', '8', '14.5', '-7', 'x', ''])('refuse %s days to cover', async (days) =>
    expect((await ask('GET', `/supplier-orders/proposals?coverDays=${days}`)).statusCode).toBe(400),
  )
})

describe('an order', () => {
  test('is a draft that can be changed, and has the next number of the company', async () => {
    const draft = await add({ note: 'Ring twice', expectedOn: '2026-03-05' })
    expect(draft).toMatchObject({ state: 'DRAFT', version: 1, note: 'Ring twice', expectedOn: '2026-03-05', totalNetCost: 24, sends: 0 })
    const next = await add()
    expect(next.number).toBe(draft.number + 1)
    const change = { version: 1, lines: [line(cola, 1), line(water, 3)] }
    const changed = dataOf<SupplierOrder>(await ask('PATCH', `/supplier-orders/${draft.id}`, change))
    expect(changed).toMatchObject({ version: 2, note: null, totalNetCost: 48 })
    expect((await ask('PATCH', `/supplier-orders/${draft.id}`, change)).json().code).toBe('ORDER_CHANGED')
    expect(await mails()).toEqual([])
  })

  test('is mailed with its PDF exactly once, also after a lost response', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const send = () => ask('POST', '/supplier-orders', anOrder({ note: 'Ring twice', send: true }), key)
    const [sent, again] = [dataOf<SupplierOrder>(await send()), await send()]
    expect(sent).toMatchObject({ state: 'SENT', sentTo: 'office@sued.example', sends: 1 })
    expect(again.json().data).toEqual(sent)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'office@sued.example', content: { replyTo: 'ada@ours.example' } })
    expect(mail?.content.words.body).toContain('48 Cola 330\u00a0mL (2 × 24)')
    const { pages } = readPdf(bytesOf(Buffer.from(mail?.content.attachment.base64 ?? '', 'base64')))
    for (const words of [`Order ${sent.number}`, 'Getränke Süd', 'Cola 330 mL', 'Ring twice', '24.00'])
      expect(pages.map((page) => page.text).join('\n')).toContain(words)
  })

  test('is not sent again without the key, but by its new version', async () => {
    const draft = await add()
    const send = (version: number) => ask('POST', `/supplier-orders/${draft.id}/send`, { version })
    const sent = dataOf<SupplierOrder>(await send(draft.version))
    expect((await send(draft.version)).json().code).toBe('ORDER_CHANGED')
    expect((await mails()).length).toBe(1)
    expect(dataOf<SupplierOrder>(await send(sent.version)).sends).toBe(2)
    expect((await mails()).length).toBe(2)
  })

  test('is sent once by two requests at the same time', async () => {
    const draft = await add()
    const both = await Promise.all([1, 2].map(() => ask('POST', `/supplier-orders/${draft.id}/send`, { version: draft.version })))
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await mails()).length).toBe(1)
  })

  test('is sent beside other orders of its supplier', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask('POST', '/supplier-orders', anOrder({ send: true }))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => dataOf<SupplierOrder>(answer).number)).size).toBe(4)
  })

  test('reaches the mailbox of the supplier', async () => {
    const got: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: async (stream, _session, done) => {
        got.push(await text(stream))
        done()
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await new Promise<void>((ready) => listening.once('listening', ready))
    const address = listening.address()
    const url = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const smtp = { url, from: 'Roundsman <vending@ours.example>' }
    await add({ send: true })
    await drain({ ...world.ctx, log: world.app.log, settings: { ...world.ctx.settings, smtp } }, mailQueue)
    await new Promise<void>((closed) => server.close(() => closed()))
    expect(got.length).toBe(1)
    expect(got[0]).toContain('To: office@sued.example')
    expect(got[0]).toContain('Reply-To: ada@ours.example')
    expect(got[0]).toMatch(/Content-Type: application\/pdf; name="?Order \d+\.pdf/)
  })

  test('of a supplier without a mail address counts as ordered, without a mail', async () => {
    const sent = await add({ supplier: { identifier: byPhone }, send: true })
    expect(sent).toMatchObject({ state: 'SENT', sentTo: null, sends: 1 })
    expect(await mails()).toEqual([])
  })

  test('is printed as a PDF', async () => {
    const { id, number } = await add()
    const { url } = dataOf<{ url: string }>(await ask('POST', `/supplier-orders/${id}/pdf`))
    const file = await world.app.inject({ url })
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(readPdf(bytesOf(file.rawPayload)).pages[0]?.text).toContain(`Order ${number}`)
  })

  test('is not mailed more than two hundred times a day', async () => {
    await world.ctx.database.owner.execute(sql`insert into mails (company_id, id, "to", kind, locale, content, asked_at, next_try_at)
      select ${world.company}::int, gen_random_uuid(), 'x@y.example', 'supplier-order', 'en', '{"words":{}}'::jsonb, ${new Date(clock.now()).toISOString()}::timestamptz, now()
      from generate_series(1, 200)`)
    const refused = await ask('POST', '/supplier-orders', anOrder({ send: true }))
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await ask('POST', '/supplier-orders', anOrder())).statusCode).toBe(201)
  })

  test.each([
    ['no lines', { lines: [] }, 'INVALID'],
    ['no cases', { lines: [{ ...line(1), cases: 0 }] }, 'INVALID'],
    ['half a case', { lines: [{ ...line(1), cases: 1.5 }] }, 'INVALID'],
    ['a day that is none', { expectedOn: '2026-02-30' }, 'INVALID'],
    ['a day that is years away', { expectedOn: '2062-03-05' }, 'INVALID'],
    ['an unknown field', { priority: 1 }, 'INVALID'],
    ['an unknown product', { lines: [line(999_999_999)] }, 'PRODUCT_NOT_FOUND'],
    ['an unknown supplier', { supplier: { identifier: 999_999_999 } }, 'SUPPLIER_NOT_FOUND'],
  ])('with %s is refused', async (_, more, code) => {
    expect((await ask('POST', '/supplier-orders', anOrder(more as Partial<OrderBody>))).json().code).toBe(code)
  })

  test('contains no deleted product, unless it did before', async () => {
    const product = await aProduct(world.ctx, world.company, { name: 'Discontinued', sku: 'OLD-1', ...PACKED })
    const draft = await add({ lines: [line(product)] })
    await world.manager.call('DELETE', '/products/OLD-1')
    expect((await ask('POST', '/supplier-orders', anOrder({ lines: [line(product)] }))).json().code).toBe('PRODUCT_NOT_FOUND')
    const changed = await ask('PATCH', `/supplier-orders/${draft.id}`, { version: draft.version, lines: [line(product, 3)] })
    expect(changed.json().data).toMatchObject({ lines: [{ cases: 3 }] })
  })

  test('names the line with a wrong price, and a product named twice', async () => {
    const wrong = await ask('POST', '/supplier-orders', anOrder({ lines: [line(water), line(cola, 1, 24, 0.505)] }))
    expect(wrong.json().errors).toMatchObject([{ path: 'lines.1.unitCost' }])
    const twice = await ask('POST', '/supplier-orders', anOrder({ lines: [line(cola), line(cola)] }))
    expect(twice.json().code).toBe('DUPLICATED_PRODUCT')
  })
})

describe('a receipt', () => {
  test('is booked in parts, each once, with its costs, until everything has arrived', async () => {
    const order = await add({ lines: [line(cola, 2), line(water, 1)], send: true })
    const before = { cola: await stockOf('Cola'), water: await stockOf('Water') }
    const key = { 'idempotency-key': randomUUID() }
    const part: ReceiptBody = {
      version: order.version,
      invoiceNumber: 'RE-1',
      lines: [{ productId: cola, quantity: 30, unitCost: 0.55 }],
    }
    const first = dataOf<SupplierOrder>(await receive(order.id, part, key))
    expect(dataOf(await receive(order.id, part, key))).toEqual(first)
    expect((await receive(order.id, part)).json().code).toBe('ORDER_CHANGED')
    expect(first).toMatchObject({ state: 'SENT', lines: [{ received: 30 }, { received: 0 }] })
    expect(first.deliveries).toMatchObject([{ invoiceNumber: 'RE-1', units: 30 }])
    expect([await stockOf('Cola'), await stockOf('Water')]).toEqual([before.cola + 30, before.water])

    const rest = { version: first.version, lines: [line(cola), line(water)].map(({ productId }) => ({ productId, quantity: 24 })) }
    const done = dataOf<SupplierOrder>(await receive(order.id, rest))
    expect(done).toMatchObject({ state: 'RECEIVED', lines: [{ received: 54 }, { received: 24 }] })
    expect([await stockOf('Cola'), await stockOf('Water')]).toEqual([before.cola + 54, before.water + 24])
    expect((await receive(order.id, { ...rest, version: done.version })).json().code).toBe('ORDER_STATE')
    const purchases = dataOf<{ identifier: number; status: string; items: { unitCost: number }[] }[]>(await ask('GET', '/purchases'))
    const own = purchases.filter(({ identifier }) => done.deliveries.some((one) => one.identifier === identifier))
    expect(own.map(({ status, items }) => [status, ...items.map(({ unitCost }) => unitCost)])).toEqual([
      ['DELIVERED', 0.5, 0.5],
      ['DELIVERED', 0.55],
    ])
  })

  test('needs a price, an ordered product and a sent order', async () => {
    const order = await add({ lines: [line(cola, 1, 24, 0)], send: true })
    const of = (productId: number, more = {}) => ({ version: order.version, lines: [{ productId, quantity: 1, ...more }] })
    expect((await receive(order.id, of(cola))).json().errors).toMatchObject([{ path: 'lines.0.unitCost' }])
    expect((await receive(order.id, of(water))).json().code).toBe('PRODUCT_NOT_FOUND')
    expect((await receive(order.id, of(cola, { unitCost: 0.4 }))).statusCode).toBe(200)
    const draft = await add()
    expect((await receive(draft.id, { ...of(cola), version: draft.version })).json().code).toBe('ORDER_STATE')
  })
})

test('orders of another company do not exist, and employees see none', async () => {
  const { id } = await add()
  for (const path of ['', '/send', '/cancel', '/pdf']) {
    const method = path === '' ? 'GET' : 'POST'
    const body = path === '/send' || path === '/cancel' ? { version: 1 } : undefined
    expect((await ask(method, `/supplier-orders/${foreign.order}${path}`, body)).json().code).toBe('ORDER_NOT_FOUND')
    expect((await world.serviceman.call(method, `/supplier-orders/${id}${path}`, body)).statusCode).toBe(403)
  }
  expect((await receive(foreign.order, { version: 1, lines: [{ productId: cola, quantity: 1 }] })).json().code).toBe('ORDER_NOT_FOUND')
  expect((await ask('POST', '/supplier-orders', anOrder({ supplier: { identifier: foreign.supplier } }))).json().code).toBe(
    'SUPPLIER_NOT_FOUND',
  )
  expect((await ask('POST', '/supplier-orders', anOrder({ lines: [line(foreign.product)] }))).json().code).toBe('PRODUCT_NOT_FOUND')
  const rivals = dataOf<SupplierOrder[]>(await world.rival.call('GET', '/supplier-orders'))
  expect(rivals.map((one) => [one.id, one.number])).toEqual([[foreign.order, 1]])
})

test('changes of an order are in the audit log', async () => {
  const order = await add({ send: true })
  await ask('POST', `/supplier-orders/${order.id}/cancel`, { version: order.version })
  const entries = dataOf<{ action: string; of: { kind: string; id: number } }[]>(await ask('GET', '/audit?kind=stock'))
  const own = entries.filter(({ of }) => of.kind === 'order' && of.id === order.id)
  expect(own.map(({ action }) => action)).toEqual(['order-cancelled', 'order-sent', 'order-added'])
})
