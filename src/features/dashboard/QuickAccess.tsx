import {
  IconApps,
  IconBook2,
  IconDeviceSim,
  IconHelp,
  IconId,
  IconPackages,
  IconPlus,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PlaceList } from '#app/components/PlaceList.tsx'
import { siteInfo } from '#app/data/session.ts'

const PLACES: readonly { name: string; to: string; Icon: TablerIcon }[] = [
  { name: 'createMachine', to: '/dashboard/settings/create-machine', Icon: IconPlus },
  { name: 'devices', to: '/dashboard/more/devices-list', Icon: IconDeviceSim },
  { name: 'assortment', to: '/dashboard/assortment', Icon: IconApps },
  { name: 'inventory', to: '/dashboard/inventory', Icon: IconPackages },
  { name: 'employees', to: '/dashboard/settings/employees', Icon: IconUsers },
  { name: 'passes', to: '/dashboard/more/employee-passes', Icon: IconId },
  { name: 'guides', to: '/dashboard/guide', Icon: IconBook2 },
]

/** Links to the pages most used by managers, and the support contact. */
export function QuickAccess() {
  const { t } = useTranslation('dashboard')
  const { data: site } = useQuery(siteInfo())
  const places = PLACES.map(({ name, ...place }) => ({ ...place, words: t(`quick.${name}`) }))
  const support = site && {
    words: t('quick.support'),
    note: t('quick.supportHours', { email: site.supportEmail }),
    href: `mailto:${site.supportEmail}`,
    Icon: IconHelp,
  }
  return <PlaceList title={t('quick.title')} places={support ? [...places, support] : places} isGrid />
}
