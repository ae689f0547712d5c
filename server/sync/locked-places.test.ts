import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { MINUTE, toIso } from '#domain/time.ts'
import { aDevice, aMachine, aProduct } from '../../tests/support/fleet.ts'
import { aPhone } from '../../tests/support/phone.ts'
import { aClock } from '../../tests/support/test-context.ts'
import { twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { waitingLocks } from '../../tests/support/waiting-locks.ts'
import { rowsOf } from '../db/client.ts'
import { foldedLevels, writeLevels, writeMovements } from '../ledger/ledger.store.ts'
import { pointsById } from '../ledger/stock-points.store.ts'

// On the embedded database transactions run one after another. The other transaction counts later than the one that waits, so that the
// balance contains nothing of the latter.
it.for(['a restock', 'a count', 'a sale'] as const)('%s waits for another transaction on the same place', async (what, { skip }) => {
  const clock = aClock()
  const world = await twoCompaniesOn('postgresql', { now: clock.now, changesStockItself: true })
  if ('missing' in world) return skip(world.missing)
  try {
    const { ctx, company } = world
    const product = await aProduct(ctx, company)
    const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10, price: 150, quantity: 4 }] })
    const device = await aDevice(ctx, company, { machine: machine.id })
    const { point } = machine.slot('1')
    const place = { productInstallationId: point, quantity: 2 }
    clock.pass(MINUTE)
    const at = clock.now()
    clock.pass(MINUTE)
    const operation = { machineId: machine.id, at }
    const send = async (): Promise<unknown> => {
      if (what === 'a restock') return aPhone(world.manager.call).push({ ...operation, call: 'restockSlots', body: [place] })
      if (what === 'a count')
        return aPhone(world.manager.call).push({ ...operation, call: 'changeInventory', body: { type: 'ADJUST', stocks: [place] } })
      const vend = { id: '1', type: 'VEND', at: toIso(at), selection: '1', price: 1.5, method: 'CASH' }
      const url = `/api/telemetry/${device.imei}/events`
      const answer = await world.app.inject({ method: 'POST', url, headers: device.signIn, payload: [vend] })
      return [{ status: answer.statusCode === 200 ? 'applied' : answer.body }]
    }
    let isAnswered = false
    let sent = Promise.resolve<unknown>(null)
    const waits = async () => (await waitingLocks(ctx.database)) > 0 || isAnswered

    await ctx.database.withTenant(company, async (db) => {
      await pointsById(db, company, [point], { locked: true })
      sent = send().finally(() => {
        isAnswered = true
      })
      await expect.poll(waits).toBe(true)
      const count = { point, kind: 'count', quantity: 3_000, cause: 'ADJUST', at: clock.now(), operation: randomUUID(), line: 0 } as const
      await writeMovements(db, company, { movements: [{ ...count, voided: false }], levels: new Map(), refills: [] })
      await writeLevels(db, company, await foldedLevels(db, company, [point]))
    })

    expect(await sent).toMatchObject([{ status: 'applied' }])
    const [level, folded] = await ctx.database.withTenant(company, async (db) => [
      (await pointsById(db, company, [point]))[0]?.level,
      (await foldedLevels(db, company, [point])).get(point),
    ])
    expect(level?.quantity).toBe(3_000)
    expect(level).toEqual(folded)
  } finally {
    await world.close()
  }
})

it('a deleted slot returns what is being restocked at that moment', async ({ skip }) => {
  const clock = aClock()
  const world = await twoCompaniesOn('postgresql', { now: clock.now, changesStockItself: true })
  if ('missing' in world) return skip(world.missing)
  try {
    const { ctx, company } = world
    const product = await aProduct(ctx, company)
    const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10, price: 150, quantity: 0 }] })
    const { point, slotId } = machine.slot('1')
    clock.pass(MINUTE)
    let answered: number | null = null
    let deleted = Promise.resolve()
    const waits = async () => (await waitingLocks(ctx.database)) > 0 || answered !== null

    await ctx.database.withTenant(company, async (db) => {
      await pointsById(db, company, [point], { locked: true })
      const url = `/machines/${machine.id}/slots/${slotId}?stock=WAREHOUSE`
      deleted = world.manager.call('DELETE', url).then(({ statusCode }) => {
        answered = statusCode
      })
      await expect.poll(waits).toBe(true)
      const restock = {
        point,
        kind: 'delta',
        quantity: 5_000,
        cause: 'RESTOCK',
        at: clock.now(),
        operation: randomUUID(),
        line: 0,
      } as const
      await writeMovements(db, company, { movements: [{ ...restock, voided: false }], levels: new Map(), refills: [] })
      await writeLevels(db, company, await foldedLevels(db, company, [point]))
    })

    await deleted
    expect(answered).toBe(200)
    const balances = await ctx.database.withTenant(company, (db) =>
      rowsOf<{ kind: string; balance: number }>(
        db,
        sql`select p.kind, p.balance::float8 as balance from stock_points p where p.company_id = ${company} order by p.kind`,
      ),
    )
    expect(balances).toEqual([
      { kind: 'SLOT', balance: 0 },
      { kind: 'WAREHOUSE', balance: 5_000 },
    ])
  } finally {
    await world.close()
  }
})
