import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MachinePreview, Template } from '#contract/templates.ts'
import { SECOND } from '#domain/time.ts'
import { aMachine, aProduct, type StandingMachine } from '../../../tests/support/fleet.ts'
import { aClock } from '../../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'

const clock = aClock(Date.parse('2026-05-04T09:00:00.000Z'))
let world: TwoCompanies
let machine: StandingMachine
let other: StandingMachine
let coffee: StandingMachine
let [crisps, cola, water, espresso, beans] = [0, 0, 0, 0, 0]
let names = 0

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  const { ctx, company } = world
  crisps = await aProduct(ctx, company, { name: 'Crisps' })
  cola = await aProduct(ctx, company, { name: 'Cola', packaging: 'CAN' })
  water = await aProduct(ctx, company, { name: 'Water', packaging: 'BOTTLE' })
  espresso = await aProduct(ctx, company, { name: 'Espresso', packaging: 'COFFEE' })
  beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT' })
})
beforeEach(async () => {
  const { ctx, company } = world
  clock.pass(SECOND)
  machine = await aMachine(ctx, company, {
    slots: [
      { number: '11', product: crisps, max: 10, price: 150, quantity: 4 },
      { number: '12', product: cola, max: 8, price: 200, quantity: 3 },
    ],
  })
  other = await aMachine(ctx, company, {
    slots: [
      { number: '11', product: crisps, max: 10, price: 170, quantity: 5 },
      { number: '12', product: water, max: 6, price: 100, quantity: 2 },
      { number: '13', product: water, max: 6, price: 100, quantity: 1 },
    ],
  })
  coffee = await aMachine(ctx, company, {
    slots: [{ number: '1', product: espresso, price: 200 }],
    canisters: [{ product: beans, max: 1_000, quantity: 400 }],
  })
})
afterAll(() => world.close())

type Answered = Awaited<ReturnType<TwoCompanies['manager']['call']>>
const codeOf = (answer: Answered) => `${answer.statusCode} ${answer.json().code ?? ''}`.trim()
const slot = (slotNumber: string, productId: number | null, vendPrice: number | null = 1.5, maxQuantity: number | null = 10) => ({
  slotNumber,
  productId,
  vendPrice,
  maxQuantity,
})
const aName = () => `Template ${++names}`
const add = (body: object = {}, person = world.manager, headers = {}) =>
  person.call(
    'POST',
    '/planogram-templates',
    { name: aName(), type: 'SNACK', slots: [slot('11', crisps), slot('12', cola, 2, 8)], ...body },
    headers,
  )
const aTemplate = async (body?: object): Promise<Template> => (await add(body)).json().data
const get = async (id: number): Promise<Template> => (await world.manager.call('GET', `/planogram-templates/${id}`)).json().data
const change = (id: number, body: object, person = world.manager) => person.call('PUT', `/planogram-templates/${id}`, body)
const preview = async (id: number, machines: readonly StandingMachine[], ways: object = {}): Promise<MachinePreview[]> =>
  (await world.manager.call('POST', `/planogram-templates/${id}/preview`, { machineIds: machines.map((one) => one.id), ...ways })).json()
    .data
const apply = (of: StandingMachine, body: object, person = world.manager, headers = {}) =>
  person.call('PUT', `/machines/${of.id}/planogram`, body, headers)
const settingsOf = async (of: { id: number }) =>
  (await world.manager.call('GET', `/machines/${of.id}/slots`))
    .json()
    .data.map((one: { slotNumber: string; product: { id: number } | null; vendPrice: number; maxQuantity: number }) =>
      slot(one.slotNumber, one.product?.id ?? null, one.vendPrice, one.maxQuantity),
    )
const linked = async (query = '') => (await world.manager.call('GET', `/planogram-templates/machines${query}`)).json().data
const lastEntry = async () => (await world.manager.call('GET', '/audit?size=1')).json().data[0]
const rows = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  world.ctx.database.withTenant(world.company, (db) => rowsOf<T>(db, query))
const inWarehouse = async (product: number) =>
  (
    await rows<{ balance: number }>(
      sql`select balance::float8 as balance from stock_points where kind = 'WAREHOUSE' and product_id = ${product}`,
    )
  )[0]?.balance ?? 0

