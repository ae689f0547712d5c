import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProducts } from '#contract/products.ts'
import { pull } from '#contract/sync.ts'
import { exposedMoney, moneyIn } from './money.ts'
import { requestsOf, send } from './requests.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

test('only managers receive money, in any response, including pull pages', { timeout: 600_000 }, async () => {
  expect(await exposedMoney(world)).toEqual([])
})

test('a manager receives costs, so that their absence elsewhere is no accident', async () => {
  const { facts, tokens, app, principals } = world
  for (const endpoint of [listProducts, pull])
    for (const asked of requestsOf(endpoint, { facts: facts.ours.assigned, tokens }))
      expect(moneyIn((await send(app, asked, principals.manager.headers)).body)).toEqual(expect.arrayContaining(['lastCost', '76543.21']))
})
