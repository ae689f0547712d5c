import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfCheck } from '../../server/jobs/self-check.ts'
import { aClock, aCompany, aHouse, anApp, aUser, type TestHouse } from '../support/house.ts'
import { addressOf } from '../support/live-stream.ts'
import { livePast } from './run.ts'

const clock = aClock(Date.parse('2026-03-05T14:20:00.000Z'))
let house: TestHouse
let app: Awaited<ReturnType<typeof anApp>>

beforeAll(async () => {
  house = await aHouse({ now: clock.now })
  app = await anApp(house)
  await aUser(house, await aCompany(house), { login: 'manager', authorities: ['ROLE_DEVICE_MANAGER'] })
})
afterAll(async () => {
  await app.close()
  await house.database.close()
})

const live = async (seed: string) =>
  livePast(
    { url: await addressOf(app), username: 'manager', password: 'correct horse', machines: 3, seed, now: clock.now, say: () => {} },
    1.25,
    null,
  )

test('what three machines told in thirty hours, late, twice, out of order and by wrong clocks, is shown to the piece and the cent', async () => {
  const { sales, outages, differences } = await live('4')
  expect(differences).toEqual([])
  expect(await selfCheck(house)).toMatchObject({ unfolded: [], astray: [] })
  expect(sales).toBeGreaterThan(60)
  // Where nothing broke, nothing came late.
  expect(new Set(outages)).toEqual(new Set(['STOPPED', 'NOT_CONNECTED']))
})
