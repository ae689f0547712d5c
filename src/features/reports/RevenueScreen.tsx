import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { siteInfo } from '#app/data/session.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { needsTelemetry } from './needs-telemetry.ts'

export const Route = createFileRoute('/_signed-in/_managers/dashboard/reports/revenue-optimization')({
  beforeLoad: needsTelemetry,
  component: RevenueScreen,
})

/** Nobody can ask for this report but by way of the support. */
function RevenueScreen() {
  const { t } = useTranslation('machineReports')
  const { data: site } = useQuery(siteInfo())
  return (
    <>
      <PageHeader
        title={t('revenue.title')}
        breadcrumb={[{ label: t('reports:title'), link: { to: '/dashboard/reports' } }, { label: t('revenue.title') }]}
      />
      <EmptyState
        icon={<IconCash />}
        title={t('revenue.none')}
        text={t('revenue.noneText')}
        action={
          site && (
            <Button component="a" href={`mailto:${site.supportEmail}`}>
              {t('revenue.write')}
            </Button>
          )
        }
      />
    </>
  )
}
