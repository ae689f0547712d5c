import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MachineId } from '#domain/ids.ts'
import { MINUTE, toIso } from '#domain/time.ts'
import { aMachine } from '../../tests/support/fleet.ts'
import { isLong } from '../../tests/support/long.ts'
import { aClock } from '../../tests/support/test-context.ts'
import { type TwoCompanies, twoCompanies } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../db/client.ts'
import { recordCashCounts } from '../features/telemetry/accounts.store.ts'
import { voidSales } from '../features/telemetry/audit-sales.store.ts'
import { writeSales } from '../features/telemetry/vends.store.ts'
import { rebuildAggregates, staleAggregates } from '../self-check/aggregates.store.ts'
import { storeAllTaken } from './cash-box.store.ts'
import { lockCashBox, recordWithdrawal, voidWithdrawal } from './withdrawals.store.ts'

/** A movement of the cash box in the model of this test. */
type Movement = { id: string; minute: number; kind: 'sale' | 'count' | 'withdrawal'; amount: number; voided: boolean }

const clock = aClock()
let world: TwoCompanies
beforeAll(async () => {
  world = await twoCompanies({ now: clock.now })
})
afterAll(() => world.close())

const momentOf = (minute: number) => clock.now() - 1000 * MINUTE + minute * MINUTE
const within = <T>(work: Parameters<TwoCompanies['ctx']['database']['withTenant']>[1]) =>
  world.ctx.database.withTenant(world.company, work) as Promise<T>

async function write(machine: MachineId, { id, minute, kind, amount }: Movement): Promise<void> {
  const { company } = world
  const at = momentOf(minute)
  await within(async (db) => {
    await lockCashBox(db, company, machine)
    if (kind === 'withdrawal') await recordWithdrawal(db, company, { machine, operation: id, user: world.manager.id, at })
    else if (kind === 'count') {
      const device = { companyId: company, deviceId: 1, imei: '', type: 'TELEMETRY' as const }
      const telling = { device, machine, currency: 'EUR', timezone: 'UTC', receivedAt: clock.now() }
      await recordCashCounts(db, telling, [{ type: 'CASH_BOX', operation: id, at, amount: amount / 100 }])
    } else {
      const sale = { id, at: toIso(at), amount, type: 'CASH', slot: '11', product: null, card: null }
      await writeSales(db, { company, machine, timezone: 'UTC', receivedAt: clock.now() }, [sale], [])
    }
  })
}

async function takeFromLedger(machine: MachineId, { id, kind }: Movement): Promise<void> {
  const { company } = world
  await within(async (db) => {
    await lockCashBox(db, company, machine)
    if (kind === 'withdrawal') await voidWithdrawal(db, company, machine, id)
    else await voidSales(db, { company, machine, timezone: 'UTC', receivedAt: clock.now() }, [id])
  })
}

/** The amount of each valid withdrawal: the count before it plus every sale between them. */
function takenIn(movements: readonly Movement[]): [string, number | null][] {
  const inOrder = movements.filter(({ voided }) => !voided).toSorted((a, b) => a.minute - b.minute || (a.id < b.id ? -1 : 1))
  let lies: number | null = null
  const taken: [string, number | null][] = []
  for (const { id, kind, amount } of inOrder) {
    if (kind === 'withdrawal') taken.push([id, lies])
    if (kind !== 'sale') lies = amount
    else if (lies !== null) lies += amount
  }
  return taken.toSorted()
}

const stored = async (machine: MachineId): Promise<[string, number | null][]> => {
  const rows = await within<{ id: string; taken: number | null }[]>((db) =>
    rowsOf(
      db,
      sql`select operation_id as id, taken_minor::float8 as taken from cash_movements
        where company_id = ${world.company} and machine_id = ${machine} and cause = 'WITHDRAWN' and not voided`,
    ),
  )
  return rows.map(({ id, taken }): [string, number | null] => [id, taken]).toSorted()
}

const movement = fc.record({
  id: fc.uuid({ version: 4 }),
  // Few distinct minutes, so that several movements have the same time.
  minute: fc.integer({ min: 0, max: 12 }),
  kind: fc.constantFrom('sale' as const, 'sale' as const, 'sale' as const, 'count' as const, 'withdrawal' as const),
  amount: fc.integer({ min: 1, max: 900 }),
  isUndone: fc.boolean(),
})

test('stored withdrawal amounts are right in any order of arrival', async () => {
  const { company, ctx } = world
  const histories = fc.array(movement, { minLength: 10, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { id: machine } = await aMachine(ctx, company)
      const known: Movement[] = []
      for (const { isUndone, ...one } of history) {
        const written = { ...one, amount: one.kind === 'withdrawal' ? 0 : one.amount, voided: false }
        await write(machine, written)
        known.push(written)
        expect(await stored(machine)).toEqual(takenIn(known))
        const undone = known.find(({ voided, kind }) => !voided && kind !== 'count')
        if (!isUndone || !undone) continue
        await takeFromLedger(machine, undone)
        undone.voided = true
        expect(await stored(machine)).toEqual(takenIn(known))
      }
      await within(async (db) => {
        await db.execute(
          sql`update cash_movements set taken_minor = -1 where company_id = ${company} and machine_id = ${machine} and not voided`,
        )
        await storeAllTaken(db, company)
      })
      expect(await stored(machine)).toEqual(takenIn(known))
    }),
    { seed: Number(process.env.TEST_SEED ?? 1), numRuns: isLong ? 200 : 8 },
  )
  expect(await within((db) => staleAggregates(db, company, null))).toEqual([])
})

test('self-check finds and corrects a wrong withdrawal amount', async () => {
  const { company, ctx } = world
  const { id: machine } = await aMachine(ctx, company)
  const [first, sale, second] = (['withdrawal', 'sale', 'withdrawal'] as const).map(
    (kind, index): Movement => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      minute: index,
      kind,
      amount: kind === 'sale' ? 250 : 0,
      voided: false,
    }),
  ) as [Movement, Movement, Movement]
  for (const one of [first, sale, second]) await write(machine, one)
  await within((db) =>
    db.execute(sql`update cash_movements set taken_minor = 7 where company_id = ${company} and operation_id = ${second.id}`),
  )
  const stale = { company, machine, of: 'cash' as const }
  expect(await within((db) => staleAggregates(db, company, null))).toEqual([stale])
  await within((db) => rebuildAggregates(db, stale))
  expect(await stored(machine)).toEqual([
    [first.id, null],
    [second.id, 250],
  ])
})
