import { afterEach, expect, it, vi } from 'vitest'
import * as outbox from './outbox.ts'
import { editSlotsOf } from './slots.ts'

afterEach(() => void vi.restoreAllMocks())

const EDITS = [7, 8].map((machineId) => ({ machineId, edits: [{ slotId: machineId * 10, vendPrice: 1.2, base: { vendPrice: 1 } }] }))

it('records the edits of several machines together', async () => {
  const recording = vi.spyOn(outbox, 'recordAll').mockResolvedValue(true)
  expect(await editSlotsOf(EDITS)).toBe(true)
  expect(recording.mock.calls).toEqual([[EDITS.map(({ machineId, edits }) => ({ call: 'editSlots', machineId, body: edits }))]])
})

it.each([
  { reason: 'has no space', ends: (recording: ReturnType<typeof spy>) => recording.mockResolvedValue(false) },
  { reason: 'fails', ends: (recording: ReturnType<typeof spy>) => recording.mockRejectedValue(new Error('disk')) },
])('reports that nothing was recorded if the device $reason', async ({ ends }) => {
  ends(spy())
  expect(await editSlotsOf(EDITS)).toBe(false)
})

const spy = () => vi.spyOn(outbox, 'recordAll')
