import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { idIn } from '#app/data/id-in.ts'
import { machineList } from '#app/data/machines.ts'
import { ownRounds, todaysRound } from '#app/data/rounds.ts'
import { lastMachineToday } from '#app/data/way.ts'
import { loadMachine } from './load-machine.ts'
import { MachineStockView } from './MachineStockView.tsx'
import { StockPage } from './StockPage.tsx'
import { servicemanArea, stopArea } from './serviceman-area.ts'
import { TabSearch } from './stock-area.ts'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/machines/$machineId/shortages')({
  validateSearch: TabSearch,
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(machineList()),
      queryClient.ensureQueryData(ownRounds()),
      queryClient.ensureQueryData(lastMachineToday()),
      loadMachine(queryClient, idIn(params.machineId)),
    ]),
  component: ServicemanMachineShortagesScreen,
})

function ServicemanMachineShortagesScreen() {
  const { machineId } = Route.useParams()
  const { tab = 'SHORTAGES_TAB', q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const id = idIn(machineId)
  const { data: rounds = [] } = useQuery(ownRounds())
  const isStop = todaysRound(rounds)?.stops.some((stop) => stop.machineId === id) ?? false
  const area = isStop ? stopArea(q) : servicemanArea(q)
  return (
    <StockPage
      area={area}
      chosen={id}
      query={q}
      onSearch={(words) => navigate({ search: (now) => ({ ...now, q: words || undefined }), replace: true })}
    >
      <MachineStockView
        key={id}
        machineId={id}
        area={area}
        tab={tab}
        onTab={(chosen) => navigate({ search: (now) => ({ ...now, tab: chosen }), replace: true })}
      />
    </StockPage>
  )
}
