import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Decision, ReviewItem } from '#contract/reviews.ts'
import { DAY, HOUR, MINUTE, type Moment, toIso } from '#domain/time.ts'
import { aMachine, aProduct, assign, type StandingMachine, setInService, unassign } from '../../../tests/support/fleet.ts'
import { aPhone, type PhoneOperation } from '../../../tests/support/phone.ts'
import { findPostgres } from '../../../tests/support/postgres.ts'
import { aClock, signedIn } from '../../../tests/support/test-context.ts'
import { type Caller, callerWith, type TwoCompanies, twoCompaniesOn } from '../../../tests/support/two-companies.ts'
import { rowsOf } from '../../db/client.ts'
import { selfCheck } from '../../self-check/self-check.job.ts'

const clock = aClock()

describe.each(['embedded', ...(findPostgres() ? ['postgresql' as const] : [])] as const)('review items, on the database %s', (kind) => {
  let world: TwoCompanies
  let cola: number
  let water: number
  let beans: number
  let machine: StandingMachine
  let coffee: StandingMachine
  let manager: Caller
  let serviceman: Caller

  beforeAll(async () => {
    const opened = await twoCompaniesOn(kind, { now: clock.now })
    if ('missing' in opened) throw new Error(opened.missing)
    world = opened
    cola = await aProduct(world.ctx, world.company, { name: 'Cola' })
    water = await aProduct(world.ctx, world.company, { name: 'Water' })
    beans = await aProduct(world.ctx, world.company, { name: 'Beans', packaging: 'INGREDIENT' })
  })
  afterAll(() => world.close())

  beforeEach(async () => {
    clock.pass(HOUR)
    // Each test starts without open items.
    await world.ctx.database.owner.execute(
      sql`update review_items set decided_at = now(), decided_by = 0, decision = 'KEEP' where decided_at is null`,
    )
    const slots = [
      { number: '11', product: cola, max: 10, price: 150, quantity: 4 },
      { number: '12', product: cola, max: 10, price: 150, quantity: 4 },
    ]
    machine = await aMachine(world.ctx, world.company, { slots })
    coffee = await aMachine(world.ctx, world.company, { canisters: [{ product: beans, max: 1000, quantity: 100 }] })
    await assign(world.ctx, world.company, machine.id, world.serviceman.id)
    await assign(world.ctx, world.company, coffee.id, world.serviceman.id)
    clock.pass(1000)
    manager = callerWith(world.app, await signedIn(world.app, 'manager'))
    serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
  })

  type Sent = { by?: Caller; when?: Moment; key?: string; full?: boolean }
  const post = async (of: StandingMachine, path: string, body: unknown, { by = serviceman, when, key = randomUUID() }: Sent = {}) => {
    // Ensures that no two events have the same timestamp.
    clock.pass(1000)
    const headers = { 'idempotency-key': key, 'occurred-at': toIso(when ?? clock.now()) }
    const answer = await by('POST', `/machines/${of.id}${path}`, body, headers)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const restock = (quantity: number, sent: Sent = {}) =>
    post(machine, '/slots/restock', [{ productInstallationId: machine.slot('12').point, quantity, full: sent.full }], sent)
  const allItemsOf = async (call: Caller = manager): Promise<ReviewItem[]> => (await call('GET', '/review-items')).json().data
  /** Excludes items for stock left by slot edits, which have their own tests. */
  const itemsOf = async (call: Caller = manager) => (await allItemsOf(call)).filter(({ place }) => (place?.remains ?? null) === null)
  const theItem = async (): Promise<ReviewItem> => {
    const [item, ...others] = await itemsOf()
    expect(others).toEqual([])
    if (!item) throw new Error('no open review item')
    return item
  }
  const decide = (id: number, decision: Decision, more: { quantity?: number; by?: Caller; key?: string } = {}) =>
    (more.by ?? manager)(
      'POST',
      `/review-items/${id}/decision`,
      { decision, quantity: more.quantity },
      { 'idempotency-key': more.key ?? randomUUID() },
    )
  const decided = async (decision: Decision, quantity?: number) => {
    clock.pass(1000)
    const answer = await decide((await theItem()).id, decision, { ...(quantity === undefined ? {} : { quantity }) })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await itemsOf()).toEqual([])
    return answer.json().data
  }
  const rows = <Row>(statement: ReturnType<typeof sql>) => rowsOf<Row>(world.ctx.database.owner, statement)
  const balanceOf = async (point: number) =>
    ((await rows<{ balance: number }>(sql`select balance::float8 as balance from stock_points where id = ${point}`))[0]?.balance ?? 0) /
    1000
  const inSlot = async () =>
    (
      await rows<{ point: number }>(
        sql`select id::float8 as point from stock_points where slot_id = ${machine.slot('12').slotId} and removed_at is null`,
      )
    )[0]?.point ?? 0
  const ofWarehouse = async (product: number) =>
    (
      await rows<{ point: number }>(
        sql`select id::float8 as point from stock_points where company_id = ${world.company} and product_id = ${product} and kind = 'WAREHOUSE'`,
      )
    )[0]?.point ?? 0
  const swapSlot = () => post(machine, '/slots', [{ slotId: machine.slot('12').slotId, productId: water }], { by: editing })
  /** Slot edits use PATCH. */
  const editing: Caller = (_method, url, body, headers) => manager('PATCH', url, body, headers)
  const allFold = async () => expect((await selfCheck(world.ctx)).mismatches).toEqual([])

  describe('restock of a replaced product', () => {
    const atClosed = async (quantity = 5) => {
      const when = clock.now()
      clock.pass(10_000)
      await swapSlot()
      clock.pass(10_000)
      await restock(quantity, { when })
    }

    test('is listed with user, product, slot, time and current product', async () => {
      await atClosed()
      expect(await theItem()).toMatchObject({
        kind: 'CLOSED_INSTALLATION',
        choices: ['TO_SLOT', 'TO_WAREHOUSE', 'WRITE_OFF', 'UNDO'],
        machine: { id: machine.id },
        operation: {
          call: 'restockSlots',
          user: { id: world.serviceman.id, name: 'Ada Nowak' },
          changes: [{ amount: 5, slotNumber: '12' }],
        },
        place: { slotNumber: '12', product: { name: 'Cola' }, moved: 5, counted: null, now: { name: 'Water' } },
      })
    })

    test('can be assigned to the current product', async () => {
      await atClosed()
      await decided('TO_SLOT')
      expect([await balanceOf(machine.slot('12').point), await balanceOf(await inSlot())]).toEqual([4, 5])
      await allFold()
    })

    test('assigned to the current product is covered by a later count', async () => {
      await atClosed()
      await post(machine, '/inventory', { type: 'ADJUST', stocks: [{ productInstallationId: await inSlot(), quantity: 3 }] })
      await decided('TO_SLOT')
      expect(await balanceOf(await inSlot())).toBe(3)
      await allFold()
    })

    test('can be moved to the warehouse, even if it never came from there', async () => {
      await atClosed()
      await decided('TO_WAREHOUSE')
      expect([await balanceOf(machine.slot('12').point), await balanceOf(await ofWarehouse(cola))]).toEqual([4, 5])
      await atAnother()
      await decided('TO_WAREHOUSE')
      expect(await balanceOf(await ofWarehouse(cola))).toBe(7)
      await allFold()
    })
    const atAnother = async () => {
      machine = await aMachine(world.ctx, world.company, { slots: [{ number: '12', product: cola, max: 10, quantity: 4 }] })
      await assign(world.ctx, world.company, machine.id, world.serviceman.id)
      await atClosed(2)
    }

    test('can be written off', async () => {
      await atClosed()
      await decided('WRITE_OFF')
      expect([await balanceOf(machine.slot('12').point), await balanceOf(await inSlot())]).toEqual([4, 0])
      await allFold()
    })

    test('can be undone', async () => {
      await atClosed()
      const item = await theItem()
      await decided('UNDO')
      expect(await balanceOf(machine.slot('12').point)).toBe(4)
      expect(await rows(sql`select from voids where operation_id = ${item.operation.id}`)).toHaveLength(1)
      await allFold()
    })

    test('offers no other slot if the slot is empty', async () => {
      await post(machine, '/slots', [{ slotId: machine.slot('12').slotId, productId: null }], { by: editing })
      await restock(5)
      expect((await theItem()).choices).toEqual(['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO'])
    })

    test('with a count applies the count to the current product', async () => {
      const when = clock.now()
      clock.pass(10_000)
      await swapSlot()
      clock.pass(10_000)
      await post(
        machine,
        '/inventory',
        { type: 'ADJUST', stocks: [{ productInstallationId: machine.slot('12').point, quantity: 7 }] },
        { when },
      )
      expect((await theItem()).place).toMatchObject({ moved: 0, counted: 7 })
      await decided('TO_SLOT')
      expect([await balanceOf(machine.slot('12').point), await balanceOf(await inSlot())]).toEqual([0, 7])
      await allFold()
    })
  })

  describe('stock left in a reassigned slot', () => {
    const theRest = async (): Promise<ReviewItem> => {
      const [item, ...others] = await allItemsOf()
      expect(others).toEqual([])
      if (!item) throw new Error('no open review item')
      return item
    }
    const settleBy = async (decision: Decision) => {
      clock.pass(1000)
      expect((await decide((await theRest()).id, decision)).statusCode).toBe(200)
      expect(await allItemsOf()).toEqual([])
      await allFold()
    }

    test('lists the remainder with the choices warehouse, loss, or current product', async () => {
      const before = await balanceOf(await ofWarehouse(cola))
      await swapSlot()
      expect(await theRest()).toMatchObject({
        kind: 'CLOSED_INSTALLATION',
        choices: ['TO_WAREHOUSE', 'WRITE_OFF', 'TO_SLOT'],
        operation: { call: 'editSlots' },
        place: { slotNumber: '12', product: { name: 'Cola' }, remains: 4, now: { name: 'Water' } },
      })
      await settleBy('TO_WAREHOUSE')
      expect([await balanceOf(machine.slot('12').point), (await balanceOf(await ofWarehouse(cola))) - before]).toEqual([0, 4])
    })

    test('can be written off', async () => {
      await swapSlot()
      await settleBy('WRITE_OFF')
      expect([await balanceOf(machine.slot('12').point), await balanceOf(await inSlot())]).toEqual([0, 0])
    })

    test('can be assigned to the current product', async () => {
      await swapSlot()
      await settleBy('TO_SLOT')
      expect([await balanceOf(machine.slot('12').point), await balanceOf(await inSlot())]).toEqual([0, 4])
    })

    test('creates no item for an empty slot or a price change', async () => {
      await post(machine, '/slots', [{ slotId: machine.slot('12').slotId, vendPrice: 2, maxQuantity: 9 }], { by: editing })
      expect(await allItemsOf()).toEqual([])
      await post(machine, '/inventory', { type: 'ADJUST', stocks: [{ productInstallationId: machine.slot('12').point, quantity: 0 }] })
      await swapSlot()
      expect(await allItemsOf()).toEqual([])
    })

    test('ignores a late restock but includes a late count', async () => {
      const when = clock.now()
      clock.pass(10_000)
      await swapSlot()
      await restock(3, { when })
      expect((await allItemsOf()).map(({ place }) => [place?.remains, place?.moved])).toEqual([
        [4, 0],
        [null, 3],
      ])
      const stocks = [{ productInstallationId: machine.slot('12').point, quantity: 6 }]
      await post(machine, '/inventory', { type: 'ADJUST', stocks }, { when: when + 5_000 })
      expect((await allItemsOf()).map(({ place }) => [place?.remains, place?.moved, place?.counted])).toEqual([
        [null, 3, null],
        [null, 0, 6],
      ])
    })
  })

  describe('stock above maximum', () => {
    test('can be kept', async () => {
      await restock(8)
      expect(await theItem()).toMatchObject({
        kind: 'OVER_MAXIMUM',
        choices: ['KEEP', 'SET_MAXIMUM', 'COUNT'],
        place: { currentQuantity: 12, maxQuantity: 10 },
      })
      await decided('KEEP')
      expect(await balanceOf(machine.slot('12').point)).toBe(12)
    })

    test('after several restocks is one item, also on the first screen', async () => {
      await restock(8)
      await restock(1)
      await restock(1)
      expect(await theItem()).toMatchObject({ kind: 'OVER_MAXIMUM', place: { currentQuantity: 14 } })
      const { toReview } = (await manager('GET', '/dashboard/today')).json().data
      expect(toReview).toBe(1)
      await decided('KEEP')
      expect(await allItemsOf()).toEqual([])
    })

    test('can become the new maximum', async () => {
      await restock(8)
      await decided('SET_MAXIMUM')
      const [slot] = await rows<{ max: number }>(sql`select max_quantity::float8 as max from slots where id = ${machine.slot('12').slotId}`)
      expect(slot?.max).toBe(12)
    })

    test('can be counted again', async () => {
      await restock(8)
      await decided('COUNT', 9)
      expect(await balanceOf(machine.slot('12').point)).toBe(9)
      await allFold()
    })

    test('of an ingredient cannot change a slot maximum', async () => {
      await post(coffee, '/products/restock', [{ productId: beans, quantity: 950 }])
      expect((await theItem()).choices).toEqual(['KEEP', 'COUNT'])
      await decided('COUNT', 1000)
      expect(await balanceOf(coffee.canister(beans))).toBe(1000)
    })

    test('closes automatically once enough is removed', async () => {
      await restock(8)
      const { id } = await theItem()
      await post(machine, '/inventory', { type: 'ADJUST', stocks: [{ productInstallationId: machine.slot('12').point, quantity: 9 }] })
      expect(await itemsOf()).toEqual([])
      expect((await decide(id, 'KEEP')).json()).toMatchObject({ status: 409, code: 'ALREADY_DECIDED' })
    })
  })

  test('negative stock can be counted or kept', async () => {
    const lost = { type: 'LOSS', stocks: [{ productInstallationId: machine.slot('12').point, quantity: 0, baseQuantity: 9 }] }
    await post(machine, '/inventory', lost)
    expect(await theItem()).toMatchObject({ kind: 'BELOW_ZERO', choices: ['COUNT', 'KEEP'], place: { currentQuantity: -5, moved: -9 } })
    expect((await decide((await theItem()).id, 'COUNT')).json()).toMatchObject({ status: 422, code: 'INVALID' })
    await decided('COUNT', 2)
    expect(await balanceOf(machine.slot('12').point)).toBe(2)
    await allFold()
  })

  test('impossible timestamp can be kept or undone', async () => {
    const tomorrow = clock.now() + DAY
    await restock(2, { when: tomorrow })
    expect(await theItem()).toMatchObject({
      kind: 'DOUBTFUL_CLOCK',
      choices: ['KEEP', 'UNDO'],
      place: null,
      operation: { said: toIso(tomorrow), at: toIso(clock.now()) },
    })
    await decided('UNDO')
    expect(await balanceOf(machine.slot('12').point)).toBe(4)
  })

  describe('phone with a changed clock', () => {
    const phone = () => aPhone(serviceman)
    const recorded = (quantity: number, more: Partial<PhoneOperation> = {}): PhoneOperation => ({
      call: 'restockSlots',
      machineId: machine.id,
      at: clock.now(),
      body: [{ productInstallationId: machine.slot('12').point, quantity }],
      ...more,
    })
    const count = () =>
      post(
        machine,
        '/inventory',
        { type: 'ADJUST', stocks: [{ productInstallationId: machine.slot('12').point, quantity: 3 }] },
        { by: manager },
      )

    test('creates no item if the time was corrected or has no effect', async () => {
      const since = clock.now()
      await phone().push(recorded(1, { offset: 3 * HOUR }), recorded(1, { offset: -3 * HOUR }), recorded(1, { since }))
      expect(await itemsOf()).toEqual([])
    })

    test('creates one item a day and keeps all operations together', async () => {
      const since = clock.now()
      clock.pass(5 * MINUTE)
      const own = phone()
      await own.push(recorded(1, { since }), recorded(1, { since }), recorded(1, { since }), recorded(1, { since }))
      await count()
      expect(await itemsOf()).toEqual([])
      // A count in between that arrives later.
      await post(
        machine,
        '/inventory',
        { type: 'ADJUST', stocks: [{ productInstallationId: machine.slot('12').point, quantity: 3 }] },
        { by: manager, when: since + MINUTE },
      )
      expect(await theItem()).toMatchObject({ kind: 'DOUBTFUL_CLOCK', operation: { others: 3 } })
      await decided('KEEP')
    })

    test('has one item for a day of the company, over midnight in UTC', async () => {
      clock.pass(DAY - (clock.now() % DAY) - 5 * MINUTE)
      manager = callerWith(world.app, await signedIn(world.app, 'manager'))
      serviceman = callerWith(world.app, await signedIn(world.app, 'serviceman'))
      const since = clock.now()
      clock.pass(MINUTE)
      await count()
      const own = phone()
      await own.push(recorded(1, { since }))
      clock.pass(10 * MINUTE)
      await own.push(recorded(1, { since }))
      expect(await theItem()).toMatchObject({ kind: 'DOUBTFUL_CLOCK', operation: { others: 1 } })
    })

    test('has a separate item per phone, and a new one after an undo', async () => {
      const since = clock.now()
      clock.pass(MINUTE)
      await count()
      clock.pass(MINUTE)
      await phone().push(recorded(1, { since }), recorded(1, { since }))
      await phone().push(recorded(1, { since }))
      const items = await itemsOf()
      expect(items.map(({ operation }) => operation.others)).toEqual([1, 0])
      await decide(items[0]?.id ?? 0, 'UNDO')
      expect((await itemsOf()).map(({ operation }) => operation.others).toSorted()).toEqual([0, 0])
    })
  })

  describe('work on a deleted machine', () => {
    const whileDeleted = async (work: () => Promise<unknown>) => {
      clock.pass(1000)
      expect((await manager('DELETE', `/machines/${machine.id}`)).statusCode).toBe(200)
      clock.pass(1000)
      await work()
    }

    test('is shown to managers with history; stock can be returned or written off', async () => {
      const when = clock.now()
      await whileDeleted(() => restock(2, { when }))
      const item = await theItem()
      expect(item).toMatchObject({
        kind: 'MACHINE_GONE',
        choices: ['TO_WAREHOUSE', 'WRITE_OFF', 'UNDO'],
        machine: { id: machine.id, inService: false },
        place: { slotNumber: '12', moved: 2 },
      })
      const history = await manager('GET', `/stock-points/${machine.slot('12').point}/movements`)
      expect(history.json().data).toEqual(expect.arrayContaining([expect.objectContaining({ cause: 'RESTOCK', quantity: 2 })]))
      const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
      expect((await rival('GET', `/stock-points/${machine.slot('12').point}/movements`)).statusCode).toBe(404)
      const before = await balanceOf(await ofWarehouse(cola))
      await decided('TO_WAREHOUSE')
      expect(await balanceOf(await ofWarehouse(cola))).toBe(before + 2)
      await allFold()
    })

    test('with cash can be kept or undone', async () => {
      const when = clock.now()
      await whileDeleted(() => post(machine, '/cash-withdraws', undefined, { when }))
      expect(await theItem()).toMatchObject({
        kind: 'MACHINE_GONE',
        choices: ['KEEP', 'UNDO'],
        operation: { call: 'withdrawCash' },
        place: null,
      })
      await decided('KEEP')
    })

    test('closes automatically when the machine is reactivated', async () => {
      const when = clock.now()
      await whileDeleted(() => restock(2, { when }))
      await setInService(world.ctx, world.company, true, [machine.id])
      expect(await itemsOf()).toEqual([])
    })
  })

  describe('work on an unassigned machine', () => {
    let before: Moment
    beforeEach(async () => {
      before = clock.now()
      clock.pass(1000)
      await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
    })

    test('can assign the machine again', async () => {
      await restock(2, { when: before })
      expect(await theItem()).toMatchObject({ kind: 'NOT_ASSIGNED', choices: ['KEEP', 'ASSIGN', 'UNDO'] })
      await decided('ASSIGN')
      expect((await serviceman('GET', `/machines/${machine.id}`)).statusCode).toBe(200)
      const [assigned] = (await manager('GET', `/activity?machine=${machine.id}&types=SERVICEMAN_ASSIGNED`)).json().data
      expect(assigned).toMatchObject({ user: { id: world.manager.id }, details: { serviceman: 'Ada Nowak' } })
    })

    test('closes automatically when the machine is assigned again', async () => {
      await restock(2, { when: before })
      await assign(world.ctx, world.company, machine.id, world.serviceman.id)
      expect(await itemsOf()).toEqual([])
    })
  })

  test('item closes when its author undoes the operation', async () => {
    const key = randomUUID()
    await restock(8, { key })
    await post(machine, '/voids', { operationId: key })
    expect(await itemsOf()).toEqual([])
  })

  describe('decision', () => {
    test('is made once; the second user gets the first decision', async () => {
      await restock(8)
      const { id } = await theItem()
      const answers = await Promise.all(
        (['COUNT', 'COUNT', 'KEEP', 'SET_MAXIMUM'] as const).map((decision, index) => decide(id, decision, { quantity: 20 + index })),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
      const second = answers.find(({ statusCode }) => statusCode === 409)
      expect(second?.json()).toMatchObject({
        code: 'ALREADY_DECIDED',
        detail: 'Ada Nowak already decided this.',
        details: { name: 'Ada Nowak' },
      })
      const moved = await rows(sql`select from movements m join operations o on o.id = m.operation_id and o.call = 'decideReviewItem'
        where m.stock_point_id = ${machine.slot('12').point}`)
      expect(moved.length).toBeLessThanOrEqual(1)
      const [item] = await rows<{ by: number; at: string }>(
        sql`select decided_by as by, decided_at as at from review_items where id = ${id}`,
      )
      expect(item).toMatchObject({ by: world.manager.id, at: expect.anything() })
      await allFold()
    })

    test('with the same key is replayed; a different body is rejected', async () => {
      await restock(8)
      const { id } = await theItem()
      const key = randomUUID()
      const [first, again] = [await decide(id, 'COUNT', { quantity: 9, key }), await decide(id, 'COUNT', { quantity: 9, key })]
      expect([first.statusCode, again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true'])
      expect(again.json()).toEqual(first.json())
      expect((await decide(id, 'KEEP', { key })).json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    })

    test('must be one of the offered choices', async () => {
      await restock(8)
      const { id } = await theItem()
      expect((await decide(id, 'ASSIGN')).json()).toMatchObject({ status: 422, code: 'DECISION_UNFIT' })
      expect((await decide(id, 'NONSENSE' as Decision)).statusCode).toBe(422)
      expect(await itemsOf()).toHaveLength(1)
    })

    test('is limited to managers of the company', async () => {
      await restock(8)
      const { id } = await theItem()
      const rival = callerWith(world.app, await signedIn(world.app, 'rival'))
      expect(await itemsOf(rival)).toEqual([])
      expect((await serviceman('GET', '/review-items')).statusCode).toBe(403)
      expect((await decide(id, 'KEEP', { by: serviceman })).statusCode).toBe(403)
      expect((await decide(id, 'KEEP', { by: rival })).json()).toMatchObject({ status: 404, code: 'REVIEW_ITEM_NOT_FOUND' })
      expect((await world.anonymous('GET', '/review-items')).statusCode).toBe(401)
      expect(await itemsOf()).toHaveLength(1)
    })
  })
})
