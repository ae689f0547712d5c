import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { isLong } from '../support/long.ts'
import { seed } from '../support/seed.ts'
import { storm } from './storm.ts'
import { aWorld, type World } from './world.ts'

const REQUESTS = isLong ? 2_000 : 30

let world: World
beforeAll(async () => {
  world = await aWorld()
})
afterAll(() => world.close())

test.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s responds according to the contract, whatever is sent',
  async (_name, endpoint) => {
    const { sound, wrong, ledger } = await storm({ world, endpoint, requests: REQUESTS, seed })
    expect(wrong).toBeNull()
    expect(sound).toBeGreaterThan(0)
    expect(ledger).toMatchObject({ mismatches: [], pointsChecked: expect.any(Number) })
    expect(ledger.pointsChecked).toBeGreaterThan(0)
  },
)
