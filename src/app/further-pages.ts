import { isOpenTo } from '#app/data/home.ts'
import type { Account } from '#contract/account.ts'
import type { DeskGroup } from './navigation.ts'

type FurtherPage = { group: DeskGroup['name'] } & Pick<DeskGroup['pages'][number], 'label' | 'to'>

const FURTHER: readonly FurtherPage[] = [
  { group: 'settings', label: 'settings:place.company', to: '/dashboard/settings/company' },
  { group: 'settings', label: 'settings:place.planning', to: '/dashboard/settings/planning' },
  { group: 'settings', label: 'settings:place.deactivated', to: '/dashboard/settings/deactivated-machines' },
  { group: 'settings', label: 'settings:place.blik', to: '/dashboard/settings/blik' },
  { group: 'settings', label: 'settings:place.terminals', to: '/dashboard/settings/payment-reader/pep' },
  { group: 'settings', label: 'settings:place.notifications', to: '/dashboard/settings/notifications' },
  { group: 'settings', label: 'alerts:quiet.title', to: '/dashboard/settings/quiet-hours' },
  { group: 'settings', label: 'settings:place.profile', to: '/dashboard/settings/profile' },
  { group: 'settings', label: 'settings:place.devices', to: '/dashboard/settings/devices' },
  { group: 'settings', label: 'settings:place.localDevice', to: '/dashboard/settings/local-device' },
  { group: 'settings', label: 'settings:place.invoices', to: '/dashboard/settings/invoices' },
  { group: 'money', label: 'reports:hub.products', to: '/dashboard/reports/product-sales' },
  { group: 'money', label: 'reports:hub.sales', to: '/dashboard/reports/sales' },
  { group: 'money', label: 'reports:hub.performance', to: '/dashboard/reports/performance' },
  { group: 'money', label: 'reports:hub.usage', to: '/dashboard/reports/usage' },
  { group: 'money', label: 'reports:hub.revenue', to: '/dashboard/reports/revenue-optimization' },
  { group: 'money', label: 'reports:hub.delivery', to: '/dashboard/reports/delivery-optimization' },
  { group: 'money', label: 'reports:hub.matrix', to: '/dashboard/reports/matrix' },
  { group: 'money', label: 'reports:hub.uptime', to: '/dashboard/reports/uptime' },
  { group: 'activity', label: 'auditLog:sheet.title', to: '/dashboard/more/day-sheet' },
]

/** Pages that the navigation does not list, because another page leads to them. The palette finds them by name. */
export const furtherPagesOf = (account: Pick<Account, 'companyIntegrations'>): readonly FurtherPage[] =>
  FURTHER.filter(({ to }) => isOpenTo(account, to))
