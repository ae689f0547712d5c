import {
  IconApps,
  IconBug,
  IconChartBar,
  IconDeviceMobile,
  IconListCheck,
  IconMapPinCheck,
  IconReceipt,
  IconRoute,
  IconScan,
  IconSettings,
  IconTemplate,
  IconTool,
  IconTools,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PlaceList } from '#app/components/PlaceList.tsx'
import { getSession } from '#app/data/device.ts'
import { isOpenTo } from '#app/data/home.ts'
import { siteInfo } from '#app/data/session.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import { FeedbackButton } from './FeedbackButton.tsx'
import classes from './Settings.module.css'
import { supportPlaces } from './SettingsScreen.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/other')({ component: OtherScreen })

/** Links that do not fit into the bar of a phone. */
function OtherScreen() {
  const { t } = useTranslation('settings')
  const { account } = getSession()
  const { data: site } = useQuery(siteInfo())
  const isManager = account.companyRole === 'ROLE_MANAGER'
  return (
    <>
      <PageHeader title={t('other')} actions={<FeedbackButton />} />
      <div className={classes.cards}>
        <PlaceList
          title={t('go')}
          places={[
            ...(isManager
              ? [
                  { words: t('dispatch:title'), to: '/dashboard/rounds', Icon: IconRoute },
                  { words: t('visits:title'), to: '/dashboard/visits', Icon: IconMapPinCheck },
                  { words: t('shell:place.scan'), to: '/scan', Icon: IconScan },
                  ...(isOpenTo(account, '/dashboard/reports')
                    ? [{ words: t('shell:place.reports'), to: '/dashboard/reports', Icon: IconChartBar }]
                    : []),
                  { words: t('shell:place.transactions'), to: '/dashboard/transactions', Icon: IconReceipt },
                  { words: t('supplierOrders:title'), to: '/dashboard/orders', Icon: IconTruckDelivery },
                  { words: t('shell:place.assortment'), to: '/dashboard/assortment', Icon: IconApps },
                  { words: t('templates:title'), to: '/dashboard/planograms', Icon: IconTemplate },
                  { words: t('more:title'), to: '/dashboard/more', Icon: IconTools },
                ]
              : []),
            ...(!isManager && account.roles.includes('ROLE_DEVICE_MANAGER')
              ? [{ words: t('debugger:title'), to: '/dashboard/more/debugger', Icon: IconBug }]
              : []),
            { words: t('place.settings'), to: '/dashboard/settings', Icon: IconSettings },
            { words: t('place.outbox'), to: '/outbox', Icon: IconListCheck },
            ...(account.roles.includes('ROLE_SUPER_ADMIN')
              ? [{ words: t('company:admin.title'), to: '/dashboard/admin', Icon: IconTool }]
              : []),
            { words: t('place.install'), to: '/install', Icon: IconDeviceMobile },
          ]}
        />
        <PlaceList title={t('support')} places={supportPlaces(t, site?.supportEmail ?? null)} />
      </div>
    </>
  )
}
