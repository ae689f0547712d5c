import { describe, expect, it } from 'vitest'
import { type Changes, type Operation, packInventory } from '#contract/sync.ts'
import { beginAgain } from '#offline/mirror.ts'
import { enqueue } from '#offline/outbox.ts'
import { pull } from '#offline/pull.ts'
import { push, sendJournalAgain } from '#offline/push.ts'
import { writeMeta } from '#offline/store.ts'
import { syncOnce } from '#offline/sync.ts'
import type { SyncCalls } from '#offline/sync-calls.ts'
import { aDevice } from './simulation/a-device.ts'
import { outboxOn, rowsOn } from './simulation/memory-store.ts'

/** Races too short for random tests to find often: one tab gets a response just after another has detected a restored server. */

type PushAnswer = Awaited<ReturnType<SyncCalls['push']>>
type PullAnswer = Awaited<ReturnType<SyncCalls['pull']>>

const applied = (epoch: string, ops: readonly Operation[]): PushAnswer => ({
  state: 'answered',
  value: { epoch, serverTime: new Date(0).toISOString(), results: ops.map(({ opId }) => ({ opId, status: 'applied', warnings: [] })) },
})

const page = (epoch: string, cursor: string, more: Partial<Changes> = {}): PullAnswer => ({
  state: 'answered',
  value: {
    epoch,
    serverTime: new Date(0).toISOString(),
    changes: { machines: [], slots: [], inventory: [], products: [], rounds: [], vans: [] },
    removed: { machines: [], products: [], rounds: [], vans: [] },
    cursor,
    more: false,
    processed: [],
    ...more,
  },
})

const inventory = (asOf: string) => ({
  changes: { machines: [], slots: [], products: [], rounds: [], vans: [], inventory: [packInventory({ machineId: 1, asOf, stocks: [] })] },
})

const calls = (given: Partial<SyncCalls>): SyncCalls => ({
  ask: async () => ({ state: 'answered', value: null }),
  push: async (ops) => applied('first', ops),
  pull: async () => page('first', 'c1'),
  ...given,
})

const restock = { call: 'restockSlots', machineId: 1, body: [{ productInstallationId: 1, quantity: 1 }] } as const

describe('a server that was restored from a backup', () => {
  it('a late response of the old epoch is not believed', async () => {
    const { disk, device } = aDevice()
    await device.store.write(['meta'], (work) => writeMeta(work, 'epoch', 'first'))
    await enqueue(device, restock)
    const late = async (ops: readonly Operation[]) => {
      await sendJournalAgain(device, 'second')
      return applied('first', ops)
    }
    await push(device, calls({ push: late }))
    expect(outboxOn(disk).entries.map(({ state }) => state)).toEqual(['queued'])
  })

  it('gets acknowledged operations again before the first pull', async () => {
    const { device } = aDevice()
    await enqueue(device, restock)
    const epochs = ['first', 'second']
    const sent: string[] = []
    const ended = await syncOnce(
      device,
      calls({
        push: async (ops) => {
          sent.push(...ops.map(({ opId }) => opId))
          return applied(epochs.shift() ?? 'second', ops)
        },
        pull: async ({ pending }) => page('second', 'c1', { processed: [...pending] }),
      }),
    )
    expect(ended.state).toBe('reachable')
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
  })
})

describe('a page requested before the mirror was reset', () => {
  it('is not stored', async () => {
    const { disk, device } = aDevice()
    const pages = [page('first', 'c1', inventory('long ago')), page('first', 'c9', inventory('now'))]
    await pull(
      device,
      calls({
        pull: async () => {
          // Meanwhile another tab filled the mirror and then reset it.
          if (pages.length === 2)
            await device.store.write(['meta'], async (work) => {
              await writeMeta(work, 'cursor', 'c5')
              await beginAgain(work)
            })
          return pages.shift() ?? page('first', 'c9')
        },
      }),
    )
    expect(rowsOn(disk, 'inventory').map(({ asOf }) => asOf)).toEqual(['now'])
    expect(pages).toEqual([])
  })
})

describe('a cursor that the server rejects', () => {
  it('is discarded, and the mirror is fetched anew', async () => {
    const { disk, device } = aDevice()
    await device.store.write(['meta'], (work) => writeMeta(work, 'cursor', 'of another server'))
    const requested: (string | null)[] = []
    const ended = await pull(
      device,
      calls({
        pull: async ({ cursor }) => {
          requested.push(cursor)
          return cursor === null ? page('first', 'c1', inventory('now')) : { state: 'refused', status: 400, code: 'MALFORMED' }
        },
      }),
    )
    expect(ended.state).toBe('complete')
    expect(requested).toEqual(['of another server', null])
    expect(rowsOn(disk, 'inventory')).toHaveLength(1)
  })
})
