import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignIds } from './foreign-ids.ts'
import { failedGuards } from './further-guards.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

test('a foreign id gives the same response as a missing one, in every field', { timeout: 600_000 }, async () => {
  const { wrong, tried } = await foreignIds(world)
  expect(wrong).toEqual([])
  expect(tried).toEqual(
    expect.arrayContaining([
      'getMachine by rivalManager, params.id',
      'machineByToken by employee, params.token',
      'restockSlots by manager, body.0.productInstallationId',
      'push editSlots by rivalManager, body.ops.0.body.0.base.productId',
      'push restockSlots by rivalEmployee, body.ops.0.opId',
      'pull by rivalManager, body.pending.0',
      'listMachines by rivalManager, query.serviceman',
    ]),
  )
})

test('guards without an endpoint policy hold', async () => {
  expect(await failedGuards(world)).toEqual([])
})
