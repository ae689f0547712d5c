import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { machineList } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { MAX_PREVIEWED_MACHINES } from '#contract/templates.ts'
import { ApplyTemplate } from './ApplyTemplate.tsx'
import { ChooseMachines } from './ChooseMachines.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { TemplateList } from './TemplateList.tsx'

const AnId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
/** URLs may come from anywhere: invalid parameters are ignored. */
const given = <S extends v.GenericSchema>(schema: S) => v.optional(v.fallback(v.optional(schema), undefined))

/** The opened template; the machines that it is applied to, or that they are being chosen. */
const TemplatesSearch = v.object({
  template: given(AnId),
  machines: given(v.pipe(v.array(AnId), v.minLength(1), v.maxLength(MAX_PREVIEWED_MACHINES))),
  choose: given(v.literal(true)),
})

export const Route = createFileRoute('/_signed-in/_managers/dashboard/planograms')({
  validateSearch: TemplatesSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(catalogue()), queryClient.ensureQueryData(machineList())]),
  component: TemplatesScreen,
})

/** The templates of planograms, one of them, or its application to machines. */
function TemplatesScreen() {
  const { template, machines, choose } = Route.useSearch()
  if (machines !== undefined) return <ApplyTemplate key={`${template} ${machines}`} templateId={template} machineIds={machines} />
  if (template === undefined) return <TemplateList />
  return choose ? <ChooseMachines key={template} templateId={template} /> : <TemplateEditor key={template} templateId={template} />
}
