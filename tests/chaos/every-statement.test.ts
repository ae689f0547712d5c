import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideReviewItem } from '#contract/reviews.ts'
import { changeVan, handOver } from '#contract/vans.ts'
import { changeWarehouse } from '#contract/warehouse.ts'
import { toIso } from '#domain/time.ts'
import { signedText } from '#domain/vans/hand-over.ts'
import { operations } from '../../server/app.ts'
import { giverKey } from '../../server/features/vans/hand-overs.store.ts'
import { aFailingDatabase, type FailingDatabase, type State } from '../support/failing-database.ts'
import { aMachine, aProduct, type StandingMachine } from '../support/fleet.ts'
import { isLong } from '../support/long.ts'
import { aPhone, type PhoneOperation } from '../support/phone.ts'
import { aClock } from '../support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../support/two-companies.ts'

const clock = aClock()
/** The short form fails every second statement, the last one included, because the operation counts when only that one fails. */
const STRIDE = isLong ? 1 : 2
/** Dozens of steps, each of which starts from a restored database. */
const LONG = 600_000
const PHONE = randomUUID()

let failing: FailingDatabase
let world: TwoCompanies
let snacks: StandingMachine
let coffee: StandingMachine
let cola: number
let chips: number
let beans: number
/** A review item: stock that was in a slot when another product was assigned to it. */
let left: number
let round: number
/** Of the manager, and of the serviceman. */
let vans: [number, number]
let backToBefore: () => Promise<void>

/** An applied operation that can be undone. */
const recorded: PhoneOperation = { call: 'restockSlots', machineId: 0, at: clock.now(), body: null, opId: randomUUID() }

beforeAll(async () => {
  failing = await aFailingDatabase()
  world = await twoCompanies({ database: failing.database, now: clock.now })
  const { ctx, company } = world
  cola = await aProduct(ctx, company)
  chips = await aProduct(ctx, company)
  beans = await aProduct(ctx, company, { packaging: 'INGREDIENT' })
  const slots = ['11', '12', '13'].map((number) => ({ number, product: cola, max: 10, price: 150, quantity: 4 }))
  snacks = await aMachine(ctx, company, { slots })
  coffee = await aMachine(ctx, company, { canisters: [{ product: beans, quantity: 300 }] })
  clock.pass(60_000)
  Object.assign(recorded, {
    machineId: snacks.id,
    at: clock.now(),
    body: [{ productInstallationId: snacks.slot('11').point, quantity: 2 }],
  })
  await aPhone(world.manager.call).push(recorded)
  clock.pass(60_000)
  for (const [sold, since] of [
    [10, 50_000],
    [17, 10_000],
  ] as const)
    await world.manager.call('POST', `/machines/${snacks.id}/audits`, { file: anAudit(sold), readAt: toIso(clock.now() - since) })
  const receive = { type: 'RECEIVE', items: [{ productId: cola, quantity: 20 }] }
  await world.manager.call('POST', '/inventory/changes', receive)
  await world.manager.call('PATCH', `/machines/${snacks.id}/slots`, [{ slotId: snacks.slot('13').slotId, productId: chips }])
  left = (await world.manager.call('GET', '/review-items')).json().data[0].id
  round = (
    await world.manager.call('POST', '/rounds', { date: '2026-03-02', userId: world.manager.id, stops: [{ machineId: snacks.id }] })
  ).json().data.id
  await world.manager.call('POST', `/rounds/${round}/publish`)
  const aVan = async (name: string, driverId: number): Promise<number> =>
    (await world.manager.call('POST', '/vans', { name, driverId })).json().data.id
  vans = [await aVan('Berta', world.manager.id), await aVan('Carla', world.serviceman.id)]
  backToBefore = await failing.remember()
})
afterAll(() => world.close())

