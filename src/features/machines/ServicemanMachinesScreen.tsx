import { createFileRoute } from '@tanstack/react-router'
import { freshness } from '#app/data/freshness.ts'
import { machineList } from '#app/data/machines.ts'
import { MachineDirectory } from './MachineDirectory.tsx'
import { MachinesSearch } from './machines-search.ts'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/')({
  validateSearch: MachinesSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(freshness())]),
  component: ServicemanMachinesScreen,
})

function ServicemanMachinesScreen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MachineDirectory
      search={search}
      onSearch={(next) => navigate({ search: next, replace: true })}
      linkTo={({ id }) => ({ to: '/dashboard/serviceman/machines/$machineId', params: { machineId: String(id) } })}
    />
  )
}
