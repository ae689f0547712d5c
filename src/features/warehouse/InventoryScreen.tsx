import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { WarehouseChangeDialog } from '#app/components/WarehouseChangeDialog.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { ChangesTab } from './ChangesTab.tsx'
import { PurchasesTab } from './PurchasesTab.tsx'
import { StoredTab } from './StoredTab.tsx'
import { SuppliersTab } from './SuppliersTab.tsx'
import classes from './Warehouse.module.css'
import { TABS, type TabProps, type WarehouseTab } from './warehouse-search.ts'

type TabContent = (props: TabProps) => ReactNode

/** The content of each tab. The product library belongs to the catalogue and is passed in. */
const OWN: Partial<Record<WarehouseTab, TabContent>> = {
  inventory: StoredTab,
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
        <Tabs.List mb="md" className={classes.tabs ?? ''}>
          {TABS.filter((one) => one in contents).map((one) => (
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
