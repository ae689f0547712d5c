import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Account } from '#contract/account.ts'
import { sealAccount } from '#offline/account-vault.ts'
import { enqueue } from '#offline/outbox.ts'
import { seal, sealedOutboxes, unseal } from '#offline/session.ts'
import type { DeviceStore } from '#offline/store.ts'
import { aDevice } from '../../tests/sync/simulation/a-device.ts'
import { outboxOn } from '../../tests/sync/simulation/memory-store.ts'
import { returnAccount } from './return-account.ts'

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
  await returnAccount(device.store, account)
  expect(outboxOn(disk).entries).toHaveLength(1)
})

/** A store whose app is killed at its n-th step: before or after a transaction. A killed app never continues. */
function killedAt(store: DeviceStore, step: number) {
  let steps = 0
  let die: () => void = () => {}
  const death = new Promise<'killed'>((resolve) => {
    die = () => resolve('killed')
  })
  const pass = async () => {
    if (++steps !== step) return
    die()
    await new Promise<never>(() => {})
  }
  const killed: DeviceStore = {
    ...store,
    write: async (tables, work) => {
      await pass()
      const done = await store.write(tables, work)
      await pass()
      return done
    },
  }
  return { killed, death }
}

test.for([
  { name: 'in one tab', late: false },
  { name: 'while another records', late: true },
])('a kill at any step of sealing $name loses nothing', async ({ late }) => {
  let step = 0
  for (let end = 'killed'; end === 'killed'; ) {
    step++
    const { disk, device } = aDevice()
    const record = (note: string) => enqueue(device, { call: 'writeNote', machineId: 7, body: { note } })
    await record('first')
    await record('second')
    const { killed, death } = killedAt(device.store, step)
    let isRecorded = false
    const store: DeviceStore = {
      ...killed,
      write: async (tables, work) => {
        const done = await killed.write(tables, work)
        if (late && !isRecorded && tables.includes('outbox')) {
          isRecorded = true
          await record('late')
        }
        return done
      },
    }
    end = await Promise.race([death, sealAccount(store, { database, key }, 2, 1_000).then(() => 'sealed')])
    // The session outlived the kill: the next start opens the same database.
    await returnAccount(device.store, account)
    const notes = outboxOn(disk).entries.map(({ body }) => (body as { note: string }).note)
    expect(notes.toSorted(), `killed at step ${step}`).toEqual(isRecorded ? ['first', 'late', 'second'] : ['first', 'second'])
    expect(await sealedOutboxes(), `killed at step ${step}`).toEqual([])
  }
  // Three transactions, or five if the work changes in between, each with a kill before and after it.
  expect(step - 1).toBe(late ? 10 : 6)
})

test('data that cannot be decrypted stays in the vault and blocks no sign-in', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { disk, device } = aDevice()
  await seal({ database: 'torn', of: database, unsent: 1, since: 1_000, content: { iv: new Uint8Array(12), data: new ArrayBuffer(64) } })
  await expect(returnAccount(device.store, account)).resolves.toBeUndefined()
  expect(outboxOn(disk).entries).toEqual([])
  expect(await sealedOutboxes()).toHaveLength(1)
  expect(logged).toHaveBeenCalledOnce()
})
