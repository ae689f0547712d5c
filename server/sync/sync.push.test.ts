import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '#contract/sync.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct, assign, type StandingMachine, unassign } from '../../tests/support/fleet.ts'
import { aPhone, operationOf, type PhoneOperation } from '../../tests/support/phone.ts'
import { aClock, createTestApp } from '../../tests/support/test-context.ts'
import { callerWith, type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { randomFrom } from '../../tests/sync/simulation/random.ts'
import { rowsOf } from '../db/client.ts'
import { type LoadShedder, NO_LOAD_SHEDDING } from '../http/load-shedding.ts'
import { purgeRefusedJob } from './purge-refused.job.ts'
import { MAX_REFUSED } from './refused.store.ts'

let world: TwoCompanies
let machine: StandingMachine
let crisps: number
let cola: number
const clock = aClock()

beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
  crisps = await aProduct(world.ctx, world.company, { name: 'Salted crisps' })
  cola = await aProduct(world.ctx, world.company, { name: 'Cola', packaging: 'CAN' })
})
afterAll(() => world.close())

/** A new machine, set up an hour ago. */
beforeEach(async () => {
  clock.pass(SECOND)
  const anHourAgo = { database: world.ctx.database, now: () => clock.now() - HOUR }
  machine = await aMachine(anHourAgo, world.company, { slots: [{ number: '1', product: crisps, max: 10, quantity: 4 }] })
  await assign(anHourAgo, world.company, machine.id, world.serviceman.id)
})

const phone = (person = world.serviceman) => aPhone(person.call)
const point = () => machine.slot('1').point

const restock = (quantity: number, at = clock.now(), full = false) => ({
  call: 'restockSlots',
  machineId: machine.id,
  at,
  body: [{ productInstallationId: point(), quantity, ...(full ? { full } : {}) }],
  opId: randomUUID(),
})
const change = (type: string, quantity: number, baseQuantity: number, at = clock.now()) => ({
  call: 'changeInventory',
  machineId: machine.id,
  at,
  body: { type, stocks: [{ productInstallationId: point(), quantity, baseQuantity }] },
  opId: randomUUID(),
})
const undo = (opId: string) => ({ call: 'voidOperation', machineId: machine.id, at: clock.now(), body: { operationId: opId } })

const Stocks = v.object({ stocks: v.array(v.object({ added: v.nullable(v.number()), currentQuantity: v.number() })) })

const codesOf = (result: Result | undefined) => result?.warnings?.map(({ code }) => code) ?? []

/** The balance of the ledger, in whole pieces. */
async function stockOf(id: number): Promise<number> {
  const [row] = await world.ctx.database.withTenant(world.company, (db) =>
    rowsOf<{ balance: number }>(db, sql`select balance::float8 / 1000 as balance from stock_points where id = ${id}`),
  )
  return row?.balance ?? Number.NaN
}

async function count(what: 'movements' | 'review_items', operation: string): Promise<number> {
  const table = what === 'movements' ? sql`movements` : sql`review_items`
  const [row] = await world.ctx.database.withTenant(world.company, (db) =>
    rowsOf<{ count: number }>(db, sql`select count(*)::int as count from ${table} where operation_id = ${operation}`),
  )
  return row?.count ?? Number.NaN
}

