import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Account } from '#contract/account.ts'
import { sealAccount } from '#offline/account-vault.ts'
import { enqueue } from '#offline/outbox.ts'
import { seal, sealedOutboxes, unseal } from '#offline/session.ts'
import { aDevice } from '../../tests/sync/simulation/a-device.ts'
import { outboxOn } from '../../tests/sync/simulation/memory-store.ts'
import { giveBack } from './give-back.ts'

const key = '5a'.repeat(32)
const account = { companyId: 1, userId: 5, sealKey: key } as Account
const database = 'roundsman-1-5'

afterEach(async () => {
  vi.restoreAllMocks()
  for (const { database: name } of await sealedOutboxes()) await unseal(name)
})

test('encrypted data of an unfinished session is restored at the next start', async () => {
  const { disk, device } = aDevice()
  await enqueue(device, { call: 'writeNote', machineId: 7, body: { note: 'locked' } })
  await sealAccount(device.store, { database, key }, 1, 1_000)
  await giveBack(device.store, account)
  expect(outboxOn(disk).entries).toHaveLength(1)
})

test('data that cannot be decrypted stays in the vault and blocks no sign-in', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { disk, device } = aDevice()
  await seal({ database: 'torn', of: database, unsent: 1, since: 1_000, content: { iv: new Uint8Array(12), data: new ArrayBuffer(64) } })
  await expect(giveBack(device.store, account)).resolves.toBeUndefined()
  expect(outboxOn(disk).entries).toEqual([])
  expect(await sealedOutboxes()).toHaveLength(1)
  expect(said).toHaveBeenCalledOnce()
})
