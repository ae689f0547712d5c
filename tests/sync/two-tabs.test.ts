import { expect, it } from 'vitest'
import { discard, enqueue } from '#offline/outbox.ts'
import { aDevice } from './simulation/a-device.ts'
import { rowsOn } from './simulation/memory-store.ts'

const restock = (quantity: number) => ({ call: 'restockSlots', machineId: 1, body: [{ productInstallationId: 1, quantity }] }) as const

it('what two tabs record under one id is recorded once, and the later is told so', async () => {
  const { disk, device } = aDevice()
  const id = device.newId()
  expect(await enqueue(device, restock(3), id)).toEqual({ kept: id })
  expect(await enqueue(device, restock(4), id)).toEqual({ notKept: 'recorded' })
  expect(rowsOn(disk, 'outbox')).toMatchObject([restock(3)])
})

it('what was recorded and taken back again is not recorded by a tab that comes late', async () => {
  const { disk, device } = aDevice()
  const id = device.newId()
  await enqueue(device, restock(3), id)
  await discard(device, id)
  expect(await enqueue(device, restock(3), id)).toEqual({ notKept: 'recorded' })
  expect(rowsOn(disk, 'outbox')).toEqual([])
})
