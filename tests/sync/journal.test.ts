import { expect, it } from 'vitest'
import { DAY } from '#domain/time.ts'
import { archive, enqueue, purgeJournal } from '#offline/outbox.ts'
import { OUTBOX, type OutboxEntry } from '#offline/records.ts'
import { aDevice } from './simulation/a-device.ts'
import { outboxOn, rowsOn } from './simulation/memory-store.ts'

const TABLES = [...OUTBOX, 'journal', 'meta'] as const

it('stores applied operations for 30 days and is cleaned up once a day', async () => {
  const { disk, device } = aDevice()
  const begun = device.now()
  for (const day of [0, 10]) {
    await enqueue(device, { call: 'restockSlots', machineId: 1, body: [] })
    await device.store.write(TABLES, (work) => archive(work, outboxOn(disk).entries[0] as OutboxEntry, 'processed', begun + day * DAY))
  }
  const forget = (day: number) => device.store.write(TABLES, (work) => purgeJournal(work, begun + day * DAY))
  const remembered = () => rowsOn(disk, 'journal').length

  await forget(29.5)
  expect(remembered()).toBe(2)
  await forget(30.4)
  expect(remembered()).toBe(2)
  await forget(30.6)
  expect(remembered()).toBe(1)
  await forget(45)
  expect(remembered()).toBe(0)
})
