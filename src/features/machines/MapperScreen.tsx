import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { idIn } from '#app/data/id-in.ts'
import { machine } from '#app/data/machines.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { UnknownMachine } from './MachineHead.tsx'
import { MappingCard } from './MappingCard.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/machines/$machineId/mapper')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(machine(idIn(params.machineId))),
  component: MapperScreen,
})

/** How a machine's vends are booked, on its own page. */
function MapperScreen() {
  const { t } = useTranslation('machines')
  const { machineId } = Route.useParams()
  const id = idIn(machineId)
  const { data: known } = useSuspenseQuery(machine(id))
  if (!known) return <UnknownMachine machineId={id} back={{ to: '/dashboard/machines' }} />
  return (
    <>
      <PageHeader
        title={t('mapping')}
        breadcrumb={[
          { label: t('title'), link: { to: '/dashboard/machines' } },
          { label: known.name, link: { to: '/dashboard/machines/$machineId', params: { machineId } } },
          { label: t('mapping') },
        ]}
      />
      <MappingCard machineId={id} />
    </>
  )
}
