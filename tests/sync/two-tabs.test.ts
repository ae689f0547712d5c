import { expect, it } from 'vitest'
import { discard, enqueue } from '#offline/outbox.ts'
import { aDevice } from './simulation/a-device.ts'
import { rowsOn } from './simulation/memory-store.ts'

const restock = (quantity: number) => ({ call: 'restockSlots', machineId: 1, body: [{ productInstallationId: 1, quantity }] }) as const

it('two tabs with one id record it once, and the later one gets an error', async () => {
  const { disk, device } = aDevice()
  const id = device.newId()
  expect(await enqueue(device, restock(3), id)).toEqual({ kept: id })
  expect(await enqueue(device, restock(4), id)).toEqual({ notKept: 'recorded' })
  expect(rowsOn(disk, 'outbox')).toMatchObject([restock(3)])
})

it('a recorded and undone operation is not recorded again by a late tab', async () => {
  const { disk, device } = aDevice()
  const id = device.newId()
  await enqueue(device, restock(3), id)
  await discard(device, id)
  expect(await enqueue(device, restock(3), id)).toEqual({ notKept: 'recorded' })
  expect(rowsOn(disk, 'outbox')).toEqual([])
})
