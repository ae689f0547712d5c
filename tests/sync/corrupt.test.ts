import { expect, it } from 'vitest'
import { dropCorrupt, enqueue } from '#offline/outbox.ts'
import { OUTBOX, type OutboxEntry } from '#offline/records.ts'
import { aDevice } from './simulation/a-device.ts'
import { outboxOn } from './simulation/memory-store.ts'

it('discards unreadable rows and keeps readable ones', async () => {
  const { disk, device } = aDevice()
  await enqueue(device, { call: 'restockSlots', machineId: 1, body: [] })
  const broken = { opId: 'torn', call: 7 } as unknown as OutboxEntry
  await device.store.write(OUTBOX, (work) => work.put('outbox', [broken]))
  const [sound] = outboxOn(disk).entries
  expect(outboxOn(disk).corrupt).toEqual([{ opId: 'torn', raw: broken }])

  expect(await dropCorrupt(device, sound?.opId ?? '')).toBe(false)
  expect(await dropCorrupt(device, 'torn')).toBe(true)
  expect(await dropCorrupt(device, 'torn')).toBe(false)
  expect(outboxOn(disk)).toEqual({ entries: [sound], corrupt: [] })
})
