import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { storm } from './storm.ts'
import { aWorld, type World } from './world.ts'

const REQUESTS = 200
/** Always the same ones here; `npm run fuzz` takes others. */
const SEED = 1

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('%s answers whatever is sent', async (_name, endpoint) => {
  const { sound, wrong, ledger } = await storm({ world, endpoint, requests: REQUESTS, seed: SEED })
  expect(wrong).toBeNull()
  expect(sound).toBeGreaterThan(0)
  expect(ledger).toMatchObject({ unfolded: [], pointsChecked: expect.any(Number) })
  expect(ledger.pointsChecked).toBeGreaterThan(0)
})
