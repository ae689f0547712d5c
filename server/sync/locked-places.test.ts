import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { MINUTE } from '#domain/time.ts'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { aClock } from '../../tests/support/house.ts'
import { aPhone } from '../../tests/support/phone.ts'
import { twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../database/database.ts'
import { pointsById } from '../features/stock/stock.store.ts'
import { foldedLevels, writeLevels, writeMovements } from '../ledger/ledger.store.ts'

// The embedded database has one connection: there, one transaction ends before the next begins.
it.for(['restockSlots', 'changeInventory'] as const)('%s waits for another transaction on the same place', async (call, { skip }) => {
  const clock = aClock()
  const world = await twoCompaniesOn('postgresql', { now: clock.now })
  if ('missing' in world) return skip(world.missing)
  try {
    const { house, company } = world
    const product = await aProduct(house, company)
    const machine = await aMachine(house, company, { slots: [{ number: '1', product, max: 10, quantity: 4 }] })
    const { point } = machine.slot('1')
    const place = { productInstallationId: point, quantity: 2 }
    clock.pass(MINUTE)
    const at = clock.now()
    clock.pass(MINUTE)
    let isAnswered = false
    let pushed = Promise.resolve<unknown>(null)
    const waits = () =>
      house.database.asHouse(async (db) => (await rowsOf(db, sql`select 1 from pg_locks where not granted`)).length > 0 || isAnswered)

    await house.database.asCompany(company, async (db) => {
      await pointsById(db, company, [point], { locked: true })
      pushed = aPhone(world.manager.call)
        .push({ call, machineId: machine.id, at, body: call === 'restockSlots' ? [place] : { type: 'ADJUST', stocks: [place] } })
        .finally(() => {
          isAnswered = true
        })
      await vi.waitFor(async () => expect(await waits()).toBe(true), 30_000)
      const sale = { point, kind: 'delta', quantity: -1_000, cause: 'SALE', at: clock.now(), operation: randomUUID(), line: 0 } as const
      await writeMovements(db, company, { movements: [{ ...sale, voided: false }], levels: new Map(), refills: [] })
      await writeLevels(db, company, await foldedLevels(db, company, [point]))
    })

    expect(await pushed).toMatchObject([{ status: 'applied' }])
    const [level, folded] = await house.database.asCompany(company, async (db) => [
      (await pointsById(db, company, [point]))[0]?.level,
      (await foldedLevels(db, company, [point])).get(point),
    ])
    expect(level?.quantity).toBe(call === 'restockSlots' ? 5_000 : 1_000)
    expect(level).toEqual(folded)
  } finally {
    await world.close()
  }
})
