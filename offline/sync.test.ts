import { expect, it } from 'vitest'
import { SECOND } from '#domain/time.ts'
import type { Device } from './device.ts'
import { createEngine } from './sync.ts'
import type { SyncCalls } from './sync-calls.ts'

it('retries within seconds while another window or the worker is sending', async () => {
  const waits: number[] = []
  const engine = createEngine({
    device: {} as Device,
    calls: {} as SyncCalls,
    random: () => 0,
    later: (_work, ms) => {
      waits.push(ms)
      return () => {}
    },
    alone: async () => 'busy',
    onError: () => {},
    everyMs: 60 * SECOND,
  })
  engine.wake('online')
  await engine.idle()
  engine.stop()
  expect(waits).toEqual([5 * SECOND])
})
