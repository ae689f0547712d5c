import { mutationOptions } from '@tanstack/react-query'
import type * as v from 'valibot'
import { awaitLocalSync } from '#app/data/outbox.ts'
import { answered } from '#app/data/server-requests.ts'
import * as contract from '#contract/slots.ts'
import type { MachineId, OperationId, SlotId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

const TIMEOUT = { timeoutMs: 30 * SECOND }
const keyed = (key: OperationId) => ({ ...TIMEOUT, headers: { 'idempotency-key': key } })
const at = (id: MachineId) => ({ params: { id: String(id) } })
type Keyed<T> = T & { key: OperationId }

// Changes to a machine's slots beyond their settings need the server and are never queued on this device. They are in the local data when
// the mutation ends, which needs no queries to be reloaded.

export const addSlot = (machineId: MachineId) =>
  mutationOptions({
    mutationFn: ({ body, key }: Keyed<{ body: v.InferInput<typeof contract.addSlot.body> }>) =>
      answered(awaitLocalSync(call(contract.addSlot, { ...at(machineId), body }, keyed(key)))),
  })

export const deleteSlot = (machineId: MachineId) =>
  mutationOptions({
    mutationFn: ({ slotId, stock, key }: Keyed<{ slotId: SlotId; stock: StockEnd }>) => {
      const params = { id: String(machineId), otherId: String(slotId) }
      return answered(awaitLocalSync(call(contract.deleteSlot, { params, query: { stock } }, keyed(key))))
    },
  })

const between = (target: MachineId, source: MachineId) => ({ params: { id: String(target), otherId: String(source) } })

/** Changes nothing. */
export const previewCopy = (target: MachineId) =>
  mutationOptions({
    mutationFn: (source: MachineId) => answered(call(contract.copySlots, { ...between(target, source), body: { preview: true } }, TIMEOUT)),
  })

/** Copies exactly what the preview of this version contains. */
export const copySlots = (target: MachineId, source: MachineId) =>
  mutationOptions({
    mutationFn: ({ key, ...body }: Keyed<{ version: string; stock: StockEnd }>) =>
      answered(awaitLocalSync(call(contract.copySlots, { ...between(target, source), body }, keyed(key)))),
  })

export const setIngredients = (machineId: MachineId) =>
  mutationOptions({
    mutationFn: ({ body, key }: Keyed<{ body: v.InferInput<typeof contract.setIngredients.body> }>) =>
      answered(awaitLocalSync(call(contract.setIngredients, { ...at(machineId), body }, keyed(key)))),
  })
