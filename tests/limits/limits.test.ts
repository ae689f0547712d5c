import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { BATCH } from '#contract/sync.ts'
import { MAX_IN_SLOT, MAX_PRICE } from '#domain/slots/slot.ts'
import { toIso } from '#domain/time.ts'
import { MAX_UNITS } from '#domain/units.ts'
import { aMachine, aProduct, type StandingMachine } from '../support/fleet.ts'
import { anAddress } from '../support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'

let world: TwoCompanies
let machine: StandingMachine
let coffee: StandingMachine
let product: number
let beans: number

beforeAll(async () => {
  world = await twoCompanies()
  const { ctx, company } = world
  product = await aProduct(ctx, company)
  beans = await aProduct(ctx, company, { packaging: 'INGREDIENT' })
  machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10, price: 100, quantity: 5 }] })
  coffee = await aMachine(ctx, company, { canisters: [{ product: beans, max: 5_000, quantity: 5 }] })
})
afterAll(() => world.close())

type Reply = { status: number; code?: string }

async function ask(name: string, { on = machine, query = '', token = '', body, headers = {} }: Ask = {}): Promise<Reply> {
  const endpoint = ENDPOINTS.find((one) => one.name === name)
  if (!endpoint) throw new Error(`unknown call ${name}`)
  const address = endpoint.path.replace(':id', String(on.id)).replace(':token', token)
  const answer = await world.manager.call(endpoint.method, `${address}${query}`, body, headers)
  const { code } = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {}
  return { status: answer.statusCode, ...(code === undefined ? {} : { code }) }
}
type Ask = { on?: StandingMachine; query?: string; token?: string; body?: unknown; headers?: Record<string, string> }

const slot = () => machine.slot('1')
const restock = (quantity: unknown, more: object = {}) =>
  ask('restockSlots', { body: [{ productInstallationId: slot().point, quantity, ...more }] })
const count = (stock: object, more: object = {}) =>
  ask('changeInventory', { body: { type: 'ADJUST', stocks: [{ productInstallationId: slot().point, ...stock }], ...more } })
const edit = (fields: object) => ask('editSlots', { body: [{ slotId: slot().slotId, ...fields }] })
const operation = (opId: string = randomUUID(), more: object = {}) => ({
  opId,
  call: 'restockSlots',
  machineId: machine.id,
  occurredAt: toIso(world.ctx.now()),
  body: [{ productInstallationId: slot().point, quantity: 1 }],
  ...more,
})
/** The result of the single operation of a push, or of the push itself if it was rejected. */
async function pushed(more: object): Promise<Reply> {
  const answer = await world.manager.call('POST', '/sync/push', { deviceId: 'phone', ops: [operation(randomUUID(), more)] })
  const [result] = answer.json().data.results
  return { status: result.status === 'applied' ? 200 : 0, code: result.code }
}
const signIn = async (form: Record<string, string>): Promise<Reply> => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress: anAddress(),
    headers: { authorization: 'Basic d2ViOndlYg==', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: 'nobody', password: 'wrong', ...form }).toString(),
  })
  return { status: answer.statusCode, code: answer.json().error }
}
const sized = (bytes: number, [before, after]: [string, string]) => before + ' '.repeat(bytes - before.length - after.length) + after

const taken = { status: 200 }
const invalid = { status: 422, code: 'INVALID' }
const malformed = { status: 400, code: 'MALFORMED' }
const tooLarge = { status: 413, code: 'TOO_LARGE' }
const rejected = { status: 0, code: 'INVALID' }
const applied = { status: 200, code: null }
const understood = { status: 400, code: 'invalid_grant' }
const notUnderstood = { status: 400, code: 'invalid_request' }
const notFound = { status: 404, code: 'MACHINE_NOT_FOUND' }

/** How a limit is tested with one value, and the expected response to each value. */
type Limit = [what: string, attempt: (value: number) => Promise<Reply>, answers: [value: number, answer: Reply][]]

/** Accepted from the minimum to the maximum, and rejected one step outside. */
const between = (least: number, most: number, refused: Reply, allowed: Reply = taken, step = 1): [number, Reply][] => [
  [least - step, refused],
  [least, allowed],
  [most, allowed],
  [most + step, refused],
]
/** Limits of a length, whose minimum is zero. */
const upTo = (most: number, refused: Reply, allowed: Reply = taken): [number, Reply][] => between(0, most, refused, allowed).slice(1)

