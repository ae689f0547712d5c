import { Button, Tabs } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { WarehouseChangeDialog } from '#app/components/WarehouseChangeDialog.tsx'
import { warehouseChanges } from '#app/data/warehouse.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { LIST_SIZES, STANDARD_SIZE } from '#app/ui/page-sizes.ts'
import { TabRow } from '#app/ui/TabRow.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { ExpiringTab } from './ExpiringTab.tsx'
import { PurchasesTab } from './PurchasesTab.tsx'
import { StoredTab } from './StoredTab.tsx'
import { SuppliersTab } from './SuppliersTab.tsx'
import { TabList } from './TabList.tsx'
import { TABS, type TabProps, type WarehouseTab } from './warehouse-search.ts'

/** Warehouse changes, latest first. */
function ChangesTab({ search, onSearch }: TabProps) {
  const { t } = useTranslation('warehouse')
  const { q = '', page = 1, size = STANDARD_SIZE.lists } = search
  const list = useQuery(warehouseChanges({ page: page - 1, size, query: q }))
  const change = (
    <Button size="md" onClick={() => onSearch({ ...search, open: 'change' })}>
      {t('change.new')}
    </Button>
  )
  return (
    <TabList
      tab="changes"
      list={list}
      search={search}
      onSearch={onSearch}
      size={size}
      sizes={LIST_SIZES}
      action={change}
      empty={<EmptyState icon={<IconHistory />} title={t('noChanges')} text={t('noChangesNextStep')} action={change} />}
    >
      {(rows, isComplete) => <ChangesTable name="changes" isComplete={isComplete} rows={rows} isFading={list.isPlaceholderData} />}
    </TabList>
  )
}

type TabContent = (props: TabProps) => ReactNode

/** The content of each tab. The product library belongs to the catalogue and is passed in. */
const OWN: Partial<Record<WarehouseTab, TabContent>> = {
  inventory: StoredTab,
  expiring: ExpiringTab,
  purchases: PurchasesTab,
  suppliers: SuppliersTab,
  changes: ChangesTab,
}

/** Stock in the warehouse and the machines, purchases, suppliers, and changes. The URL selects the tab. */
export function InventoryScreen({ search, onSearch, library }: TabProps & { library?: TabContent }) {
  const { t } = useTranslation('warehouse')
  const contents = { ...OWN, ...(library ? { library } : {}) }
  const tab = search.tab && search.tab in contents ? search.tab : 'inventory'
  const Content = contents[tab]
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        value={tab}
        onChange={(value) => onSearch({ tab: TABS.find((one) => one === value) })}
        keepMounted={false}
        aria-label={t('title')}
      >
        <TabRow chosen={tab} mb="md">
          {TABS.filter((one) => one in contents).map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </TabRow>
        <Tabs.Panel value={tab}>{Content && <Content search={search} onSearch={onSearch} />}</Tabs.Panel>
      </Tabs>
      <WarehouseChangeDialog opened={search.open === 'change'} onClose={() => onSearch({ ...search, open: undefined })} />
    </>
  )
}
