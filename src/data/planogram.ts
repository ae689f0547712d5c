import type * as v from 'valibot'
import * as contract from '#contract/slots.ts'
import type { MachineId, OperationId, SlotId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { getSession } from './device.ts'
import { awaitLocalSync } from './then-here.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const keyed = (key: OperationId) => ({ ...PATIENCE, headers: { 'idempotency-key': key } })

/** A key for a request that counts once. */
export const newKey = (): OperationId => getSession().device.newId()

/** Changes to a machine's slots beyond their settings need the server and are never queued on this device. */
export const addSlot = (machineId: MachineId, body: v.InferInput<typeof contract.addSlot.body>, key: OperationId) =>
  awaitLocalSync(call(contract.addSlot, { params: { id: String(machineId) }, body }, keyed(key)))
export const deleteSlot = (machineId: MachineId, slotId: SlotId, stock: StockEnd, key: OperationId) =>
  awaitLocalSync(call(contract.deleteSlot, { params: { id: String(machineId), otherId: String(slotId) }, query: { stock } }, keyed(key)))

const between = (target: MachineId, source: MachineId) => ({ params: { id: String(target), otherId: String(source) } })
export const previewCopy = (target: MachineId, source: MachineId) =>
  call(contract.copySlots, { ...between(target, source), body: { preview: true } }, PATIENCE)
/** Copies exactly what the preview of this version contains. */
export const copySlots = (target: MachineId, source: MachineId, said: { version: string; stock: StockEnd }, key: OperationId) =>
  awaitLocalSync(call(contract.copySlots, { ...between(target, source), body: said }, keyed(key)))

export const setIngredients = (machineId: MachineId, body: v.InferInput<typeof contract.setIngredients.body>, key: OperationId) =>
  awaitLocalSync(call(contract.setIngredients, { params: { id: String(machineId) }, body }, keyed(key)))