describe('pushed operation', () => {
  it('counts once when fifty concurrent requests contain it', async () => {
    const recorded = restock(3)
    const answers = await Promise.all(Array.from({ length: 50 }, () => phone().push(recorded)))
    expect(answers.flat().every(({ status }) => status === 'applied')).toBe(true)
    expect(await count('movements', recorded.opId)).toBe(1)
    expect(await stockOf(point())).toBe(7)
  })

  it('counts once across a push and a plain call with the same key', async () => {
    const recorded = restock(2)
    await phone().push(recorded)
    const plain = await world.serviceman.call('POST', `/machines/${machine.id}/slots/restock`, recorded.body, {
      'idempotency-key': recorded.opId,
      'occurred-at': toIso(recorded.at),
    })
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['idempotency-replayed']).toBe('true')
    expect(await stockOf(point())).toBe(6)
  })

  it('is refused under a key that was used for another operation', async () => {
    const recorded = restock(2)
    await phone().push(recorded)
    const [again] = await phone().push({ ...restock(5), opId: recorded.opId })
    expect(again).toMatchObject({ status: 'rejected', code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await stockOf(point())).toBe(6)
  })

  it('stores its note', async () => {
    const recorded = {
      ...change('LOSS', 3, 4),
      body: { type: 'LOSS', note: 'A pane was broken', stocks: [{ productInstallationId: point(), quantity: 3, baseQuantity: 4 }] },
    }
    await phone().push(recorded)
    const [row] = await world.ctx.database.withTenant(world.company, (db) =>
      rowsOf<{ payload: { note: string } }>(db, sql`select payload from operations where id = ${recorded.opId}`),
    )
    expect(row?.payload.note).toBe('A pane was broken')
  })

  it('is independent of invalid, unknown or refused neighbours', async () => {
    const good = restock(1)
    const unreadable = { nonsense: true }
    const answer = await world.serviceman.call('POST', '/sync/push', {
      deviceId: 'phone',
      ops: [
        unreadable,
        operationOf({ ...restock(1), call: 'paintTheMachine' }),
        operationOf({ ...restock(1), body: [{ productInstallationId: 999_999, quantity: 1 }] }),
        operationOf({ ...restock(1), machineId: 999_999 }),
        operationOf(good),
      ],
    })
    const { results } = answer.json<{ data: { results: Result[] } }>().data
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      'INVALID',
      'UNKNOWN_CALL',
      'STOCK_POINT_NOT_FOUND',
      'MACHINE_NOT_FOUND',
      'applied',
    ])
    expect(await stockOf(point())).toBe(5)
  })

  it('an operation of a later version stays on the phone until the upgrade', async () => {
    const [call, field, envelope, good] = [
      { ...restock(1), call: 'paintTheDoor' },
      { ...restock(1), body: [{ productInstallationId: point(), quantity: 1, colour: 'red' }] },
      { ...operationOf(restock(1)), colour: 'red' },
      restock(1),
    ]
    const resultsOf = async (app: string) => {
      const ops = [operationOf(call), operationOf(field), envelope, operationOf(good)]
      const answer = await callerWith(world.app, world.serviceman.signIn)('POST', '/sync/push', { deviceId: 'phone', app, ops })
      return answer.json<{ data: { results: Result[] } }>().data.results.map(({ status }) => status)
    }
    const later = world.ctx.settings.version.replace(/\d+$/, '999')
    expect(await resultsOf(later)).toEqual(['retry', 'retry', 'retry', 'applied'])
    const ids = [call.opId, field.opId, envelope.opId]
    const stored = () => rowsOf(world.ctx.database.owner, sql`select from operations where id = any(${`{${ids.join(',')}}`}::uuid[])`)
    expect(await stored()).toHaveLength(0)
    expect(await resultsOf(world.ctx.settings.version)).toEqual(['rejected', 'rejected', 'rejected', 'applied'])
    expect(await resultsOf('0.0.1')).toEqual(['rejected', 'rejected', 'rejected', 'applied'])
  })

  it('hostile use: 250 invalid operations take two transactions and store 20 excerpts for 30 days', async () => {
    const { database } = world.ctx
    const ops = Array.from({ length: 250 }, () =>
      operationOf({ ...restock(1), call: 'paintTheMachine', body: { words: 'x'.repeat(3_000) } }),
    )
    let transactions = 0
    const withTenant: typeof database.withTenant = (...of) => {
      transactions++
      return database.withTenant(...of)
    }
    let slots = 0
    const gate: LoadShedder = {
      ...NO_LOAD_SHEDDING,
      through: (_rank, work) => {
        slots++
        return work()
      },
    }
    const app = await createTestApp({ ...world.ctx, database: { ...database, withTenant } }, { gate })
    const push = () => callerWith(app, world.serviceman.signIn)('POST', '/sync/push', { deviceId: 'phone', ops })
    const { results } = (await push()).json<{ data: { results: Result[] } }>().data
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set(['UNKNOWN_CALL']))
    expect(results).toHaveLength(250)
    expect(transactions).toBe(2)
    // To parse, to validate, and for each transaction.
    expect(slots).toBe(4)
    const kept = () =>
      rowsOf<{ size: number }>(
        database.owner,
        sql`select length(payload::text) as size from operations where call = 'paintTheMachine' and status = 'rejected'`,
      )
    expect((await kept()).length).toBeLessThanOrEqual(21)
    expect(await kept()).not.toHaveLength(0)
    for (const { size } of await kept()) expect(size).toBeLessThan(600)
    await app.close()
    const ctx = { ...world.ctx, log: world.app.log }
    await purgeRefusedJob.run({ ...ctx, now: () => world.ctx.now() + 30 * DAY })
    expect(await kept()).not.toHaveLength(0)
    await purgeRefusedJob.run({ ...ctx, now: () => world.ctx.now() + 31 * DAY })
    expect(await kept()).toHaveLength(0)
  })

  it('an excerpt of a refused body ends with a whole character', async () => {
    const cut = { words: `${'x'.repeat(489)}🥤` }
    expect(JSON.stringify(cut).slice(0, 500)).toMatch(/[\uD800-\uDBFF]$/)
    const results = await phone().push({ ...restock(1), call: 'paintTheMachine', body: cut })
    expect(results.map(({ status, code }) => [status, code])).toEqual([['rejected', 'UNKNOWN_CALL']])
  })

  it('hostile use: past the quota of a company, refusals are returned and not stored', async () => {
    const { owner } = world.ctx.database
    await owner.execute(sql`
      insert into operations (company_id, id, call, user_id, body_hash, occurred_at, effective_at, received_at, status, code)
      select ${world.company}, gen_random_uuid(), 'filler', 1, '', now(), now(), now(), 'rejected', 'INVALID' from generate_series(1, ${MAX_REFUSED})`)
    const recorded = { ...restock(1), call: 'paintTheMachine' }
    expect((await phone().push(recorded)).map(({ code }) => code)).toEqual(['UNKNOWN_CALL'])
    expect(await rowsOf(owner, sql`select from operations where id = ${recorded.opId}`)).toHaveLength(0)
    expect((await phone().push(restock(1))).map(({ status }) => status)).toEqual(['applied'])
    await owner.execute(sql`delete from operations where call = 'filler'`)
  })

  it('succeeds beside one that the database rejects', async () => {
    const { owner } = world.ctx.database
    await owner.execute(sql`alter table movements add constraint not_thirteen check (quantity <> 13000) not valid`)
    const results = await phone().push(restock(1), restock(13), restock(2))
    await owner.execute(sql`alter table movements drop constraint not_thirteen`)
    expect(results.map(({ status }) => status)).toEqual(['applied', 'retry', 'applied'])
    expect(await stockOf(point())).toBe(7)
  })

  it('sent twice in one push counts once and gets two results', async () => {
    const recorded = restock(3)
    const results = await phone().push(restock(1), recorded, recorded)
    expect(results.map(({ opId, status }) => [opId, status]).slice(1)).toEqual([
      [recorded.opId, 'applied'],
      [recorded.opId, 'applied'],
    ])
    expect(await stockOf(point())).toBe(8)
  })

  it('has the same result in a push of a hundred as alone', async () => {
    const random = randomFrom('together')
    const aTwin = () =>
      aMachine({ database: world.ctx.database, now: () => clock.now() - HOUR }, world.company, {
        slots: ['1', '2', '3'].map((number) => ({ number, product: number === '3' ? cola : crisps, max: 10, quantity: 4 })),
      })
    const [together, apart] = [await aTwin(), await aTwin()]
    const undone = Array.from({ length: 5 }, () => randomUUID())
    const says = Array.from({ length: 100 }, (_, index) => {
      const quantity = random.between(0, 9)
      const number = random.pick(['1', '2', '3'])
      const full = random.chance(0.2)
      const kind = random.pick(['slot', 'product', 'ADJUST', 'SOLD'])
      // No two at the same time, because their order would then depend on their ids.
      const at = clock.now() - random.between(0, 1800) * SECOND - index
      const opId = index < undone.length ? undone[index] : randomUUID()
      return (of: StandingMachine): PhoneOperation => {
        const place = { productInstallationId: of.slot(number).point, quantity }
        const recorded = {
          machineId: of.id,
          at,
          opId: of === together ? opId : opId?.replace(/^./, (digit) => (digit === 'f' ? 'e' : 'f')),
        }
        if (kind === 'slot') return { ...recorded, call: 'restockSlots', body: [{ ...place, full }] }
        if (kind === 'product')
          return { ...recorded, call: 'restockProducts', body: [{ productId: number === '3' ? cola : crisps, quantity, full }] }
        return { ...recorded, call: 'changeInventory', body: { type: kind, stocks: [place] } }
      }
    })
    const sender = phone(world.manager)
    for (const of of [together, apart])
      for (const say of says.slice(0, undone.length)) {
        const { opId } = say(of)
        await sender.push({ call: 'voidOperation', machineId: of.id, at: clock.now(), body: { operationId: opId } })
      }
    const atOnce = await sender.push(...says.map((say) => say(together)))
    const sequentially: Result[] = []
    for (const say of says) sequentially.push(...(await sender.push(say(apart))))

    const outcomesOf = (results: readonly Result[]) =>
      results.map(({ status, warnings, result }) => ({
        status,
        warnings: warnings?.map(({ code, slotNumber }) => [code, slotNumber]),
        quantities: v.parse(Stocks, result).stocks.map(({ added, currentQuantity }) => [added, currentQuantity]),
      }))
    expect(outcomesOf(atOnce)).toEqual(outcomesOf(sequentially))
    expect(atOnce.every(({ status }) => status === 'applied')).toBe(true)
    for (const number of ['1', '2', '3']) expect(await stockOf(together.slot(number).point)).toBe(await stockOf(apart.slot(number).point))
  })

  it('that was refused is refused again with the same message and stored', async () => {
    const recorded = { ...restock(1), body: [{ productInstallationId: 999_999, quantity: 1 }] }
    const [first] = await phone().push(recorded)
    const [second] = await phone().push(recorded)
    expect(second).toEqual(first)
    const [row] = await world.ctx.database.withTenant(world.company, (db) =>
      rowsOf<{ payload: unknown }>(db, sql`select payload from operations where id = ${recorded.opId}`),
    )
    expect(row?.payload).toEqual(recorded.body)
  })

  it('never counts in another company, regardless of the sender', async () => {
    const [theirs] = await phone(world.rival).push(restock(5))
    expect(theirs).toMatchObject({ status: 'rejected', code: 'MACHINE_NOT_FOUND' })
    const posing = await world.rival.call('POST', '/sync/push', {
      deviceId: 'x',
      userId: world.serviceman.id,
      ops: [operationOf(restock(5))],
    })
    expect([posing.statusCode, posing.json().code]).toEqual([409, 'WRONG_ACCOUNT'])
    expect(await stockOf(point())).toBe(4)
  })
})