/** One example of each operation, with as many special cases as fit in one: above the maximum, below the stock, another product. */
const EXAMPLES: Record<string, () => Pick<PhoneOperation, 'machineId' | 'body'>> = {
  restockSlots: () => ({
    machineId: snacks.id,
    body: [
      { productInstallationId: snacks.slot('11').point, quantity: 30 },
      { productInstallationId: snacks.slot('12').point, quantity: 1, full: true },
    ],
  }),
  restockProducts: () => ({ machineId: snacks.id, body: [{ productId: cola, quantity: 40 }] }),
  changeInventory: () => ({
    machineId: snacks.id,
    body: { type: 'ADJUST', stocks: [{ productInstallationId: snacks.slot('11').point, quantity: 17 }] },
  }),
  changeCoffeeInventory: () => ({ machineId: coffee.id, body: { type: 'LOSS', stocks: [{ productId: beans, quantity: 100 }] } }),
  editSlots: () => ({
    machineId: snacks.id,
    body: [
      { slotId: snacks.slot('11').slotId, productId: chips, maxQuantity: 8, vendPrice: 2 },
      { slotId: snacks.slot('12').slotId, maxQuantity: 3 },
    ],
  }),
  voidOperation: () => ({ machineId: snacks.id, body: { operationId: recorded.opId } }),
  withdrawCash: () => ({ machineId: snacks.id, body: null }),
  writeNote: () => ({ machineId: snacks.id, body: { note: 'The key is at the porter’s' } }),
  reportProblem: () => ({
    machineId: snacks.id,
    body: { cause: 'MOTOR', slotId: snacks.slot('11').slotId, outOfOrder: true, note: 'It hums', photos: [randomUUID()] },
  }),
  proposeProduct: () => ({ machineId: snacks.id, body: { slotId: snacks.slot('11').slotId, productId: chips } }),
  markStop: () => ({ machineId: snacks.id, body: { round, state: 'SKIPPED', reason: 'CLOSED', note: 'Closed today', position: 2 } }),
  markRound: () => ({ machineId: snacks.id, body: { round, state: 'STARTED' } }),
  // Between two other read-outs, one of which loses sales to it.
  recordAudit: () => ({ machineId: snacks.id, body: { file: anAudit(14), readAt: toIso(clock.now() - 30_000) } }),
}

/** Operations of a manager that no push carries: their own path, and no machine. */
const ALONE = [
  {
    name: changeWarehouse.name,
    path: changeWarehouse.path,
    body: () => ({
      type: 'ADJUST',
      note: 'counted',
      items: [
        { productId: cola, quantity: -5 },
        { productId: chips, quantity: 3 },
      ],
    }),
  },
  {
    name: changeVan.name,
    path: changeVan.path,
    body: () => ({ van: vans[0], type: 'LOAD', items: [cola, chips].map((productId) => ({ productId, quantity: 7 })) }),
  },
  {
    name: handOver.name,
    path: handOver.path,
    body: () => {
      const [from, to] = vans
      const handed = { id: randomUUID(), from, to, at: clock.now(), items: [{ productId: cola, quantity: 2 }] }
      const key = giverKey(world.ctx, world.company, from, world.manager.id)
      return { ...handed, signature: createHmac('sha256', key).update(signedText(handed)).digest('base64url') }
    },
  },
  {
    name: decideReviewItem.name,
    path: () => decideReviewItem.path.replace(':id', String(left)),
    body: () => ({ decision: 'TO_WAREHOUSE' }),
  },
] as const

/** A read-out of a machine with this many sales. */
const anAudit = (sold: number) =>
  `DXS*RHV0000000*VA*V0/6*1\r\nST*001*0001\r\nID1*7*LUCE\r\nPA1*11*150\r\nPA2*${sold}*${150 * sold}\r\nSE*5*0001\r\nDXE*1*1\r\n`

const exampleOf = (call: string): PhoneOperation => {
  const example = EXAMPLES[call]
  if (!example) throw new Error(`add an example of ${call} here, so that it is tested too`)
  return { ...example(), call, at: clock.now(), opId: randomUUID() }
}

/** Sends operations and returns which of them the server acknowledged. */
type Send = (sentOperations: readonly PhoneOperation[]) => Promise<(string | undefined)[]>

const phone = () => aPhone(world.manager.call, PHONE)

const byPush: Send = async (sentOperations) => {
  const results = await phone()
    .push(...sentOperations)
    .catch(() => [])
  return results.flatMap(({ opId, status }) => (status === 'applied' ? [opId] : []))
}

