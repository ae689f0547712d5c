import { createFileRoute } from '@tanstack/react-router'
import { ProductLibrary } from '#app/components/products/ProductLibrary.tsx'
import { catalogue } from '#app/data/slots.ts'
import { InventoryScreen } from '#app/features/warehouse/InventoryScreen.tsx'
import { type TabProps, WarehouseSearch } from '#app/features/warehouse/warehouse-search.ts'
import { Card } from '#app/ui/Card.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/inventory')({
  validateSearch: WarehouseSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(catalogue()),
  component: InventoryRoute,
})

/** The product library, a tab next to the catalogue; imported products appear in the warehouse with a stock of zero. */
function LibraryTab({ search, onSearch }: TabProps) {
  return (
    <Card>
      <ProductLibrary query={search.q ?? ''} onSearch={(q) => onSearch({ ...search, q: q || undefined })} />
    </Card>
  )
}

/** The inventory area, composed of several features: `library` is a tab of another one. */
function InventoryRoute() {
  const navigate = Route.useNavigate()
  return <InventoryScreen search={Route.useSearch()} onSearch={(next) => void navigate({ search: next })} library={LibraryTab} />
}
