import { createFileRoute, redirect } from '@tanstack/react-router'
import { idIn } from '#app/data/id-in.ts'
import { machineList } from '#app/data/machines.ts'
import { catalogue } from '#app/data/slots.ts'
import { Sales } from './Sales.tsx'
import { SalesSearch } from './sales-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/transactions/$machineId')({
  validateSearch: SalesSearch,
  // Not in `beforeLoad`, whose imports are loaded with the first page.
  loader: ({ context: { queryClient }, params }) => {
    // An address without a machine's number is the list of all machines, as one with a filter that cannot be read.
    if (idIn(params.machineId) === 0) throw redirect({ to: '/dashboard/transactions', replace: true })
    return Promise.all([queryClient.ensureQueryData(machineList()), queryClient.ensureQueryData(catalogue())])
  },
  component: MachineTransactionsScreen,
})

function MachineTransactionsScreen() {
  return <Sales search={Route.useSearch()} machineId={idIn(Route.useParams().machineId)} />
}
