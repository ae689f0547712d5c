import { expect, it } from 'vitest'
import { edit, enqueue, isUnsent } from '#offline/outbox.ts'
import { push } from '#offline/push.ts'
import type { Answer, SyncCalls } from '#offline/sync-calls.ts'
import { aDevice } from './simulation/a-device.ts'
import { outboxOn } from './simulation/memory-store.ts'

const restock = (quantity: number) => ({ call: 'restockSlots', machineId: 1, body: [{ productInstallationId: 1, quantity }] }) as const
const answering = (answer: Answer<never>) => ({ push: async () => answer }) as unknown as SyncCalls

it('operations rejected with the session can be edited, unanswered ones cannot', async () => {
  const { disk, device } = aDevice()
  const opId = device.newId()
  await enqueue(device, restock(3), opId)
  const entry = () => outboxOn(disk).entries[0]

  await push(device, answering({ state: 'signed-out' }))
  expect(entry()).toMatchObject({ state: 'queued', attempts: 0 })
  const { occurredAt } = entry() ?? {}
  expect(occurredAt).toEqual(expect.any(Number))
  expect(await edit(device, opId, restock(4).body)).toBe(true)
  expect(entry()).toMatchObject({ body: restock(4).body, occurredAt })

  await push(device, answering({ state: 'unreachable', retryAfterMs: null }))
  expect(entry()).toMatchObject({ state: 'queued', attempts: 1 })
  await push(device, answering({ state: 'signed-out' }))
  expect(entry()).toMatchObject({ state: 'queued', attempts: 1 })
  expect(outboxOn(disk).entries.some(isUnsent)).toBe(false)
  expect(await edit(device, opId, restock(5).body)).toBe(false)
})

it('an operation with an unreadable response may be applied and cannot be edited', async () => {
  const { disk, device } = aDevice()
  const opId = device.newId()
  await enqueue(device, restock(3), opId)
  await push(device, answering({ state: 'refused', status: 426, code: 'APP_TOO_OLD' }))
  expect(outboxOn(disk).entries[0]).toMatchObject({ state: 'queued', attempts: 1 })
  expect(await edit(device, opId, restock(4).body)).toBe(false)
})
