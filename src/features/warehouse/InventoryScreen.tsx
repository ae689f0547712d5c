import { Tabs } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WarehouseChangeDialog } from '#app/components/WarehouseChangeDialog.tsx'
import { catalogue } from '#app/data/slots.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ChangesTab } from './ChangesTab.tsx'
import { PurchasesTab } from './PurchasesTab.tsx'
import { StoredTab } from './StoredTab.tsx'
import { SuppliersTab } from './SuppliersTab.tsx'
import classes from './Warehouse.module.css'
import { TABS, type TabProps, WarehouseSearch, type WarehouseTab } from './warehouse-search.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/inventory')({
  validateSearch: WarehouseSearch,
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(catalogue()),
  component: InventoryScreen,
})

/** What each tab shows. The library is built where the catalogue is. */
const CONTENTS: Partial<Record<WarehouseTab, (props: TabProps) => React.ReactNode>> = {
  inventory: StoredTab,
  purchases: PurchasesTab,
  suppliers: SuppliersTab,
  changes: ChangesTab,
}

/** What lies in the warehouse and the machines, what was bought for it and of whom, and what happened to it. The address says what is shown. */
function InventoryScreen() {
  const { t } = useTranslation('warehouse')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const tab = search.tab && search.tab in CONTENTS ? search.tab : 'inventory'
  const onSearch = (next: WarehouseSearch) => void navigate({ search: next })
  const Content = CONTENTS[tab]
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        value={tab}
        onChange={(value) => onSearch({ tab: TABS.find((one) => one === value) })}
        keepMounted={false}
        aria-label={t('title')}
      >
        <Tabs.List mb="md" className={classes.tabs ?? ''}>
          {TABS.filter((one) => one in CONTENTS).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>{Content && <Content search={search} onSearch={onSearch} />}</Tabs.Panel>
      </Tabs>
      <WarehouseChangeDialog opened={search.open === 'change'} onClose={() => onSearch({ ...search, open: undefined })} />
    </>
  )
}
