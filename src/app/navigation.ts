import {
  IconApps,
  IconBuildingStore,
  IconBuildingWarehouse,
  IconChartBar,
  IconClipboardList,
  IconDots,
  IconHome,
  IconLayoutDashboard,
  IconPackage,
  IconReceipt,
  IconScan,
  IconSettings,
  IconTools,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { hasShortages, isOpenTo } from '#app/data/home.ts'
import type { Account } from '#contract/account.ts'

/** An item of the navigation. `key`: the letter of its shortcut after "g". */
export type Place = {
  name:
    | 'home'
    | 'dashboard'
    | 'machines'
    | 'inventory'
    | 'tasks'
    | 'shortages'
    | 'reports'
    | 'transactions'
    | 'assortment'
    | 'more'
    | 'scan'
    | 'other'
    | 'settings'
  to: LinkProps['to']
  key: string
  Icon: TablerIcon
  isExact?: boolean
  /** A phone's bar has few items; the rest is under "other". */
  only?: 'phone' | 'desk'
}

const scan: Place = { name: 'scan', to: '/scan', key: 'c', Icon: IconScan }

/** The navigation items of a user, in the order of the bar. The middle item of a serviceman is the scanner. */
export function placesOf(account: Pick<Account, 'companyRole' | 'companyIntegrations'>): Place[] {
  const isManager = account.companyRole === 'ROLE_MANAGER'
  const shortages = (to: Place['to']): Place[] => (hasShortages(account) ? [{ name: 'shortages', to, key: 's', Icon: IconPackage }] : [])
  if (isManager)
    return [
      { name: 'dashboard', to: '/dashboard', key: 'd', Icon: IconLayoutDashboard, isExact: true },
      { name: 'machines', to: '/dashboard/machines', key: 'm', Icon: IconBuildingStore },
      { name: 'inventory', to: '/dashboard/inventory', key: 'i', Icon: IconBuildingWarehouse },
      ...shortages('/dashboard/shortages'),
      ...(isOpenTo(account, '/dashboard/reports')
        ? [{ name: 'reports', to: '/dashboard/reports', key: 'r', Icon: IconChartBar, only: 'desk' } as const]
        : []),
      { name: 'transactions', to: '/dashboard/transactions', key: 't', Icon: IconReceipt, only: 'desk' },
      { name: 'assortment', to: '/dashboard/assortment', key: 'a', Icon: IconApps, only: 'desk' },
      { name: 'more', to: '/dashboard/more', key: 'x', Icon: IconTools, only: 'desk' },
      { ...scan, only: 'desk' },
      { name: 'settings', to: '/dashboard/settings', key: 'e', Icon: IconSettings, only: 'desk' },
      { name: 'other', to: '/dashboard/other', key: 'o', Icon: IconDots, only: 'phone' },
    ]
  return [
    { name: 'home', to: '/dashboard/serviceman/menu', key: 'h', Icon: IconHome },
    { name: 'machines', to: '/dashboard/serviceman/machines', key: 'm', Icon: IconBuildingStore },
    scan,
    { name: 'tasks', to: '/dashboard/serviceman/tasks', key: 't', Icon: IconClipboardList },
    ...shortages('/dashboard/serviceman/shortages'),
  ]
}
