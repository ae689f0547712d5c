import { mutationOptions } from '@tanstack/react-query'
import type * as v from 'valibot'
import { awaitLocalSync } from '#app/data/outbox.ts'
import { answered } from '#app/data/server-requests.ts'
import { applyPlanogram, type Planogram, planogramPreview } from '#app/data/templates.ts'
import * as contract from '#contract/slots.ts'
import type { TemplateSlot } from '#contract/templates.ts'
import type { MachineId, OperationId, SlotId, TemplateId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

const TIMEOUT = { timeoutMs: 30 * SECOND }
const keyed = (key: OperationId) => ({ ...TIMEOUT, headers: { 'idempotency-key': key } })
const at = (id: MachineId) => ({ params: { id: String(id) } })
type Keyed<T> = T & { key: OperationId }

// Changes to a machine's slots beyond their settings need the server and are never queued on this device. They are in the local data when
// the mutation ends, which needs no queries to be reloaded.

export type SlotToAdd = Keyed<{ body: v.InferInput<typeof contract.addSlot.body> }>

export const addSlot =
  (machineId: MachineId) =>
  ({ body, key }: SlotToAdd) =>
    answered(awaitLocalSync(call(contract.addSlot, { ...at(machineId), body }, keyed(key))))

export const deleteSlot = (machineId: MachineId) =>
  mutationOptions({
    mutationFn: ({ slotId, stock, key }: Keyed<{ slotId: SlotId; stock: StockEnd }>) => {
      const params = { id: String(machineId), otherId: String(slotId) }
      return answered(awaitLocalSync(call(contract.deleteSlot, { params, query: { stock } }, keyed(key))))
    },
  })

/** What a machine is set up like: another machine, a template, or a file. */
export type CopySource =
  | { kind: 'machine'; id: MachineId; name: string }
  | { kind: 'template'; id: TemplateId; name: string }
  | { kind: 'file'; slots: TemplateSlot[]; name: string }

const planogramOf = (source: Exclude<CopySource, { kind: 'machine' }>): Planogram =>
  source.kind === 'template' ? { templateId: source.id } : { slots: source.slots }

const between = (target: MachineId, source: MachineId) => ({ params: { id: String(target), otherId: String(source) } })

/** Changes nothing. */
export const previewCopy = (target: MachineId) =>
  mutationOptions({
    mutationFn: (source: CopySource) =>
      source.kind === 'machine'
        ? answered(call(contract.copySlots, { ...between(target, source.id), body: { preview: true } }, TIMEOUT))
        : planogramPreview(target, planogramOf(source)),
  })

/** Copies exactly what the preview of this version contains. */
export const copySlots = (target: MachineId, source: CopySource) =>
  mutationOptions({
    meta: { invalidates: [['templates']] },
    mutationFn: ({ key, ...body }: Keyed<{ version: string; stock: StockEnd }>) =>
      source.kind === 'machine'
        ? answered(awaitLocalSync(call(contract.copySlots, { ...between(target, source.id), body }, keyed(key))))
        : answered(awaitLocalSync(applyPlanogram(target, { ...planogramOf(source), ...body, key }))),
  })

export const setIngredients = (machineId: MachineId) =>
  mutationOptions({
    mutationFn: ({ body, key }: Keyed<{ body: v.InferInput<typeof contract.setIngredients.body> }>) =>
      answered(awaitLocalSync(call(contract.setIngredients, { ...at(machineId), body }, keyed(key)))),
  })