describe('template', () => {
  test('is created, listed, changed and deleted', async () => {
    const made = await aTemplate()
    expect(made).toMatchObject({ type: 'SNACK', version: 1, slotCount: 2, machines: 0, differing: 0, ingredients: [] })
    expect(made.slots).toEqual([slot('11', crisps), slot('12', cola, 2, 8)])
    const changed = await change(made.id, { version: 1, name: 'Renamed', slots: [slot('11', water, 1, 6)] })
    expect(changed.json().data).toMatchObject({ name: 'Renamed', version: 2, slots: [slot('11', water, 1, 6)] })
    expect(await lastEntry()).toMatchObject({
      action: 'template-changed',
      before: { removed: [{ slotNumber: '12', productId: cola }] },
      after: { name: 'Renamed', changed: [{ slotNumber: '11', from: { productId: crisps }, to: { productId: water } }] },
    })
    const list = (await world.manager.call('GET', '/planogram-templates')).json().data
    expect(list.find(({ id }: Template) => id === made.id)).toMatchObject({ name: 'Renamed', slotCount: 1 })
    expect((await world.manager.call('DELETE', `/planogram-templates/${made.id}`)).statusCode).toBe(200)
    expect(codeOf(await world.manager.call('GET', `/planogram-templates/${made.id}`))).toBe('404 TEMPLATE_NOT_FOUND')
  })

  test('that was changed meanwhile is not overwritten', async () => {
    const { id, name, slots } = await aTemplate()
    await change(id, { version: 1, name, slots: [slot('11', water)] })
    expect(codeOf(await change(id, { version: 1, name, slots }))).toBe('409 TEMPLATE_CHANGED')
    expect((await get(id)).slots).toEqual([slot('11', water)])
  })

  test('needs a new name, unique slots and suitable products', async () => {
    const { id, name } = await aTemplate()
    const theirs = await aProduct(world.ctx, world.rivalCompany)
    const cases: [object, string][] = [
      [{ name }, '409 TEMPLATE_EXISTS'],
      [{ name: ' ' }, '422 INVALID'],
      [{ slots: [slot('11', crisps), slot(' 11', cola)] }, '422 INVALID'],
      [{ slots: [slot('11', espresso)] }, '422 PRODUCT_TYPE_MISMATCH'],
      [{ slots: [slot('11', theirs)] }, '404 PRODUCT_NOT_FOUND'],
      [{ slots: [slot('11', crisps, 1.005)] }, '422 INVALID'],
      [{ slots: [slot('11', crisps, -1)] }, '422 INVALID'],
      [{ ingredients: [{ productId: beans, maxQuantity: 1 }] }, '422 PRODUCT_TYPE_MISMATCH'],
      [{ more: 1 }, '422 INVALID'],
    ]
    for (const [body, code] of cases) expect([body, codeOf(await add(body))]).toEqual([body, code])
    const second = await aTemplate()
    expect(codeOf(await change(second.id, { version: 1, name, slots: [] }))).toBe('409 TEMPLATE_EXISTS')
    expect(id).not.toBe(second.id)
  })

  test('keeps a product that was discontinued, and does not accept a new one', async () => {
    const gone = await aProduct(world.ctx, world.company)
    const { id, name, slots } = await aTemplate({ slots: [slot('11', gone)] })
    await rows(sql`update products set deleted = true where id = ${gone}`)
    expect((await change(id, { version: 1, name, slots })).statusCode).toBe(200)
    expect(codeOf(await add({ slots }))).toBe('404 PRODUCT_NOT_FOUND')
    await apply(machine, { templateId: id })
    expect(await settingsOf(machine)).toEqual([slot('11', null)])
    expect(await linked(`?machine=${machine.id}`)).toMatchObject([{ differing: 0 }])
  })

  test('is made from a machine, with its ingredients', async () => {
    const made = (await world.manager.call('POST', `/machines/${coffee.id}/planogram-template`, { name: aName() })).json().data
    expect(made).toMatchObject({
      type: 'COFFEE',
      slots: [slot('1', espresso, 2, null)],
      ingredients: [{ productId: beans, maxQuantity: 1_000 }],
    })
    expect(await linked(`?template=${made.id}`)).toMatchObject([{ machineId: coffee.id, differing: 0 }])
    const empty = await aMachine(world.ctx, world.company)
    const refused = await world.manager.call('POST', `/machines/${empty.id}/planogram-template`, { name: aName() })
    expect(codeOf(refused)).toBe('422 SOURCE_HAS_NO_SLOTS')
  })

  test('is closed to employees and to other companies', async () => {
    const { id, name } = await aTemplate()
    const body = { version: 1, name, slots: [] }
    for (const [person, code] of [
      [world.serviceman, '403 FORBIDDEN'],
      [world.rival, '404 TEMPLATE_NOT_FOUND'],
    ] as const) {
      expect(codeOf(await person.call('GET', `/planogram-templates/${id}`))).toBe(code)
      expect(codeOf(await change(id, body, person))).toBe(code)
      expect(codeOf(await person.call('DELETE', `/planogram-templates/${id}`))).toBe(code)
      expect(codeOf(await person.call('POST', `/planogram-templates/${id}/preview`, { machineIds: [machine.id] }))).toBe(code)
    }
    const theirs = await aMachine(world.ctx, world.rivalCompany, { slots: [{ number: '11' }] })
    expect(codeOf(await apply(theirs, { templateId: id }, world.rival))).toBe('404 TEMPLATE_NOT_FOUND')
    expect(codeOf(await apply(theirs, { templateId: id }))).toBe('404 MACHINE_NOT_FOUND')
    expect(codeOf(await world.rival.call('PUT', `/machines/${theirs.id}/planogram-template`, { templateId: id }))).toBe(
      '404 TEMPLATE_NOT_FOUND',
    )
    const creation = { name: 'Their machine', type: 'SNACK', templateId: id }
    expect(codeOf(await world.rival.call('POST', '/machines', creation))).toBe('404 TEMPLATE_NOT_FOUND')
    expect((await world.rival.call('GET', '/planogram-templates')).json().data).toEqual([])
  })
})

