import {
  IconCash,
  IconChartBar,
  IconClockCheck,
  IconCoffee,
  IconGauge,
  IconPackages,
  IconReportMoney,
  IconTable,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ExportList } from '#app/components/ExportList.tsx'
import { PlaceList } from '#app/components/PlaceList.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { needsTelemetry } from './needs-telemetry.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/')({ beforeLoad: needsTelemetry, component: ReportsScreen })

const REPORTS = [
  { name: 'money', to: 'money', Icon: IconReportMoney },
  { name: 'products', to: 'product-sales', Icon: IconPackages },
  { name: 'sales', to: 'sales', Icon: IconChartBar },
  { name: 'performance', to: 'performance', Icon: IconGauge },
  { name: 'usage', to: 'usage', Icon: IconCoffee },
  { name: 'revenue', to: 'revenue-optimization', Icon: IconCash },
  { name: 'delivery', to: 'delivery-optimization', Icon: IconTruckDelivery },
  { name: 'matrix', to: 'matrix', Icon: IconTable },
  { name: 'uptime', to: 'uptime', Icon: IconClockCheck },
]

/** All reports with a description. */
function ReportsScreen() {
  const { t } = useTranslation('reports')
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <ExportList />
      <PlaceList
        title={t('hub.title')}
        isGrid
        places={REPORTS.map(({ name, to, Icon }) => ({
          words: t(`hub.${name}`),
          note: t(`hub.${name}Text`),
          to: `/dashboard/reports/${to}`,
          Icon,
        }))}
      />
    </>
  )
}
