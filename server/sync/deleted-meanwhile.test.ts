import { describe, expect, it } from 'vitest'
import { aMachine, aProduct } from '../../tests/support/fleet.ts'
import { aPhone } from '../../tests/support/phone.ts'
import { twoCompaniesOn } from '../../tests/support/two-companies.ts'
import { waitingLocks } from '../../tests/support/waiting-locks.ts'
import { deactivate, lockMachine } from '../features/machines/machines-changes.store.ts'

// On the embedded database transactions run one after another.
describe('work that arrives while its machine is being deleted', () => {
  it.for(['restockSlots', 'withdrawCash'] as const)(
    '%s waits for the deletion and is flagged as on a deleted machine',
    async (call, { skip }) => {
      const world = await twoCompaniesOn('postgresql', { changesStockItself: true })
      if ('missing' in world) return skip(world.missing)
      try {
        const { ctx, company } = world
        const product = await aProduct(ctx, company)
        const machine = await aMachine(ctx, company, { slots: [{ number: '1', product, max: 10, quantity: 4 }] })
        const body = call === 'restockSlots' ? [{ productInstallationId: machine.slot('1').point, quantity: 2 }] : null
        let isAnswered = false
        let pushed = Promise.resolve<unknown>(null)
        const waits = async () => (await waitingLocks(ctx.database)) > 0 || isAnswered

        await ctx.database.withTenant(company, async (db) => {
          await lockMachine(db, company, machine.id)
          await deactivate(db, company, machine.id, ctx.now())
          pushed = aPhone(world.manager.call)
            .push({ call, machineId: machine.id, at: ctx.now(), body })
            .finally(() => {
              isAnswered = true
            })
          await expect.poll(waits).toBe(true)
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
