import type { Device } from '#offline/device.ts'
import { type Disk, emptyDisk, storeOn } from './memory-store.ts'
import { NO_FAULTS } from './plan.ts'
import { randomFrom } from './random.ts'
import { createScheduler } from './scheduler.ts'

/** A single device without faults. */
export function aDevice(): { disk: Disk; device: Device } {
  const disk = emptyDisk()
  const random = randomFrom('a device')
  const scheduler = { ...createScheduler(random, 1_000_000), pause: async () => {} }
  const watch = { beforeDeath: () => {}, committed: () => {} }
  const store = storeOn(disk, { name: 'tab', alive: true }, scheduler, random, () => NO_FAULTS, watch)
  return {
    disk,
    device: {
      store,
      now: scheduler.now,
      steady: () => ({ run: 'the only one', at: scheduler.now() }),
      newId: random.uuid,
      makeRoom: async () => {},
      wake: () => {},
    },
  }
}
