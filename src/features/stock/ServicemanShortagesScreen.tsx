import { createFileRoute, Navigate } from '@tanstack/react-router'
import { machineList } from '#app/data/machines.ts'
import { untilOf } from '#app/data/missing.ts'
import { ownRounds } from '#app/data/rounds.ts'
import { allShortages, warehouse } from '#app/data/shortages.ts'
import { restore } from '#app/data/stored-responses.ts'
import { lastMachineToday } from '#app/data/way.ts'
import { AllMachinesTable } from './AllMachinesTable.tsx'
import { StockPage } from './StockPage.tsx'
import { servicemanArea } from './serviceman-area.ts'
import { ShortagesSearch } from './stock-area.ts'

export const Route = createFileRoute('/_signed-in/dashboard/serviceman/shortages')({
  validateSearch: ShortagesSearch,
  loaderDeps: ({ search: { until } }) => ({ until }),
  loader: ({ context: { queryClient }, deps: { until } }) =>
    Promise.all([
      queryClient.ensureQueryData(machineList()),
      queryClient.ensureQueryData(ownRounds()),
      queryClient.ensureQueryData(lastMachineToday()),
      queryClient.ensureQueryData(allShortages(untilOf(until))),
      restore(queryClient, warehouse()),
    ]),
  component: ServicemanShortagesScreen,
})

function ServicemanShortagesScreen() {
  const { machine = null, tab, q = '', page = 1, size = 15, until } = Route.useSearch()
  const navigate = Route.useNavigate()
  const area = servicemanArea(q)
  if (typeof machine === 'number')
    return (
      <Navigate
        to="/dashboard/serviceman/machines/$machineId/shortages"
        params={{ machineId: String(machine) }}
        search={{ q: q || undefined, tab }}
        replace
      />
    )
  return (
    <StockPage
      area={area}
      chosen={machine}
      query={q}
      onSearch={(words) => navigate({ search: (now) => ({ ...now, q: words || undefined }), replace: true })}
    >
      <AllMachinesTable
        page={page}
        size={size}
        until={untilOf(until)}
        onUntil={(day) => navigate({ search: (now) => ({ ...now, until: day ?? undefined, page: undefined }), replace: true })}
        onPage={(chosen) => navigate({ search: (now) => ({ ...now, page: chosen }) })}
        onSize={(chosen) => navigate({ search: (now) => ({ ...now, size: chosen, page: undefined }) })}
      />
    </StockPage>
  )
}
