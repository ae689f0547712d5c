import { IconChartBar, IconPackages } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PlaceList } from '#app/components/PlaceList.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/')({ component: ReportsScreen })

/** Every report, and what it answers. */
function ReportsScreen() {
  const { t } = useTranslation('reports')
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <PlaceList
        title={t('sales.title')}
        isGrid
        places={[
          { words: t('hub.products'), note: t('hub.productsText'), to: '/dashboard/reports/product-sales', Icon: IconPackages },
          { words: t('hub.sales'), note: t('hub.salesText'), to: '/dashboard/reports/sales', Icon: IconChartBar },
        ]}
      />
    </>
  )
}
