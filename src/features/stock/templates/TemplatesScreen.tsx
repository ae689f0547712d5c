import { createFileRoute } from '@tanstack/react-router'
import { machineList } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { ApplyTemplate } from './ApplyTemplate.tsx'
import { ChooseMachines } from './ChooseMachines.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { TemplateList } from './TemplateList.tsx'
import { TemplatesSearch } from './templates-search.ts'

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