describe('stock follows the time of operations', () => {
  it('in any order of arrival', async () => {
    const now = clock.now()
    await phone().push(restock(2, now - 10 * MINUTE), change('ADJUST', 5, 4, now - 30 * MINUTE), restock(1, now - 40 * MINUTE))
    expect(await stockOf(point())).toBe(7)
  })

  it('full is the maximum that the screen showed, not a later one', async () => {
    const [result] = await phone().push({
      ...restock(6),
      body: [{ productInstallationId: point(), quantity: 6, full: true, maximum: 8 }],
    })
    expect(result?.status).toBe('applied')
    expect(await stockOf(point())).toBe(8)
  })

  it('full corrects what an outdated screen did not show', async () => {
    await phone(world.manager).push(change('LOSS', 2, 4, clock.now() - 1))
    await phone().push(restock(6, clock.now(), true))
    expect(await stockOf(point())).toBe(10)
  })

  it('sold and lost are relative to the shown stock, and add up', async () => {
    await phone().push(change('SOLD', 3, 4), change('LOSS', 2, 4))
    expect(await stockOf(point())).toBe(1)
  })

  it('sold beyond the shown stock is stored as a count, with a warning', async () => {
    const [result] = await phone().push(change('SOLD', 9, 4))
    expect(codesOf(result)).toContain('TREATED_AS_ADJUSTMENT')
    expect(await stockOf(point())).toBe(9)
  })

  it('time of a clock that is ahead counts as now and is flagged', async () => {
    const [result] = await phone().push(restock(1, clock.now() + 3 * HOUR))
    expect(codesOf(result)).toContain('DOUBTFUL_CLOCK')
    await phone().push(change('ADJUST', 2, 5, clock.now() + 1))
    clock.pass(MINUTE)
    await phone().push(change('ADJUST', 3, 5))
    expect(await stockOf(point())).toBe(3)
  })

  it('operation that is weeks late is accepted and flagged', async () => {
    const [result] = await phone().push(restock(1, clock.now() - 21 * DAY))
    expect(codesOf(result)).toEqual(['LATE'])
    expect(await stockOf(point())).toBe(4)
  })
})

