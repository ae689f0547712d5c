import { expect, test } from 'vitest'
import { DAY, MINUTE, toIso } from '#domain/time.ts'
import { createTestContext } from '../tests/support/test-context.ts'
import { clockWarning } from './clock.ts'
import { claimJob } from './jobs/jobs.store.ts'

test('clock behind the last use of the database is reported at the start', async () => {
  const { database, now } = await createTestContext()
  const used = now()
  const at = (time: number) => clockWarning({ database, now: () => time })
  await database.asSystem((db) => db.execute('delete from jobs'))
  expect(await at(used)).toBeNull()
  await database.asSystem((db) => claimJob(db, 'counting', used, MINUTE))
  expect([await at(used + DAY), await at(used - MINUTE)]).toEqual([null, null])
  expect(await at(used - 400 * DAY)).toContain(`shows ${toIso(used - 400 * DAY)}, but the database was in use at ${toIso(used)}`)
  await database.close()
})