describe('preview', () => {
  test('counts what changes in each machine', async () => {
    const { id } = await aTemplate()
    const [same, differs, unfit] = await preview(id, [machine, other, coffee])
    expect(same).toMatchObject({ machineId: machine.id, fits: true, created: 0, removed: 0, products: 0, prices: 0, maximums: 0, left: 0 })
    expect(differs).toMatchObject({ created: 0, removed: 1, products: 1, prices: 2, maximums: 1, left: 3 })
    expect(unfit).toMatchObject({ machineId: coffee.id, fits: false, removed: 0 })
    expect(await settingsOf(other)).toHaveLength(3)
  })

  test('depends on the part that is applied', async () => {
    const { id } = await aTemplate()
    expect(await preview(id, [other], { part: 'PRICES' })).toMatchObject([{ removed: 0, products: 0, prices: 1, maximums: 0, left: 0 }])
    expect(await preview(id, [other], { part: 'PRODUCTS' })).toMatchObject([{ removed: 1, products: 1, prices: 0, maximums: 1, left: 3 }])
    expect(await preview(id, [other], { keepOthers: true })).toMatchObject([{ removed: 0, products: 1, left: 2 }])
  })

  test('refuses machines of another company', async () => {
    const { id } = await aTemplate()
    const theirs = await aMachine(world.ctx, world.rivalCompany)
    const answer = await world.manager.call('POST', `/planogram-templates/${id}/preview`, { machineIds: [machine.id, theirs.id] })
    expect(codeOf(answer)).toBe('404 MACHINE_NOT_FOUND')
  })
})

describe('applying a template', () => {
  test('does exactly what was previewed, and links the machine', async () => {
    const { id } = await aTemplate()
    const [{ version = '' } = {}] = await preview(id, [other])
    const before = await inWarehouse(water)
    const answer = await apply(other, { templateId: id, version, stock: 'WAREHOUSE' })
    expect(answer.json().data).toMatchObject({ done: true, removed: [{ slotNumber: '13' }], version })
    expect(await settingsOf(other)).toEqual([slot('11', crisps), slot('12', cola, 2, 8)])
    expect((await inWarehouse(water)) - before).toBe(3_000)
    expect(await linked(`?machine=${other.id}`)).toMatchObject([{ templateId: id, differing: 0 }])
    expect(await lastEntry()).toMatchObject({
      action: 'template-applied',
      of: { id: other.id },
      after: { template: id, stock: 'WAREHOUSE' },
    })
  })

  test('is refused after a change of the machine or of the template', async () => {
    const { id, name, slots } = await aTemplate()
    const [{ version = '' } = {}] = await preview(id, [other])
    await world.manager.call('PATCH', `/machines/${other.id}/slots`, [{ slotId: other.slot('11').slotId, vendPrice: 9 }])
    expect(codeOf(await apply(other, { templateId: id, version }))).toBe('409 PREVIEW_OUTDATED')
    const [{ version: second = '' } = {}] = await preview(id, [other])
    await change(id, { version: 1, name, slots: [...slots, slot('14', cola)] })
    expect(codeOf(await apply(other, { templateId: id, version: second }))).toBe('409 PREVIEW_OUTDATED')
    expect(await settingsOf(other)).toHaveLength(3)
  })

  test('of prices alone changes equal products only, and links nothing', async () => {
    const { id } = await aTemplate()
    await apply(other, { templateId: id, part: 'PRICES' })
    expect(await settingsOf(other)).toEqual([slot('11', crisps), slot('12', water, 1, 6), slot('13', water, 1, 6)])
    expect(await linked(`?machine=${other.id}`)).toEqual([])
  })

  test('of products alone keeps prices, and keeps other slots if requested', async () => {
    const { id } = await aTemplate()
    await apply(other, { templateId: id, part: 'PRODUCTS', keepOthers: true })
    expect(await settingsOf(other)).toEqual([slot('11', crisps, 1.7), slot('12', cola, 1, 8), slot('13', water, 1, 6)])
  })

  test('counts once per idempotency key', async () => {
    const { id } = await aTemplate()
    const headers = { 'idempotency-key': randomUUID() }
    const [{ version = '' } = {}] = await preview(id, [other])
    const first = await apply(other, { templateId: id, version }, world.manager, headers)
    const again = await apply(other, { templateId: id, version }, world.manager, headers)
    expect([first.statusCode, again.json()]).toEqual([200, first.json()])
  })

  test('takes given slots instead of a template', async () => {
    const slots = [slot('11', crisps), slot('21', cola)]
    const seen = (await apply(machine, { slots, preview: true })).json().data
    expect(seen).toMatchObject({ created: [{ slotNumber: '21' }], removed: [{ slotNumber: '12' }], done: false })
    expect((await apply(machine, { slots, version: seen.version, stock: 'LOST' })).json().data.done).toBe(true)
    expect(await settingsOf(machine)).toEqual(slots)
    const cases: [object, string][] = [
      [{ slots: [] }, '422 SOURCE_HAS_NO_SLOTS'],
      [{}, '422 INVALID'],
      [{ slots, templateId: 1 }, '422 INVALID'],
      [{ slots: [slot('11', espresso)] }, '422 PRODUCT_TYPE_MISMATCH'],
    ]
    for (const [body, code] of cases) expect([body, codeOf(await apply(machine, body))]).toEqual([body, code])
  })
})

