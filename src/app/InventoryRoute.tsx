import { createFileRoute } from '@tanstack/react-router'
import { catalogue } from '#app/data/slots.ts'
import { InventoryScreen } from '#app/features/warehouse/InventoryScreen.tsx'
import { WarehouseSearch } from '#app/features/warehouse/warehouse-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/inventory')({
  validateSearch: WarehouseSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(catalogue()),
  component: InventoryRoute,
})

/** The inventory area, put together of what several features show: `library` is the tab of another one. */
function InventoryRoute() {
  const navigate = Route.useNavigate()
  return <InventoryScreen search={Route.useSearch()} onSearch={(next) => void navigate({ search: next })} />
}