describe('doubtful operation is applied and creates a review item', () => {
  it('over the maximum', async () => {
    const recorded = restock(9)
    const [result] = await phone().push(recorded)
    expect(codesOf(result)).toEqual(['OVER_MAXIMUM'])
    expect(await count('review_items', recorded.opId)).toBe(1)
    expect(await stockOf(point())).toBe(13)
  })

  it('below zero', async () => {
    const [result] = await phone().push(change('SOLD', 0, 4), change('SOLD', 0, 4))
    expect(codesOf(result)).toEqual([])
    expect(await stockOf(point())).toBe(-4)
    const [below] = await phone().push(change('LOSS', 3, 4))
    expect(codesOf(below)).toEqual(['BELOW_ZERO'])
  })

  it('for a product that has left the slot, where it counts for that product', async () => {
    const old = point()
    const [edited] = await phone(world.manager).push({
      call: 'editSlots',
      machineId: machine.id,
      at: clock.now(),
      body: [{ slotId: machine.slot('1').slotId, productId: cola }],
    })
    expect(edited?.status).toBe('applied')
    const recorded = restock(3)
    const [result] = await phone().push(recorded)
    expect(result?.warnings).toMatchObject([{ code: 'CLOSED_INSTALLATION', productInstallationId: old }])
    expect(await count('review_items', recorded.opId)).toBe(1)
    expect(await stockOf(old)).toBe(7)
    const [page] = await aPhone(world.manager.call).pullAll()
    const stocks = page?.changes.inventory.find(({ machineId }) => machineId === machine.id)?.stocks
    expect(stocks?.map(({ productId, balance }) => [productId, balance])).toEqual([[cola, 0]])
  })

  it('on a machine that was unassigned in the meantime', async () => {
    const recorded = restock(1)
    clock.pass(MINUTE)
    await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
    const [result] = await phone().push(recorded)
    expect(codesOf(result)).toEqual(['NOT_ASSIGNED'])
    expect(await stockOf(point())).toBe(5)
  })

  it('undone before it arrived, it requests no review', async () => {
    const recorded = restock(1)
    clock.pass(MINUTE)
    await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
    const unseen = async () => (await world.manager.call('GET', '/notifications')).json().data.length
    const before = await unseen()
    await phone(world.manager).push(undo(recorded.opId))
    const [result] = await phone().push(recorded)
    expect(result).toMatchObject({ status: 'applied', warnings: [{ code: 'NOT_ASSIGNED' }] })
    expect([await stockOf(point()), await count('review_items', recorded.opId), await unseen()]).toEqual([4, 0, before])
  })

  it('operation after the unassignment is refused and stored', async () => {
    await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
    const at = () => ({ machineId: machine.id, at: clock.now() })
    const live = [
      restock(1),
      change('ADJUST', 9, 4),
      { ...at(), call: 'writeNote', body: { note: 'Mind the step' } },
      { ...at(), call: 'withdrawCash', body: null },
    ]
    const results = await phone().push(...live)
    expect(results.map(({ status, code }) => [status, code])).toEqual(live.map(() => ['rejected', 'MACHINE_NOT_FOUND']))
    expect(await stockOf(point())).toBe(4)
    const plain = await world.serviceman.call('POST', `/machines/${machine.id}/slots/restock`, restock(1).body)
    expect(plain.json()).toMatchObject({ status: 404, code: 'MACHINE_NOT_FOUND' })
  })

  it('with an uncertain time, the machine may still have been assigned', async () => {
    const since = clock.now()
    clock.pass(MINUTE)
    await unassign(world.ctx, world.company, machine.id, world.serviceman.id)
    clock.pass(MINUTE)
    const [result] = await phone().push({ ...restock(1), since })
    expect(codesOf(result)).toEqual(['DOUBTFUL_CLOCK', 'NOT_ASSIGNED'])
  })

  it('on a machine that was deleted in the meantime', async () => {
    const recorded = restock(2)
    clock.pass(MINUTE)
    expect((await world.manager.call('DELETE', `/machines/${machine.id}`)).statusCode).toBe(200)
    clock.pass(MINUTE)
    const [result, note, cash] = await phone().push(
      recorded,
      { call: 'writeNote', machineId: machine.id, at: recorded.at, body: { note: 'Door open' } },
      { call: 'withdrawCash', machineId: machine.id, at: recorded.at, body: null },
    )
    expect([result, note, cash].map(codesOf)).toEqual([['MACHINE_GONE'], ['MACHINE_GONE'], ['MACHINE_GONE']])
    expect(await stockOf(point())).toBe(6)
    expect(await count('review_items', recorded.opId)).toBe(1)
  })

  it('but slot edits require a current assignment', async () => {
    const [result] = await phone().push({
      call: 'editSlots',
      machineId: machine.id,
      at: clock.now(),
      body: [{ slotId: machine.slot('1').slotId, maxQuantity: 3 }],
    })
    expect(result).toMatchObject({ status: 'rejected', code: 'FORBIDDEN' })
  })

  it('operations of a disabled user are rejected and stored', async () => {
    const disable = (enabled: boolean) =>
      world.ctx.database.asSystem((db) => db.execute(sql`update users set enabled = ${enabled} where id = ${world.serviceman.id}`))
    const recorded = restock(1)
    await disable(false)
    const [result] = await phone().push(recorded)
    await disable(true)
    expect(result).toMatchObject({ status: 'rejected', code: 'USER_DISABLED' })
    const [row] = await world.ctx.database.withTenant(world.company, (db) =>
      rowsOf<{ payload: unknown }>(db, sql`select payload from operations where id = ${recorded.opId}`),
    )
    expect(row?.payload).toEqual(recorded.body)
    expect(await stockOf(point())).toBe(4)
  })
})