const LIMITS: Limit[] = [
  ['quantity of a restock', (quantity) => restock(quantity), between(0, MAX_UNITS, invalid)],
  [
    'quantity of a restock of a product',
    (quantity) => ask('restockProducts', { body: [{ productId: product, quantity }] }),
    between(0, MAX_UNITS, invalid),
  ],
  [
    'decimals of a quantity',
    (quantity) => restock(quantity),
    [
      [1, taken],
      [1.5, invalid],
      [0.001, invalid],
    ],
  ],
  ['maximum that the screen showed', (maximum) => restock(1, { full: true, maximum }), between(0, MAX_UNITS, invalid)],
  ['quantity of a count', (quantity) => count({ quantity }), between(0, MAX_UNITS, invalid)],
  [
    'quantity in a canister',
    (quantity) => ask('changeCoffeeInventory', { on: coffee, body: { type: 'ADJUST', stocks: [{ productId: beans, quantity }] } }),
    between(0, MAX_UNITS, invalid),
  ],
  [
    'quantity that the screen showed',
    (baseQuantity) => count({ quantity: 1, baseQuantity }),
    between(-1_000_000_000, 1_000_000_000, invalid),
  ],
  ['length of a note', (length) => count({ quantity: 1 }, { note: 'x'.repeat(length) }), upTo(2_000, invalid)],
  ['price of a slot', (vendPrice) => edit({ vendPrice }), between(0, MAX_PRICE, invalid, taken, 0.01)],
  [
    'decimals of a price in EUR',
    (vendPrice) => edit({ vendPrice }),
    [
      [0.1, taken],
      [1.99, taken],
      [0.1 + 0.2, taken],
      [1.999, invalid],
      [0.005, invalid],
    ],
  ],
  ['maximum of a slot', (maxQuantity) => edit({ maxQuantity }), between(0, MAX_IN_SLOT, invalid)],
  [
    'decimals of a maximum',
    (maxQuantity) => edit({ maxQuantity }),
    [
      [7, taken],
      [7.5, invalid],
    ],
  ],
  ['maximum that an edit was made on', (maxQuantity) => edit({ maxQuantity: 9, base: { maxQuantity } }), between(0, MAX_UNITS, invalid)],
  [
    'lines of a restock',
    (lines) => ask('restockSlots', { body: Array(lines).fill({ productInstallationId: 999_999, quantity: 1 }) }),
    between(1, 500, invalid, { status: 404, code: 'STOCK_POINT_NOT_FOUND' }),
  ],
  [
    'lines of a count',
    (lines) =>
      ask('changeInventory', { body: { type: 'ADJUST', stocks: Array(lines).fill({ productInstallationId: 999_999, quantity: 1 }) } }),
    between(1, 500, invalid, { status: 404, code: 'STOCK_POINT_NOT_FOUND' }),
  ],
  [
    'slots of an edit',
    (slots) => ask('editSlots', { body: Array.from({ length: slots }, (_, index) => ({ slotId: 900_000 + index })) }),
    between(1, 500, invalid, { status: 404, code: 'SLOT_NOT_FOUND' }),
  ],

  ['size of a page of machines', (size) => ask('listMachines', { query: `?size=${size}` }), between(1, 1_000, malformed)],
  ['size of a page of products', (size) => ask('listProducts', { query: `?size=${size}` }), between(1, 1_000, malformed)],
  ['number of a page', (page) => ask('listMachines', { query: `?page=${page}` }), between(0, 1_000_000, malformed)],
  ['length of a search', (length) => ask('listMachines', { query: `?query=${'x'.repeat(length)}` }), upTo(200, malformed)],
  [
    'a serviceman asked for',
    (serviceman) => ask('listMachines', { query: `?serviceman=${serviceman}` }),
    [
      [0, malformed],
      [1, taken],
      [2 ** 31, taken],
      [999_999_999_999_999, taken],
      [1_000_000_000_000_000, malformed],
    ],
  ],
  ['length of a locale', (length) => ask('exportSlots', { query: `?locale=${'x'.repeat(length)}` }), upTo(20, malformed)],
  [
    'length of a token',
    (length) => ask('machineByToken', { token: 'x'.repeat(length) }),
    [
      [100, notFound],
      [101, { status: 404, code: 'NOT_FOUND' }],
      [2_500, { status: 404, code: 'NOT_FOUND' }],
      [2_501, { status: 404, code: 'NOT_FOUND' }],
    ],
  ],

  ['operations of a push', (ops) => ask('push', { body: { deviceId: 'phone', ops: Array(ops).fill(null) } }), upTo(BATCH, invalid)],
  ['operations asked about', (pending) => ask('pull', { body: { pending: Array(pending).fill(randomUUID()) } }), upTo(10_000, invalid)],
  [
    'length of the name of a device',
    (length) => ask('push', { body: { deviceId: 'x'.repeat(length), ops: [] } }),
    between(1, 100, invalid),
  ],
  [
    'version of the protocol',
    (protocol) => ask('push', { body: { deviceId: 'phone', protocol, ops: [] } }),
    [
      [0, { status: 426, code: 'APP_TOO_OLD' }],
      [1, taken],
      [2, taken],
    ],
  ],
  [
    'length of the name of a call',
    (length) => pushed({ call: 'x'.repeat(length) }),
    [
      [60, { status: 0, code: 'UNKNOWN_CALL' }],
      [61, rejected],
    ],
  ],
  [
    'machine of an operation',
    (machineId) => pushed({ machineId }),
    [
      [0, rejected],
      [0.5, rejected],
      [999_999, { status: 0, code: 'MACHINE_NOT_FOUND' }],
      [Number.MAX_SAFE_INTEGER, { status: 0, code: 'MACHINE_NOT_FOUND' }],
      [2 ** 53, rejected],
    ],
  ],
  [
    'offset of a clock',
    (offset) => pushed({ clock: { offset } }),
    [
      [-1e300, rejected],
      [-2 * 8.64e15, applied],
      [0.5, applied],
      [2 * 8.64e15, applied],
      [1e300, rejected],
    ],
  ],

  [
    'bytes of a body',
    (bytes) => ask('restockSlots', { body: sized(bytes, ['[', ']']), headers: { 'content-type': 'application/json' } }),
    [
      [64 * 1024, invalid],
      [64 * 1024 + 1, tooLarge],
    ],
  ],
  [
    'bytes of a push',
    (bytes) => ask('push', { body: sized(bytes, ['{"deviceId":"phone","ops":[', ']}']), headers: { 'content-type': 'application/json' } }),
    [
      [1024 * 1024, taken],
      [1024 * 1024 + 1, tooLarge],
    ],
  ],
  [
    'depth of a body',
    (depth) => ask('restockSlots', { body: '['.repeat(depth) + ']'.repeat(depth), headers: { 'content-type': 'application/json' } }),
    [
      [32, invalid],
      [33, malformed],
      [30_000, malformed],
    ],
  ],

  ['length of a login', (length) => signIn({ username: 'x'.repeat(length) }), between(1, 200, notUnderstood, understood)],
  ['length of a password', (length) => signIn({ password: 'x'.repeat(length) }), between(1, 200, notUnderstood, understood)],
  ['length of a captcha solution', (length) => signIn({ reCaptchaToken: 'x'.repeat(length) }), upTo(10_000, notUnderstood, understood)],
]

test.each(LIMITS.flatMap(([what, attempt, answers]) => answers.map(([value, answer]) => [what, value, answer, attempt] as const)))(
  '%s: %d',
  async (_what, value, answer, attempt) => expect(await attempt(value)).toEqual(answer),
)

const OCCURRED: [string, Reply][] = [
  ['0000-12-31T23:59:59.999Z', malformed],
  ['0001-01-01T00:00:00.000Z', taken],
  ['1970-01-01T00:00:00.000Z', taken],
  ['9999-12-31T23:59:59.999Z', taken],
  ['9999-12-31T23:59:59.999-14:00', malformed],
  ['2026-02-30T25:00:00.000Z', malformed],
  ['tomorrow', malformed],
]
test.each(OCCURRED)('a date and time: %s', async (moment, answer) => {
  const body = [{ productInstallationId: slot().point, quantity: 1 }]
  expect(await ask('restockSlots', { body, headers: { 'occurred-at': moment } })).toEqual(answer)
  const outcome = answer === taken ? applied : rejected
  expect(await pushed({ occurredAt: moment })).toEqual(outcome)
})
