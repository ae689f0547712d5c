import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import type { Operation } from '#contract/sync.ts'
import { HOUR } from '#domain/time.ts'
import { restoreAccount, sealAccount } from '#offline/account-vault.ts'
import { discard, edit, enqueue } from '#offline/outbox.ts'
import { push } from '#offline/push.ts'
import type { TableName } from '#offline/records.ts'
import { seal, sealedOutboxes, unseal } from '#offline/session.ts'
import { writeMeta } from '#offline/store.ts'
import type { SyncCalls } from '#offline/sync-calls.ts'
import { aDevice } from './simulation/a-device.ts'
import { type Disk, outboxOn, rowsOn } from './simulation/memory-store.ts'

const jonas = { database: 'roundsman-1-5', key: '5a'.repeat(32) }
const CANARIES = Array.from({ length: 50 }, (_, index) => `canary-${index}-of-jonas`)

afterEach(async () => {
  for (const { database } of await sealedOutboxes()) await unseal(database)
})

/** The phone of a user with fifty operations, some of them sent, and a draft. */
async function aFullPhone() {
  const { disk, device } = aDevice()
  for (const note of CANARIES.slice(0, 40))
    await enqueue(device, { call: 'changeInventory', machineId: 7, body: { type: 'ADJUST', note, stocks: [] } })
  await device.store.write(['journal', 'drafts', 'machines', 'meta', 'responses'], async (work) => {
    const [sent] = outboxOn(disk).entries
    if (!sent) throw new Error('nothing was stored')
    await work.put(
      'journal',
      CANARIES.slice(40, 48).map((note) => ({ ...sent, opId: note, body: { note }, state: 'processed' as const, endedAt: 1 })),
    )
    await work.put('drafts', [{ key: 'note/7', opId: 'draft', typed: { note: CANARIES[48] }, left: null, savedAt: 1 }])
    await work.put('machines', [{ id: 7, name: CANARIES[49] } as never])
    await work.put('responses', [{ key: 'figures', role: 'ROLE_MANAGER', storedAt: 1, query: { data: CANARIES[49] } }])
    await writeMeta(work, 'cursor', 'somewhere')
  })
  return { disk, device }
}

const TABLES = [
  'machines',
  'slots',
  'inventory',
  'products',
  'outbox',
  'batches',
  'journal',
  'drafts',
  'meta',
  'responses',
] as const satisfies TableName[]

/** All readable data of a phone, including encrypted rows. */
async function readable(disk: Disk): Promise<string> {
  const sealed = (await sealedOutboxes()).map(({ content, ...note }) => [
    note,
    content ? Buffer.from(content.data).toString('latin1') : null,
  ])
  return JSON.stringify([TABLES.map((table) => rowsOn(disk, table)), sealed])
}

const found = (text: string) => CANARIES.filter((canary) => text.includes(canary))

test('data of a signed-out user is unreadable and restored at the next sign-in', async () => {
  const { disk, device } = await aFullPhone()
  expect(found(await readable(disk))).toHaveLength(50)
  const before = outboxOn(disk)

  await sealAccount(device.store, jonas, 40, 1_000)
  expect(found(await readable(disk))).toEqual([])
  expect(await sealedOutboxes()).toMatchObject([{ unsent: 40, since: 1_000 }])

  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk)).toEqual(before)
  expect(rowsOn(disk, 'journal')).toHaveLength(8)
  expect(rowsOn(disk, 'drafts')).toHaveLength(1)
  expect(rowsOn(disk, 'meta').find(({ key }) => key === 'cursor')).toMatchObject({ value: null })
  expect(await sealedOutboxes()).toEqual([])
})

test('operations recorded during locking are locked too', async () => {
  const { disk, device } = await aFullPhone()
  let isFirst = true
  const store: typeof device.store = {
    ...device.store,
    write: async (tables, work) => {
      const rows = await device.store.write(tables, work)
      const isRead = isFirst && tables.includes('outbox')
      if (isRead) isFirst = false
      if (isRead) await enqueue(device, { call: 'changeInventory', machineId: 7, body: { type: 'ADJUST', note: 'late', stocks: [] } })
      return rows
    },
  }
  await sealAccount(store, jonas, 40, 1_000)
  expect(await readable(disk)).not.toContain('late')
  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk).entries).toHaveLength(41)
})

test('operations recorded after a retried clear are locked in their own copy', async () => {
  const { disk, device } = await aFullPhone()
  let isFirst = true
  // The database handle closes once the transaction has committed: the store retries, and meanwhile something is recorded.
  const store: typeof device.store = {
    ...device.store,
    write: async (tables, work) => {
      const done = await device.store.write(tables, work)
      if (!isFirst || done !== true) return done
      isFirst = false
      await enqueue(device, { call: 'changeInventory', machineId: 7, body: { type: 'ADJUST', note: 'late', stocks: [] } })
      return device.store.write(tables, work)
    },
  }
  await sealAccount(store, jonas, 40, 1_000)
  expect(await readable(disk)).not.toContain('late')
  expect((await sealedOutboxes()).map(({ unsent }) => unsent).toSorted()).toEqual([1, 40])
  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk).entries).toHaveLength(41)
})

test('if two tabs lock at once, the copy read last is kept', async () => {
  const { device } = await aFullPhone()
  let isFirst = true
  const store: typeof device.store = {
    ...device.store,
    write: async (tables, work) => {
      const done = await device.store.write(tables, work)
      if (!isFirst || !tables.includes('outbox')) return done
      isFirst = false
      // This tab has read what it locks. The other one reads later, and clears.
      await enqueue(device, { call: 'changeInventory', machineId: 7, body: { type: 'ADJUST', note: 'late', stocks: [] } })
      await sealAccount(device.store, jonas, 41, 1_000)
      return done
    },
  }
  await sealAccount(store, jonas, 40, 1_000)
  expect(await sealedOutboxes()).toMatchObject([{ unsent: 41, order: 2 }])
})

