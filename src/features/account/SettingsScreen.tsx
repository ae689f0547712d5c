import {
  IconAdjustments,
  IconArchive,
  IconBell,
  IconBook2,
  IconBuilding,
  IconBuildingStore,
  IconCategory,
  IconCreditCard,
  IconDevices,
  IconFileText,
  IconLifebuoy,
  IconMoon,
  IconPlus,
  IconReceipt2,
  IconRoute,
  IconShieldLock,
  IconTableImport,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type ListedPlace, PlaceList } from '#app/components/PlaceList.tsx'
import { company } from '#app/data/account.ts'
import { subscriptionInfo } from '#app/data/billing.ts'
import { getSession } from '#app/data/device.ts'
import { siteInfo } from '#app/data/session.ts'
import { PageHeader } from '#app/ui/PageHeader.tsx'
import type { Company } from '#contract/company.ts'
import { hasBillingLinks } from '#domain/billing/plan.ts'
import { FeedbackButton } from './FeedbackButton.tsx'
import classes from './Settings.module.css'

export const Route = createFileRoute('/_signed-in/dashboard/settings/')({ component: SettingsScreen })

/** All settings, grouped by whom they concern. */
function SettingsScreen() {
  const { t } = useTranslation('settings')
  const { account } = getSession()
  const isManager = account.companyRole === 'ROLE_MANAGER'
  const { data: site } = useQuery(siteInfo())
  const { data: known } = useQuery({ ...company(), enabled: isManager })
  const { data: info } = useQuery({ ...subscriptionInfo(), enabled: isManager && hasBillingLinks(account.planName) })
  const configuration: ListedPlace[] = [
    { words: t('place.company'), to: '/dashboard/settings/company', Icon: IconBuilding },
    { words: t('place.employees'), to: '/dashboard/settings/employees', Icon: IconUsers },
    { words: t('place.createMachine'), to: '/dashboard/settings/create-machine', Icon: IconPlus },
    { words: t('place.import'), to: '/dashboard/import', Icon: IconTableImport },
    { words: t('place.groups'), to: '/dashboard/settings/machine-groups', Icon: IconCategory },
    { words: t('place.deactivated'), to: '/dashboard/settings/deactivated-machines', Icon: IconArchive },
    { words: t('place.planning'), to: '/dashboard/settings/planning', Icon: IconRoute },
    { words: t('place.alerts'), to: '/dashboard/settings/alerts', Icon: IconLifebuoy },
    { words: t('place.blik'), to: '/dashboard/settings/blik', Icon: IconCreditCard },
    { words: t('place.terminals'), to: '/dashboard/settings/vendpay', Icon: IconBuildingStore },
  ]
  const own: ListedPlace[] = [
    ...(isManager ? [{ words: t('place.notifications'), to: '/dashboard/settings/notifications', Icon: IconBell }] : []),
    { words: t('alerts:quiet.title'), to: '/dashboard/settings/quiet-hours', Icon: IconMoon },
    { words: t('place.profile'), to: '/dashboard/settings/profile', Icon: IconUser },
    { words: t('place.devices'), to: '/dashboard/settings/devices', Icon: IconDevices },
    { words: t('place.localDevice'), to: '/dashboard/settings/local-device', Icon: IconAdjustments },
  ]
  const subscription: ListedPlace[] = [
    ...(info?.updateUrl ? [{ words: t('place.billingInfo'), href: info.updateUrl, Icon: IconCreditCard }] : []),
    ...(hasBillingLinks(account.planName)
      ? [{ words: t('place.changePlan'), to: '/dashboard/settings/change-plan', Icon: IconReceipt2 }]
      : []),
    { words: t('place.invoices'), to: '/dashboard/settings/invoices', Icon: IconFileText },
  ]
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={<FeedbackButton />}
        subtitle={known ? <CompanyAddress company={known} /> : account.companyName}
      />
      <div className={classes.cards}>
        {isManager && <PlaceList title={t('configuration')} places={configuration} />}
        <PlaceList title={t('own')} places={own} />
        {isManager && <PlaceList title={t('subscription')} places={subscription} />}
        <PlaceList title={t('support')} places={supportPlaces(t, site?.supportEmail ?? null)} />
      </div>
    </>
  )
}

/** The company's address as on a letter, without gaps for missing parts. */
function CompanyAddress({ company: { name, legalName, address, postalCode, city } }: { company: Company }) {
  const town = [postalCode, city].filter(Boolean).join(' ')
  return <>{[...new Set([name, legalName, address, town])].filter(Boolean).join(' · ')}</>
}

/** Links to help and to the terms. */
export const supportPlaces = (t: TFunction<'settings'>, email: string | null): ListedPlace[] => [
  { words: t('place.instructions'), to: '/dashboard/guide', Icon: IconBook2 },
  ...(email ? [{ words: t('place.support'), note: email, href: `mailto:${email}`, Icon: IconLifebuoy }] : []),
  { words: t('place.terms'), to: '/terms', Icon: IconFileText },
  { words: t('place.privacy'), to: '/privacy', Icon: IconShieldLock },
]
