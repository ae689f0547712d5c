import fc, { type Arbitrary } from 'fast-check'
import { ENDPOINTS } from '#contract/api.ts'
import { exportSlots } from '#contract/slots.ts'
import { CALLS, Operation, PROTOCOL } from '#contract/sync.ts'
import { TelemetryEvent } from '#contract/telemetry.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { MAX_PRICE } from '#domain/slots/slot.ts'
import { DAY, type Moment, toIso } from '#domain/time.ts'
import { realFile, realFiles } from '../dex/files.ts'
import { aDevice, aMachine, aProduct, assign, inWarehouse } from '../support/fleet.ts'
import { aUser } from '../support/test-context.ts'
import { twoCompanies } from '../support/two-companies.ts'
import { brokenOf, isReadable } from './broken.ts'
import { type Fields, soundFor } from './sound.ts'

/** Tables as exported by spreadsheets, in base64. */
const TABLES = [
  'Name;Type\nLobby;SNACK\nCanteen;COFFEE\n',
  'name,packaging\n"Nuts, salted",PIECE\n',
  'machine,slot,product,max,price\nSnack,1,Nuts,8,1.50\n',
  'card,holder,credit\nF-1,Ann,5\nF-9,,x\n',
  'machine,time,amount\nSnack,2026-02-01 10:00,1.50\nNowhere,,-1\n',
].map((text) => Buffer.from(text).toString('base64'))

const PLACES = ['1', '2', '11', '12', '21', '22', 'A1', 'A2', 'A3', 'B1']

export type World = Awaited<ReturnType<typeof aWorld>>

