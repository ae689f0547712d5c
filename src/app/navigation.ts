import {
  IconBuildingWarehouse,
  IconClipboardList,
  IconDots,
  IconHome,
  IconLayoutDashboard,
  IconPackage,
  IconScan,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { hasShortages, isOpenTo } from '#app/data/home.ts'
import { VendingMachineIcon } from '#app/ui/VendingMachineIcon.tsx'
import type { Account } from '#contract/account.ts'

/** An item of the navigation. `key`: the letter of its shortcut after "g". */
export type Place = {
  name: 'home' | 'dashboard' | 'machines' | 'inventory' | 'tasks' | 'shortages' | 'scan' | 'other'
  to: LinkProps['to']
  key: string
  Icon: TablerIcon
  isExact?: boolean
}

const scan: Place = { name: 'scan', to: '/scan', key: 'c', Icon: IconScan }

/** The items of the bar of a phone, in its order. The middle item of a serviceman is the scanner, and they see the bar on a desktop too. */
export function placesOf(account: Pick<Account, 'companyRole' | 'companyIntegrations'>): Place[] {
  const isManager = account.companyRole === 'ROLE_MANAGER'
  const shortages = (to: Place['to']): Place[] => (hasShortages(account) ? [{ name: 'shortages', to, key: 's', Icon: IconPackage }] : [])
  if (isManager)
    return [
      { name: 'dashboard', to: '/dashboard', key: 'd', Icon: IconLayoutDashboard, isExact: true },
      { name: 'machines', to: '/dashboard/machines', key: 'm', Icon: VendingMachineIcon },
      { name: 'inventory', to: '/dashboard/inventory', key: 'i', Icon: IconBuildingWarehouse },
      ...shortages('/dashboard/shortages'),
      { name: 'other', to: '/dashboard/other', key: 'o', Icon: IconDots },
    ]
  return [
    { name: 'home', to: '/dashboard/serviceman/menu', key: 'h', Icon: IconHome },
    { name: 'machines', to: '/dashboard/serviceman/machines', key: 'm', Icon: VendingMachineIcon },
    scan,
    { name: 'tasks', to: '/dashboard/serviceman/tasks', key: 't', Icon: IconClipboardList },
    ...shortages('/dashboard/serviceman/shortages'),
  ]
}

/** A page of a manager. `label`: the key of its name, with the namespace. `key`: the letter of its shortcut after "g". */
type DeskPage = {
  label: string
  to: NonNullable<LinkProps['to']>
  key?: string
  isExact?: boolean
  /** Pages that are reached from this one and have an address of their own. */
  leadsTo?: readonly NonNullable<LinkProps['to']>[]
}
export type DeskGroup = { name: 'today' | 'fleet' | 'stock' | 'money' | 'activity' | 'settings'; pages: readonly DeskPage[] }

/** The navigation of a manager on a desktop: six groups of pages. */
export function deskGroupsOf(account: Pick<Account, 'companyRole' | 'companyIntegrations'>): DeskGroup[] {
  if (account.companyRole !== 'ROLE_MANAGER') return []
  const groups: DeskGroup[] = [
    {
      name: 'today',
      pages: [
        { label: 'shell:place.dashboard', to: '/dashboard', key: 'd', isExact: true },
        { label: 'dispatch:title', to: '/dashboard/rounds', key: 'w' },
        { label: 'visits:title', to: '/dashboard/visits' },
        { label: 'reviews:title', to: '/dashboard/review-items', key: 'v' },
        { label: 'more:issues', to: '/dashboard/more/issues', key: 'p' },
      ],
    },
    {
      name: 'fleet',
      pages: [
        { label: 'shell:place.machines', to: '/dashboard/machines', key: 'm', leadsTo: ['/dashboard/settings/create-machine'] },
        { label: 'more:devices', to: '/dashboard/more/devices-list', leadsTo: ['/dashboard/more/debugger'] },
        { label: 'more:readOuts', to: '/dashboard/more/read-outs' },
        { label: 'shell:place.scan', to: '/scan', key: 'c' },
      ],
    },
    {
      name: 'stock',
      pages: [
        ...(hasShortages(account) ? [{ label: 'shell:place.shortages', to: '/dashboard/shortages' as const, key: 's' }] : []),
        { label: 'shell:place.inventory', to: '/dashboard/inventory', key: 'i' },
        { label: 'supplierOrders:title', to: '/dashboard/orders', key: 'u' },
        { label: 'vans:title', to: '/dashboard/vans' },
        { label: 'shell:place.assortment', to: '/dashboard/assortment', key: 'a' },
        { label: 'templates:title', to: '/dashboard/planograms' },
      ],
    },
    {
      name: 'money',
      pages: [
        { label: 'shell:place.transactions', to: '/dashboard/transactions', key: 't' },
        { label: 'more:cash', to: '/dashboard/more/cash-withdrawal', isExact: true },
        { label: 'collections:count.title', to: '/dashboard/more/cash-withdrawal/count', key: 'b' },
        { label: 'collections:differences.title', to: '/dashboard/more/cash-withdrawal/differences' },
        { label: 'money:title', to: '/dashboard/reports/money' },
        { label: 'shell:place.reports', to: '/dashboard/reports', key: 'r' },
        { label: 'more:passes', to: '/dashboard/more/employee-passes' },
      ],
    },
    {
      name: 'activity',
      pages: [
        { label: 'more:events', to: '/dashboard/more/events', key: 'y' },
        { label: 'auditLog:title', to: '/dashboard/more/changes', leadsTo: ['/dashboard/more/day-sheet'] },
        { label: 'more:changes', to: '/dashboard/more/refill-history' },
      ],
    },
    {
      name: 'settings',
      pages: [
        { label: 'shell:place.settings', to: '/dashboard/settings', key: 'e', leadsTo: ['/dashboard/import', '/dashboard/admin'] },
        { label: 'more:branches', to: '/dashboard/more/branches' },
        { label: 'more:developer', to: '/dashboard/more/developer' },
        { label: 'shell:place.more', to: '/dashboard/more', key: 'x', isExact: true },
      ],
    },
  ]
  return groups.map(({ name, pages }) => ({ name, pages: pages.filter(({ to }) => isOpenTo(account, to)) }))
}

/** The group and the page of a path: the page that leads to it, or whose address it begins with. */
export function deskPageOf(groups: readonly DeskGroup[], pathname: string): { group: DeskGroup; page: DeskPage } | null {
  const pages = groups.flatMap((group) => group.pages.map((page) => ({ group, page })))
  return (
    pages.find(({ page: { leadsTo = [] } }) => leadsTo.some((to) => pathname === to)) ??
    pages.find(({ page: { to, isExact } }) => pathname === to || (!isExact && pathname.startsWith(`${to}/`))) ??
    null
  )
}

/** The item of a phone's bar for a path: its own page's, or "other" for all other pages of the groups. */
export function placeOf(places: readonly Place[], groups: readonly DeskGroup[], pathname: string): Place['name'] | undefined {
  const to = deskPageOf(groups, pathname)?.page.to
  return to && (places.find((place) => place.to === to)?.name ?? 'other')
}
