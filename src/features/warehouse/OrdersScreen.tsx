import { Tabs } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { TabRow } from '#app/ui/TabRow.tsx'
import { OrderListTab } from './OrderListTab.tsx'
import { ORDER_TABS, OrdersSearch } from './orders-search.ts'
import { ProposalsTab } from './ProposalsTab.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/orders/')({ validateSearch: OrdersSearch, component: OrdersScreen })

const CONTENT = { proposals: ProposalsTab, orders: OrderListTab }

/** Orders to suppliers: what to order now, and what was ordered. */
function OrdersScreen() {
  const { t } = useTranslation('supplierOrders')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { tab = 'proposals' } = search
  const Content = CONTENT[tab]
  return (
    <>
      <PageHeader title={t('title')} />
      <Tabs
        value={tab}
        onChange={(value) => void navigate({ search: { tab: ORDER_TABS.find((one) => one === value) } })}
        keepMounted={false}
        aria-label={t('title')}
      >
        <TabRow chosen={tab} mb="md">
          {ORDER_TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </TabRow>
        <Tabs.Panel value={tab}>
          <Content search={search} onSearch={(next) => void navigate({ search: next })} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
