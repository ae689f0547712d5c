import { describe, expect, it } from 'vitest'
import type { OutboxEntry } from '#offline/records.ts'
import { syncOnce } from '#offline/sync.ts'
import { rowsOn, stockOn } from './memory-store.ts'
import { NO_FAULTS, planOf } from './plan.ts'
import { createWorld } from './world.ts'

const WAITING = 5_000

/** Restocks of one piece each, recorded over a long offline period; the app's ids are ordered by time. */
const restocks = (newId: () => string, from: number): OutboxEntry[] =>
  Array.from({ length: WAITING }, newId)
    .toSorted()
    .map((opId, index) => ({
      opId,
      call: 'restockSlots',
      machineId: 1,
      body: [{ productInstallationId: 101 + (index % 3), quantity: 1 }],
      state: 'queued',
      rawAt: from + index,
      occurredAt: null,
      clockOffset: null,
      attempts: 0,
      refusal: null,
      warnings: [],
    }))

describe('a phone that was offline for very long', () => {
  it('sends five thousand operations over a bad network, each counting once', { timeout: 600_000 }, async () => {
    const plan = {
      ...planOf(1),
      phones: 1,
      people: 1,
      tabs: 1,
      locks: true,
      steady: false,
      faults: { ...NO_FAULTS, answerLost: 0.1, lost: 0.1, busy: 0.001 },
    }
    const world = createWorld(plan, { isWatched: false })
    const [tab] = world.phones[0]?.tabs ?? []
    if (!tab) throw new Error('there is no phone')
    let filled = false
    void world.doIn(async () => {
      await tab.device.store.write(['outbox'], (work) => work.put('outbox', restocks(world.random.uuid, tab.device.now())))
      filled = true
    })
    await world.settle(1e6)
    expect(filled).toBe(true)

    const states: string[] = []
    for (let round = 0; round < 200 && rowsOn(tab.own.disk, 'outbox').length > 0; round++) {
      void world.doIn(async () => states.push((await syncOnce(tab.device, tab.calls)).state))
      await world.settle(1e6)
    }

    expect(world.broken).toBeNull()
    expect(states).toContain('unreachable')
    expect(rowsOn(tab.own.disk, 'outbox')).toEqual([])
    expect(rowsOn(tab.own.disk, 'journal')).toHaveLength(WAITING)
    const pieces = [101, 102, 103].map((point) => (world.server.state.points.get(point)?.level.quantity ?? 0) / 1000)
    expect(pieces.reduce((sum, quantity) => sum + quantity, 0)).toBe(3 * 4 + WAITING)
    expect(
      stockOn(tab.own.disk)
        .find(({ machineId }) => machineId === 1)
        ?.stocks.map(({ balance }) => balance / 1000),
    ).toEqual(pieces)
  })
})
