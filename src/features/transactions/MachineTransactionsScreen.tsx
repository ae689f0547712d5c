import { createFileRoute } from '@tanstack/react-router'
import { machineIdIn, machineList } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { Sales } from './Sales.tsx'
import { SalesSearch } from './sales-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/transactions/$machineId')({
  validateSearch: SalesSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(catalogue())]),
  component: MachineTransactionsScreen,
})

function MachineTransactionsScreen() {
  return <Sales search={Route.useSearch()} machineId={machineIdIn(Route.useParams().machineId)} />
}
