import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { aPhone } from '../../tests/support/phone.ts'
import { twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { rowsOf } from '../db/client.ts'
import { deactivate, lockMachine } from '../features/machines/machines-changes.store.ts'

// On the embedded database transactions run one after another.
describe('findings 1: work that arrives while its machine is being deleted', () => {
  it.for(['restockSlots', 'withdrawCash'] as const)(
    '%s waits for the deletion and is flagged as on a deleted machine',
    async (call, { skip }) => {
      const world = await twoCompaniesOn('postgresql')
      if ('missing' in world) return skip(world.missing)
      try {
        const { ctx, company } = world
        const product = await aProduct(ctx, company)
        const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10, quantity: 4 }] })
        const body = call === 'restockSlots' ? [{ productInstallationId: machine.slot('1').point, quantity: 2 }] : null
        let isAnswered = false
        let pushed = Promise.resolve<unknown>(null)
        const waits = () =>
          ctx.database.asSystem(async (db) => (await rowsOf(db, sql`select 1 from pg_locks where not granted`)).length > 0 || isAnswered)

        await ctx.database.withTenant(company, async (db) => {
          await lockMachine(db, company, machine.id)
          await deactivate(db, company, machine.id, ctx.now())
          pushed = aPhone(world.manager.call)
            .push({ call, machineId: machine.id, at: ctx.now(), body })
            .finally(() => {
              isAnswered = true
            })
          await vi.waitFor(async () => expect(await waits()).toBe(true), 30_000)
        })

        expect(await pushed).toMatchObject([{ status: 'applied', warnings: [{ code: 'MACHINE_GONE' }] }])
        const reviews = await world.manager.call('GET', '/review-items')
        expect(reviews.json().data).toMatchObject([{ kind: 'MACHINE_GONE' }])
      } finally {
        await world.close()
      }
    },
  )
})
