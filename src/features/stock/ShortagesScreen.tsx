import { createFileRoute } from '@tanstack/react-router'
import { machineList } from '#app/data/machines.ts'
import { untilOf } from '#app/data/missing.ts'
import { allShortages, warehouse } from '#app/data/shortages.ts'
import { restore } from '#app/data/stored-responses.ts'
import { AllMachinesTable } from './AllMachinesTable.tsx'
import { loadMachine } from './load-machine.ts'
import { MachineStockView } from './MachineStockView.tsx'
import { StockPage } from './StockPage.tsx'
import { ShortagesSearch, type StockArea } from './stock-area.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/shortages')({
  validateSearch: ShortagesSearch,
  loaderDeps: ({ search: { machine, until } }) => ({ machine, until }),
  loader: ({ context: { queryClient }, deps: { machine, until } }) =>
    Promise.all([
      queryClient.ensureQueryData(machineList()),
      typeof machine === 'number'
        ? loadMachine(queryClient, machine)
        : Promise.all([queryClient.ensureQueryData(allShortages(untilOf(until))), restore(queryClient, warehouse())]),
    ]),
  component: ShortagesScreen,
})

function ShortagesScreen() {
  const { machine = null, tab = 'SHORTAGES_TAB', q = '', page = 1, size = 15, until } = Route.useSearch()
  const navigate = Route.useNavigate()
  const area: StockArea = {
    list: { to: '/dashboard/shortages', search: { q: q || undefined } },
    all: { to: '/dashboard/shortages', search: { q: q || undefined, machine: 'all' } },
    machine: (id) => ({ to: '/dashboard/shortages', search: { q: q || undefined, machine: id } }),
    about: (id) => ({ to: '/dashboard/machines/$machineId', params: { machineId: String(id) } }),
    hasPanel: true,
  }
  return (
    <StockPage
      area={area}
      chosen={machine}
      query={q}
      onSearch={(words) => navigate({ search: (now) => ({ ...now, q: words || undefined }), replace: true })}
    >
      {typeof machine === 'number' ? (
        <MachineStockView
          key={machine}
          machineId={machine}
          area={area}
          tab={tab}
          onTab={(chosen) => navigate({ search: (now) => ({ ...now, tab: chosen }), replace: true })}
        />
      ) : (
        <AllMachinesTable
          hasWarehouse
          page={page}
          size={size}
          until={untilOf(until)}
          onUntil={(day) => navigate({ search: (now) => ({ ...now, until: day ?? undefined, page: undefined }), replace: true })}
          onPage={(chosen) => navigate({ search: (now) => ({ ...now, page: chosen }) })}
          onSize={(chosen) => navigate({ search: (now) => ({ ...now, size: chosen, page: undefined }) })}
        />
      )}
    </StockPage>
  )
}