/** The plain call of an operation. */
const plainly =
  ({ method, path }: (typeof operations)[number]['endpoint']): Send =>
  async (sentOperations) => {
    const has: (string | undefined)[] = []
    for (const { machineId, body, opId = '' } of sentOperations) {
      const headers = { 'idempotency-key': opId, 'occurred-at': new Date(clock.now()).toISOString() }
      const { statusCode } = await world.manager.call(method, path.replace(':id', String(machineId)), body, headers)
      if (statusCode === 200) has.push(opId)
    }
    return has
  }

/**
 * Fails each step in turn. After a failure, the state must equal a run of only the acknowledged operations; after a resend, each operation
 * must count once. Returns how many operations counted after any of the failures.
 */
async function expectBeforeOrAfter(
  sentOperations: readonly PhoneOperation[],
  send: Send,
  howLong: 'once' | 'from then on' = 'once',
): Promise<Set<number>> {
  const ids = sentOperations.map(({ opId }) => opId)
  const sendAgain = async () => {
    await failing.restartIdentities()
    expect(await send(sentOperations)).toEqual(ids)
    return failing.state()
  }
  await backToBefore()
  const steps = await failing.stepsOf(() => send(sentOperations))
  const undisturbed = new Map<string, { left: State; whole: State }>()
  const whereOnly = async (counting: readonly PhoneOperation[]) => {
    await backToBefore()
    if (counting.length > 0) await send(counting)
    return { left: await failing.state(), whole: await sendAgain() }
  }
  const seen = new Set<number>()
  for (let step = steps; step >= 1; step -= STRIDE) {
    await backToBefore()
    const confirmed = await failing.failingAt(step, () => send(sentOperations), howLong)
    const left = await failing.state()
    const counting = sentOperations.filter(({ opId }) => hasOperation(left, opId))
    seen.add(counting.length)
    expect([step, confirmed.filter((opId) => !counting.some((one) => one.opId === opId))]).toEqual([step, []])
    expect([step, confirmed.length]).not.toEqual([step, sentOperations.length])
    const whole = await sendAgain()

    const key = counting.map(({ opId }) => opId).join()
    const expected = undisturbed.get(key) ?? (await whereOnly(counting))
    undisturbed.set(key, expected)
    expect([step, left]).toEqual([step, expected.left])
    expect([step, whole]).toEqual([step, expected.whole])
  }
  return seen
}

const hasOperation = ({ operations }: State, opId: string | undefined) =>
  operations?.some((row) => typeof row === 'object' && row !== null && 'id' in row && row.id === opId)

test.each(operations.map(({ endpoint }) => endpoint))(
  '$name is atomic, whichever statement fails, and counts once when it is resent',
  async (endpoint) => {
    const seen = await expectBeforeOrAfter([exampleOf(endpoint.name)], plainly(endpoint))
    expect(seen).toEqual(new Set([0, 1]))
  },
  LONG,
)

test.each(ALONE)(
  '$name is atomic, whichever statement fails, and counts once when it is resent',
  async ({ name, path, body }) => {
    const sentOperations: PhoneOperation = { call: name, machineId: 0, at: clock.now(), body: body(), opId: randomUUID() }
    const send: Send = async (all) => {
      const has: (string | undefined)[] = []
      for (const { body: sent, opId = '' } of all) {
        const headers = { 'idempotency-key': opId, 'occurred-at': toIso(clock.now()) }
        const { statusCode } = await world.manager.call('POST', typeof path === 'string' ? path : path(), sent, headers)
        if (statusCode === 200) has.push(opId)
      }
      return has
    }
    expect(await expectBeforeOrAfter([sentOperations], send)).toEqual(new Set([0, 1]))
  },
  LONG,
)

test(
  'each operation of a push is atomic and counts once when it is resent',
  async () => {
    // Consecutive operations share a transaction and are retried one by one if it fails: an unavailable database applies none of them.
    const seen = await expectBeforeOrAfter(
      ['restockSlots', 'changeCoffeeInventory', 'voidOperation'].map(exampleOf),
      byPush,
      'from then on',
    )
    expect(seen).toEqual(new Set([0, 2, 3]))
  },
  LONG,
)