/** Two companies, one of which has a machine of each type, and field values that refer to existing objects. */
export async function aWorld() {
  const companies = await twoCompanies()
  const { ctx, company, rivalCompany, manager, serviceman } = companies
  const snacks = await Promise.all(['Nuts', 'Crisps'].map((name) => aProduct(ctx, company, { name, sku: name.toUpperCase() })))
  const drink = await aProduct(ctx, company, { name: 'Latte', sku: 'LATTE', packaging: 'COFFEE' })
  const beans = await aProduct(ctx, company, { name: 'Beans', packaging: 'INGREDIENT' })
  const [nuts = 0, crisps = 0] = snacks
  await inWarehouse(ctx, company, nuts, 40)
  const snack = await aMachine(ctx, company, {
    name: 'Snack',
    slots: PLACES.map((number, index) => ({ number, product: index < 2 ? nuts : crisps, max: 10, price: 150, quantity: 4 })),
  })
  const coffee = await aMachine(ctx, company, {
    name: 'Coffee',
    type: 'COFFEE',
    slots: [{ number: '1', product: drink, price: 200 }],
    canisters: [{ product: beans, max: 2_000, quantity: 500 }],
  })
  const foreign = await aMachine(ctx, rivalCompany, {
    slots: [{ number: '1', product: await aProduct(ctx, rivalCompany), max: 5, quantity: 1 }],
  })
  for (const { id } of [snack, coffee]) await assign(ctx, company, id, serviceman.id)
  const mills = (await manager.call('POST', '/suppliers', { name: 'Mills' })).json().data.identifier
  const bought = await manager.call('POST', '/purchases', {
    supplier: { identifier: mills },
    status: 'ON_ORDER',
    items: [{ productId: nuts, quantity: 3, unitCost: 1.5 }],
  })
  await manager.call('POST', '/passes', { cardIdentifier: 'F-1', holderName: 'Ann', creditAmount: 5, recurringCreditAmount: 1 })
  const device = await aDevice(ctx, company, { machine: snack.id })
  await aUser(ctx, { id: company }, { login: 'guest', password: 'correct horse' })

  const machineIds = [...Array(8).fill(snack.id), device.id, ...Array(5).fill(coffee.id), foreign.id, 999_999]
  const own = PLACES.map((number) => snack.slot(number))
  const slots = [...own, ...own, coffee.slot('1'), foreign.slot('1')]
  const keys = [1, 2, 3, 4, 5].map((key) => `00000000-0000-4000-8000-00000000000${key}`)
  const pull = await manager.call('POST', '/sync/pull', {})
  const exported = await manager.call(exportSlots.method, exportSlots.path.replace(':id', String(snack.id)))
  const fields: Fields = {
    id: mostly(...machineIds.map(String), exported.json().data.url.replace(/^.*\//, '')),
    token: mostly(snack.token, foreign.token),
    machineId: mostly(...machineIds),
    productId: mostly(nuts, crisps, nuts, crisps, drink, beans),
    slotId: mostly(...slots.map(({ slotId }) => slotId)),
    otherId: mostly(...machineIds.map(String), ...slots.map(({ slotId }) => String(slotId))),
    sku: mostly('NUTS', 'NOTHING'),
    // The packaging fields depend on one another: a domain rule checks that, not the schema.
    packaging: () => fc.constant('PIECE'),
    volumeType: () => fc.constant('GRAM'),
    volume: () => fc.integer({ min: 1, max: 50_000 }),
    // The notation of OpenStreetMap.
    openingHours: () => fc.constantFrom('Mo-Fr 08:00-17:00; Sa 9-12', 'su,mo 00:00-24:00', '', null),
    tax: () => fc.integer({ min: 0, max: 100 }),
    lastCost: () => fc.nat(99_999).map((minor) => toDecimal(minor, 'EUR')),
    ingredients: () => fc.constant([]),
    name: () => fc.constantFrom('Crisps', 'ジュース', '<b>Cola</b>', "'; drop table products; --", 'x'.repeat(40)),
    productInstallationId: mostly(...slots.map(({ point }) => point), ...Array(6).fill(coffee.canister(beans))),
    operationId: mostly(...keys),
    opId: seldom(...keys),
    'idempotency-key': seldom(...keys),
    serviceman: mostly(String(serviceman.id), '999999'),
    userId: mostly(...Array(8).fill(manager.id), serviceman.id),
    companyId: mostly(...Array(8).fill(company), rivalCompany),
    protocol: mostly(PROTOCOL),
    username: mostly('guest', 'Guest '),
    password: mostly('correct horse'),
    file: mostly(...realFiles.map((name) => new TextDecoder().decode(realFile(name)).replaceAll('\0', ''))),
    imei: mostly(device.imei),
    selection: mostly(...PLACES),
    method: mostly('CASH', 'CASHLESS_1', 'VOUCHER'),
    // The maximum depends on the currency.
    amount: () => fc.integer({ min: 1, max: 10_000 }),
    locale: mostly('en', 'pl', 'ja', 'en-US'),
    productType: mostly('', 'CAN,BOTTLE', 'INGREDIENT'),
    productTypes: mostly('', 'CAN,BOTTLE', 'INGREDIENT'),
    types: mostly('', 'ALERT_UP,MACHINE_STOPPED', 'MACHINE_REFILLED'),
    issueTypes: mostly('', 'OTHER'),
    paymentMethods: mostly('', 'CASH,BLIK', 'CREDIT_CARD'),
    call: mostly(...CALLS),
    identifier: mostly(mills, String(mills), String(bought.json().data.identifier)),
    cardIdentifier: mostly('F-1', 'F-2', 'nothing'),
    creditAmount: () => fc.nat(500_000).map((minor) => toDecimal(minor, 'EUR')),
    creditBefore: () => fc.nat(500_000).map((minor) => toDecimal(minor, 'EUR')),
    recurringCreditAmount: () => fc.nat(100_000).map((minor) => toDecimal(minor, 'EUR')),
    funds: () => fc.integer({ min: 1, max: 19_999 }).map((minor) => toDecimal(minor, 'EUR')),
    unitCost: () => fc.integer({ min: 1, max: 99_999 }).map((minor) => toDecimal(minor, 'EUR')),
    // From February 2018 to today. A purchase is delivered on its order date at the earliest.
    orderedAt: () => fc.option(momentsIn(ctx.now() - 300 * DAY, ctx.now() - 150 * DAY)),
    deliveredAt: () => fc.option(momentsIn(ctx.now() - 148 * DAY, ctx.now())),
    taxValidFrom: () => daysIn(ctx.now() - 300 * DAY, ctx.now() - DAY),
    lastCostValidFrom: () => daysIn(ctx.now() - 300 * DAY, ctx.now() - DAY),
    // Days of plans are at most five years away.
    date: () => daysIn(ctx.now() - 300 * DAY, ctx.now() + 300 * DAY),
    expectedOn: () => fc.option(daysIn(ctx.now(), ctx.now() + 300 * DAY)),
    defaultTaxValidFrom: () => daysIn(ctx.now() - 300 * DAY, ctx.now() + 300 * DAY),
    // Its decimals are those of the company's currency.
    vendPrice: () => fc.option(fc.nat(toMinor(MAX_PRICE, 'EUR')).map((minor) => toDecimal(minor, 'EUR'))),
    hourCost: () => fc.option(fc.nat(99_999).map((minor) => toDecimal(minor, 'EUR'))),
    kilometreCost: () => fc.option(fc.nat(9_999).map((thousandths) => thousandths / 1_000)),
    cashBoxAmount: () => fc.option(fc.nat(99_999).map((minor) => toDecimal(minor, 'EUR'))),
    away: () =>
      fc.array(
        daysIn(ctx.now() - 300 * DAY, ctx.now() + 300 * DAY).map((day) => ({ from: day, until: day })),
        { maxLength: 3 },
      ),
    minimumOrder: () => fc.option(fc.nat(99_999).map((minor) => toDecimal(minor, 'EUR'))),
    monthly: () => fc.nat(99_999).map((minor) => toDecimal(minor, 'EUR')),
    // A sales period ends after it begins and is at most two years long.
    startDate: () => momentsIn(ctx.now() - 300 * DAY, ctx.now() - DAY),
    endDate: () => momentsIn(ctx.now(), ctx.now() + DAY),
    // Any text is a table; megabytes of it are tested where files are read.
    content: () => fc.oneof(fc.constantFrom(...TABLES), fc.base64String({ maxLength: 400 })),
    // The contract allows any text as a cursor; a server accepts only its own.
    cursor: () => fc.constant(pull.json().data.cursor),
  }
  const events = fc.array(soundFor(TelemetryEvent, fields), { maxLength: 6 })
  return { ...companies, device, fields: { ...fields, ops: () => operations(fields), events: () => events } }
}

const momentsIn = (from: Moment, until: Moment): Arbitrary<unknown> => fc.integer({ min: from, max: until }).map(toIso)
const daysIn = (from: Moment, until: Moment): Arbitrary<unknown> => momentsIn(from, until).map((at) => String(at).slice(0, 10))

/** Usually one of these, so that a request reaches the code it targets. */
const mostly =
  (...values: readonly unknown[]) =>
  (allowed: Arbitrary<unknown>): Arbitrary<unknown> =>
    fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: allowed })

/** Usually a new value, because a repeated operation returns its first response. */
const seldom =
  (...values: readonly unknown[]) =>
  (allowed: Arbitrary<unknown>): Arbitrary<unknown> =>
    fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...values) }, { weight: 8, arbitrary: allowed })

/** Operations of a push: the contract leaves their type open, so that an invalid one does not block the others. */
function operations(fields: Fields): Arbitrary<unknown> {
  const allowed = soundFor(Operation, fields)
  const bodies = ENDPOINTS.flatMap(({ operation, body }) => (operation && body ? [soundFor(body, fields)] : []))
  const meant = fc.tuple(allowed, fc.oneof(...bodies)).map(([operation, body]) => ({ ...Object(operation), body }))
  return fc.array(fc.oneof(meant, brokenOf(meant).filter(isReadable)), { maxLength: 6 })
}
