import { createFileRoute } from '@tanstack/react-router'
import { machineList } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { Sales } from './Sales.tsx'
import { SalesSearch } from './sales-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/transactions/')({
  validateSearch: SalesSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(catalogue())]),
  component: TransactionsScreen,
})

function TransactionsScreen() {
  return <Sales search={Route.useSearch()} machineId={null} />
}
