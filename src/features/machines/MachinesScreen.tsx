import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PrintStickers } from '#app/components/PrintStickers.tsx'
import { freshness } from '#app/data/freshness.ts'
import { machineList } from '#app/data/machines.ts'
import { LinkButton } from '#app/ui/LinkButton.tsx'
import { MachineDirectory } from './MachineDirectory.tsx'
import { MachinesSearch } from './machines-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/machines/')({
  validateSearch: MachinesSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(freshness())]),
  component: MachinesScreen,
})

function MachinesScreen() {
  const { t } = useTranslation('machines')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MachineDirectory
      search={search}
      onSearch={(next) => navigate({ search: next, replace: true })}
      linkTo={({ id }) => ({ to: '/dashboard/machines/$machineId', params: { machineId: String(id) } })}
      whenEmpty={<LinkButton to="/dashboard/import">{t('import')}</LinkButton>}
      actions={(machines) => <PrintStickers machines={machines} />}
    />
  )
}
