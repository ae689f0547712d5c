import { expect, it } from 'vitest'
import { enqueue, enqueueAll } from '#offline/outbox.ts'
import { StoreFull } from '#offline/store.ts'
import { aDevice } from './simulation/a-device.ts'
import { outboxOn, rowsOn } from './simulation/memory-store.ts'

const note = (machineId: number) => ({ call: 'writeNote', machineId, body: { note: `of machine ${machineId}` } }) as const

it('stores several operations in one transaction and in their order', async () => {
  const { disk, device } = aDevice()
  await enqueue(device, note(1))
  let writes = 0
  const store: typeof device.store = {
    ...device.store,
    write: (tables, work) => {
      writes++
      return device.store.write(tables, work)
    },
  }
  const stored = await enqueueAll({ ...device, store }, [note(4), note(2), note(3)])
  expect(writes).toBe(1)
  const { entries } = outboxOn(disk)
  expect(entries.map(({ machineId }) => machineId)).toEqual([1, 4, 2, 3])
  expect(stored).toEqual({ kept: entries.slice(1).map(({ opId }) => opId) })
})

it('stores none of several operations if one is recorded already, or the storage is full', async () => {
  const { disk, device } = aDevice()
  const opId = device.newId()
  await enqueue(device, note(1), opId)
  expect(await enqueueAll(device, [note(2), { ...note(1), opId }])).toEqual({ notKept: 'recorded' })
  const full = { ...device.store, write: () => Promise.reject(new StoreFull()) }
  expect(await enqueueAll({ ...device, store: full }, [note(2), note(3)])).toEqual({ notKept: 'full' })
  expect(rowsOn(disk, 'outbox')).toMatchObject([note(1)])
})