describe('undo', () => {
  it('reverses the operation', async () => {
    const recorded = restock(5)
    await phone().push(recorded)
    await phone().push(undo(recorded.opId))
    expect(await stockOf(point())).toBe(4)
  })

  it('of a count restores the movements before it', async () => {
    const counted = change('ADJUST', 9, 4, clock.now() - 5)
    await phone().push(restock(2, clock.now() - 10), counted, restock(1))
    expect(await stockOf(point())).toBe(10)
    await phone().push(undo(counted.opId))
    expect(await stockOf(point())).toBe(7)
  })

  it('may arrive before its operation, and twice', async () => {
    const recorded = restock(5)
    await phone().push(undo(recorded.opId), undo(recorded.opId))
    const [late] = await phone().push(recorded)
    expect(late?.status).toBe('applied')
    expect(await stockOf(point())).toBe(4)
  })

  it('at the same time as its operation has the same result', async () => {
    const pairs = Array.from({ length: 8 }, () => restock(1))
    await Promise.all(pairs.flatMap((recorded) => [phone().push(recorded), phone().push(undo(recorded.opId))]))
    expect(await stockOf(point())).toBe(4)
  })

  it("of another user's operation requires a manager", async () => {
    const recorded = restock(5)
    await phone(world.manager).push(recorded)
    const [refused] = await phone().push(undo(recorded.opId))
    expect(refused).toMatchObject({ status: 'rejected', code: 'OPERATION_NOT_FOUND' })
    expect(await stockOf(point())).toBe(9)
  })

  it('of a sale is refused because a sale is not an operation', async () => {
    const device = await aDevice(world.ctx, world.company, { machine: machine.id })
    const sold = { id: randomUUID(), type: 'VEND', selection: '1', price: 1.5, method: 'CASH', at: toIso(clock.now()) }
    await callerWith(world.app, device.signIn)('POST', `/telemetry/${device.imei}/events`, [sold])
    const [sale] = await rowsOf<{ id: string }>(world.ctx.database.owner, sql`select id from transactions where machine_id = ${machine.id}`)
    expect(await stockOf(point())).toBe(3)
    const [refused] = await phone(world.manager).push(undo(sale?.id ?? ''))
    expect(refused).toMatchObject({ status: 'rejected', code: 'OPERATION_NOT_FOUND' })
    expect(await stockOf(point())).toBe(3)
  })
})

describe('operations of a released app', () => {
  it('still apply with their original fields', async () => {
    const results = await phone().push(
      restock(1),
      { ...change('ADJUST', 3, 4), body: { type: 'ADJUST', stocks: [{ productInstallationId: point(), quantity: 3 }] } },
      { ...restock(0), call: 'restockProducts', body: [{ productId: crisps, quantity: 1 }] },
    )
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
  })
})