test('a wrong key decrypts nothing and loses nothing', async () => {
  const { disk, device } = await aFullPhone()
  await sealAccount(device.store, jonas, 40, 1_000)
  await expect(restoreAccount(device.store, { ...jonas, key: '00'.repeat(32) })).rejects.toThrow()
  await restoreAccount(device.store, { database: 'roundsman-1-6', key: jonas.key })
  expect(outboxOn(disk).entries).toEqual([])
  // Signed out again meanwhile: both copies are pending.
  await enqueue(device, { call: 'changeInventory', machineId: 7, body: { type: 'ADJUST', note: 'second', stocks: [] } })
  await sealAccount(device.store, jonas, 1, 2_000)
  expect(await sealedOutboxes()).toHaveLength(2)
  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk).entries).toHaveLength(41)
})

/** A locked copy that was restored but not deleted, because the app ended in between. */
async function restoredButNotDeleted() {
  const phone = await aFullPhone()
  await sealAccount(phone.device.store, jonas, 40, 1_000)
  const [sealed] = await sealedOutboxes()
  await restoreAccount(phone.device.store, jonas)
  if (sealed) await seal(sealed)
  return phone
}

test('an operation discarded since its restore is not restored again', async () => {
  const { disk, device } = await restoredButNotDeleted()
  for (const { opId } of outboxOn(disk).entries) await discard(device, opId)
  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk).entries).toEqual([])
  expect(rowsOn(disk, 'journal').filter(({ state }) => state === 'discarded')).toHaveLength(40)
  expect(await sealedOutboxes()).toEqual([])
})

test('an operation edited since its restore keeps the edit', async () => {
  const { disk, device } = await restoredButNotDeleted()
  const [first] = outboxOn(disk).entries
  await edit(device, first?.opId ?? '', 'changed')
  await device.store.write(['drafts'], (work) =>
    work.put('drafts', [{ key: 'note/7', opId: 'draft', typed: { note: 'newer' }, left: null, savedAt: 2 }]),
  )
  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk).entries).toHaveLength(40)
  expect(outboxOn(disk).entries[0]?.body).toBe('changed')
  expect(rowsOn(disk, 'drafts')).toMatchObject([{ typed: { note: 'newer' } }])
})

test('restored work counts before work recorded and sent meanwhile', async () => {
  const { disk, device } = aDevice()
  const work = { call: 'changeInventory', machineId: 7, body: { type: 'ADJUST', stocks: [] } } as const
  await enqueue(device, work)
  await sealAccount(device.store, jonas, 1, 1_000)
  const clock = { ...device, now: () => device.now() + HOUR, steady: () => ({ run: 'the next', at: device.now() + HOUR }) }
  await enqueue(clock, work)
  const sent: Operation[] = []
  const calls: SyncCalls = {
    ask: async () => ({ state: 'answered', value: null }),
    push: async (ops) => {
      sent.push(...ops)
      const results = ops.map(({ opId }) => ({ opId, status: 'applied' as const, warnings: [] }))
      return { state: 'answered', value: { epoch: 'one', serverTime: new Date(0).toISOString(), results } }
    },
    pull: async () => ({ state: 'signed-out' }),
  }
  await push(clock, calls)
  await restoreAccount(device.store, jonas)
  await push(clock, calls)
  expect(outboxOn(disk).entries.map(({ order }) => order)).toEqual([1, 2])
  const [later, earlier] = sent.map(({ occurredAt }) => Date.parse(occurredAt))
  expect((later ?? 0) - (earlier ?? 0)).toBe(HOUR)
})

test('the newest of two locked copies decides the state of an operation', async () => {
  const { disk, device } = await restoredButNotDeleted()
  const [first] = outboxOn(disk).entries
  await discard(device, first?.opId ?? '')
  await sealAccount(device.store, jonas, 39, 2_000)
  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk).entries).toHaveLength(39)
})

test('a damaged copy does not affect the others', async () => {
  const { disk, device } = await aFullPhone()
  await sealAccount(device.store, jonas, 40, 1_000)
  await seal({ database: `${jonas.database} 2000`, of: jonas.database, unsent: 1, since: 2_000, content: torn() })
  await expect(restoreAccount(device.store, jonas)).rejects.toThrow()
  expect(outboxOn(disk).entries).toHaveLength(40)
  expect(await sealedOutboxes()).toMatchObject([{ since: 2_000 }])
})

const torn = () => ({ iv: new Uint8Array(12), data: new ArrayBuffer(64) })

test('operations acknowledged before a server restore are resent after the unlock', async () => {
  const { disk, device } = await aFullPhone()
  const epochIs = (epoch: string) => device.store.write(['meta'], (work) => writeMeta(work, 'epoch', epoch))
  await epochIs('before the restore')
  await sealAccount(device.store, jonas, 40, 1_000)
  await epochIs('after the restore')
  await restoreAccount(device.store, jonas)
  expect(rowsOn(disk, 'meta').find(({ key }) => key === 'epoch')?.value).toBe('')
})

test('without a key the copy stays in place', async () => {
  const { disk, device } = await aFullPhone()
  await sealAccount(device.store, { ...jonas, key: null }, 40, 1_000)
  expect(outboxOn(disk).entries).toHaveLength(40)
  expect(rowsOn(disk, 'machines')).toEqual([])
  await restoreAccount(device.store, jonas)
  expect(outboxOn(disk).entries).toHaveLength(40)
  expect(await sealedOutboxes()).toEqual([])
})
