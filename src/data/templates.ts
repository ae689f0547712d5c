import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as v from 'valibot'
import * as contract from '#contract/templates.ts'
import type { MachineId, TemplateId } from '#domain/ids.ts'
import type { StockEnd } from '#domain/slots/slot.ts'
import type { PlanogramPart } from '#domain/slots/slot-edit.ts'
import { call } from '#offline/api-client.ts'
import { answered, type Keyed, keyed, TIMEOUT } from './server-requests.ts'

const KEY = ['templates']
/** Templates are compared with the slots of machines. */
const options = { meta: { topics: ['slots', 'machines'] as const }, retry: false }
const at = (id: MachineId) => ({ params: { id: String(id) } })
const of = (id: TemplateId) => ({ params: { templateId: String(id) } })

/** The templates of the company by name. */
export const templates = () =>
  queryOptions({ ...options, queryKey: [...KEY, 'list'], queryFn: () => answered(call(contract.listTemplates, {}, TIMEOUT)) })

export const template = (id: TemplateId) =>
  queryOptions({ ...options, queryKey: [...KEY, 'one', id], queryFn: () => answered(call(contract.getTemplate, of(id), TIMEOUT)) })

/** The machines that were set up from a template, or from any, with the number of slots that differ. */
export const linkedMachines = (filter: { template?: TemplateId; machine?: MachineId }) =>
  queryOptions({
    ...options,
    queryKey: [...KEY, 'machines', filter],
    queryFn: () => {
      const query = Object.fromEntries(Object.entries(filter).map(([name, id]) => [name, String(id)]))
      return answered(call(contract.listLinkedMachines, { query }, TIMEOUT))
    },
  })

const changing = { meta: { invalidates: [KEY] } }
type Input<E extends { body: v.GenericSchema }> = v.InferInput<E['body']>

export const addTemplate = mutationOptions({
  ...changing,
  mutationFn: ({ body, key }: Keyed<{ body: Input<typeof contract.addTemplate> }>) =>
    answered(call(contract.addTemplate, { body }, keyed(key))),
})
export const saveAsTemplate = (machine: MachineId) =>
  mutationOptions({
    ...changing,
    mutationFn: ({ name, key }: Keyed<{ name: string }>) =>
      answered(call(contract.saveAsTemplate, { ...at(machine), body: { name } }, keyed(key))),
  })
export const changeTemplate = (id: TemplateId) =>
  mutationOptions({
    ...changing,
    mutationFn: ({ body, key }: Keyed<{ body: Input<typeof contract.changeTemplate> }>) =>
      answered(call(contract.changeTemplate, { ...of(id), body }, keyed(key))),
    // The next change is made to the response, so it is shown without another request.
    onSuccess: (saved, _input, _result, { client }) => client.setQueryData(template(id).queryKey, saved),
  })
export const deleteTemplate = (id: TemplateId) =>
  mutationOptions({ ...changing, mutationFn: () => answered(call(contract.deleteTemplate, of(id), TIMEOUT)) })
export const linkTemplate = (machine: MachineId) =>
  mutationOptions({
    ...changing,
    mutationFn: (templateId: TemplateId | null) => answered(call(contract.linkTemplate, { ...at(machine), body: { templateId } }, TIMEOUT)),
  })

export type Ways = { part: PlanogramPart; keepOthers: boolean }

/** What a template would change in these machines. */
export const templatePreview = (id: TemplateId, machineIds: readonly MachineId[], ways: Ways) =>
  queryOptions({
    queryKey: [...KEY, 'preview', id, machineIds, ways],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: () => answered(call(contract.previewTemplate, { ...of(id), body: { machineIds: [...machineIds], ...ways } }, TIMEOUT)),
  })

/** A planogram to set up a machine with: a template, or slots from a file. */
export type Planogram = { templateId: TemplateId } | { slots: contract.TemplateSlot[] }

/** Changes nothing. */
export const planogramPreview = (machine: MachineId, planogram: Planogram, ways: Partial<Ways> = {}) =>
  answered(call(contract.applyPlanogram, { ...at(machine), body: { ...planogram, ...ways, preview: true } }, TIMEOUT))

/** Does exactly what the preview of this version contains. The local data is synced by the caller. */
export const applyPlanogram = (
  machine: MachineId,
  { key, ...body }: Keyed<Planogram & Partial<Ways> & { version: string; stock: StockEnd }>,
) => call(contract.applyPlanogram, { ...at(machine), body }, keyed(key))