describe('linked machine', () => {
  test('is compared with its template', async () => {
    const { id } = await aTemplate()
    for (const one of [machine, other]) await apply(one, { templateId: id })
    await world.manager.call('PATCH', `/machines/${other.id}/slots`, [
      { slotId: other.slot('11').slotId, vendPrice: 9, maxQuantity: 3 },
      { slotId: other.slot('12').slotId, productId: water },
    ])
    await world.manager.call('POST', `/machines/${other.id}/slots`, { slotNumber: '30', productId: cola })
    expect(await linked(`?template=${id}`)).toMatchObject([
      { machineId: machine.id, differing: 0 },
      { machineId: other.id, differing: 3, products: 1, prices: 1, maximums: 1 },
    ])
    expect(await get(id)).toMatchObject({ machines: 2, differing: 1 })
  })

  test('can be linked and unlinked without a change of its slots', async () => {
    const { id } = await aTemplate()
    const link = (templateId: number | null, of = other) =>
      world.manager.call('PUT', `/machines/${of.id}/planogram-template`, { templateId })
    expect((await link(id)).json().data).toEqual({ templateId: id })
    expect(await linked(`?machine=${other.id}`)).toMatchObject([{ differing: 3 }])
    expect(codeOf(await link(id, coffee))).toBe('422 WRONG_MACHINE_TYPE')
    await link(null)
    expect(await linked(`?machine=${other.id}`)).toEqual([])
    await link(id)
    await world.manager.call('DELETE', `/planogram-templates/${id}`)
    expect([await linked(`?machine=${other.id}`), await settingsOf(other)]).toMatchObject([[], { length: 3 }])
  })
})

describe('new machine', () => {
  const create = (body: object) => world.manager.call('POST', '/machines', { name: 'New machine', type: 'SNACK', ...body })

  test('starts with the slots of another machine, all empty', async () => {
    const made = (await create({ copySlotsOf: machine.id })).json().data
    expect(made).toMatchObject({ currentQuantity: 0, maxQuantity: 18 })
    expect(await settingsOf(made)).toEqual(await settingsOf(machine))
    expect(await lastEntry()).toMatchObject({ action: 'slots-copied', after: { source: machine.id, created: [{ slotNumber: '11' }, {}] } })
  })

  test('starts with a template and is linked to it', async () => {
    const { id } = (await world.manager.call('POST', `/machines/${coffee.id}/planogram-template`, { name: aName() })).json().data
    const made = (await create({ type: 'COFFEE', templateId: id })).json().data
    expect(made).toMatchObject({ currentQuantity: 0, maxQuantity: 1_000 })
    expect(await linked(`?machine=${made.id}`)).toMatchObject([{ templateId: id, differing: 0 }])
  })

  test('refuses planograms that do not fit', async () => {
    const cases: [object, string][] = [
      [{ copySlotsOf: coffee.id }, '422 WRONG_MACHINE_TYPE'],
      [{ copySlotsOf: 999_999 }, '404 MACHINE_NOT_FOUND'],
      [{ templateId: 999_999 }, '404 TEMPLATE_NOT_FOUND'],
      [{ templateId: 1, copySlotsOf: machine.id }, '422 INVALID'],
    ]
    for (const [body, code] of cases) expect([body, codeOf(await create(body))]).toEqual([body, code])
  })
})
