import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestContext } from '../tests/support/test-context.ts'
import { checkMasterKey } from './check-master-key.ts'

test('another master key on existing data is refused until it is confirmed', async () => {
  const first = await createTestContext()
  const { database } = first
  const other = await createTestContext({ database, masterKey: randomBytes(32) })
  expect(await checkMasterKey(first)).toBeNull()
  expect(await checkMasterKey(first)).toBeNull()
  expect(await checkMasterKey(other)).toEqual({
    wrong: expect.stringMatching(/^This database was used with another MASTER_KEY .+NEW_MASTER_KEY=on/),
  })
  expect(await checkMasterKey({ ...other, settings: { ...other.settings, newMasterKey: true } })).toBeNull()
  expect(await checkMasterKey(other)).toBeNull()
  expect(await checkMasterKey(first)).not.toBeNull()
  await database.close()
})
