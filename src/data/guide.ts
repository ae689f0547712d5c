import type { CompanyRole } from '#domain/team/permissions.ts'

/** For which work a page is: at the machines, or in the office. */
type GuidePart = 'pocket' | 'desk'

type Entry = {
  part: GuidePart
  /** The screen that the page describes, by role. A role without one reads the page only. */
  opens: { [role in CompanyRole]?: string }
  /** Screens whose help is this page: a path, `*` for one part of it, and if it matters the tab. */
  screens: readonly string[]
  related: readonly string[]
  picture?: 'phone' | 'desk'
}

const MACHINES = { ROLE_EMPLOYEE: '/dashboard/serviceman/machines', ROLE_MANAGER: '/dashboard/machines' }
const SHORTAGES = { ROLE_EMPLOYEE: '/dashboard/serviceman/machines', ROLE_MANAGER: '/dashboard/shortages' }
const manager = (to: string) => ({ ROLE_MANAGER: to })
const everyone = (to: string) => ({ ROLE_EMPLOYEE: to, ROLE_MANAGER: to })

/** The pages of the user guide in their order. Their texts are in `locales/<language>/guide.json`, their pictures in `public/guide`. */
const PAGES = {
  install: { part: 'pocket', opens: everyone('/install'), screens: ['/install'], related: ['offline', 'signOut'] },
  today: {
    part: 'pocket',
    opens: MACHINES,
    screens: ['/dashboard/serviceman/menu', '/dashboard/serviceman/machines'],
    related: ['round', 'scan', 'restock'],
    picture: 'phone',
  },
  round: {
    part: 'pocket',
    opens: { ROLE_EMPLOYEE: '/dashboard/serviceman/tasks' },
    screens: ['/dashboard/serviceman/tasks', '/dashboard/serviceman/tasks/load', '/dashboard/serviceman/tasks/end'],
    related: ['restock', 'myVan', 'cash'],
  },
  myVan: {
    part: 'pocket',
    opens: { ROLE_EMPLOYEE: '/dashboard/serviceman/van' },
    screens: ['/dashboard/serviceman/van'],
    related: ['round', 'restock', 'vans'],
  },
  scan: { part: 'pocket', opens: everyone('/scan'), screens: ['/scan'], related: ['today', 'restock'] },
  restock: {
    part: 'pocket',
    opens: SHORTAGES,
    screens: ['/dashboard/serviceman/machines/*/shortages', '/dashboard/serviceman/machines/*'],
    related: ['count', 'cash', 'pending'],
    picture: 'phone',
  },
  count: {
    part: 'pocket',
    opens: SHORTAGES,
    screens: ['/dashboard/serviceman/machines/*/shortages?INVENTORY_TAB', '/dashboard/shortages?INVENTORY_TAB'],
    related: ['restock', 'pending'],
    picture: 'phone',
  },
  cash: {
    part: 'pocket',
    opens: { ...MACHINES, ROLE_MANAGER: '/dashboard/more/cash-withdrawal' },
    screens: ['/dashboard/more/cash-withdrawal'],
    related: ['restock', 'bags', 'money'],
  },
  problem: {
    part: 'pocket',
    opens: MACHINES,
    screens: ['/dashboard/serviceman/machines/*/problem'],
    related: ['proposal', 'issues'],
    picture: 'phone',
  },
  proposal: { part: 'pocket', opens: MACHINES, screens: ['/dashboard/serviceman/machines/*/proposal'], related: ['problem', 'issues'] },
  load: {
    part: 'pocket',
    opens: { ROLE_EMPLOYEE: '/dashboard/serviceman/shortages', ROLE_MANAGER: '/dashboard/shortages' },
    screens: ['/dashboard/serviceman/shortages', '/dashboard/shortages'],
    related: ['restock', 'warehouse'],
    picture: 'phone',
  },
  offline: { part: 'pocket', opens: everyone('/outbox'), screens: [], related: ['pending', 'install'] },
  pending: { part: 'pocket', opens: everyone('/outbox'), screens: ['/outbox'], related: ['offline', 'restock'], picture: 'phone' },
  signOut: {
    part: 'pocket',
    opens: everyone('/dashboard/settings/devices'),
    screens: ['/dashboard/settings', '/dashboard/settings/profile', '/dashboard/settings/local-device', '/dashboard/settings/devices'],
    related: ['install', 'pending'],
  },
  start: {
    part: 'desk',
    opens: manager('/dashboard/settings/create-machine'),
    screens: ['/dashboard/settings/create-machine', '/dashboard/other', '/dashboard/more'],
    related: ['sample', 'imports', 'slots', 'people', 'devices'],
    picture: 'desk',
  },
  sample: { part: 'desk', opens: manager('/dashboard/settings/company'), screens: [], related: ['start', 'company'] },
  dashboard: {
    part: 'desk',
    opens: manager('/dashboard'),
    screens: ['/dashboard', '/dashboard/integration'],
    related: ['issues', 'alerts', 'machines'],
    picture: 'desk',
  },
  planRounds: {
    part: 'desk',
    opens: manager('/dashboard/rounds'),
    screens: ['/dashboard/rounds', '/dashboard/settings/planning'],
    related: ['visits', 'dashboard', 'people'],
  },
  visits: {
    part: 'desk',
    opens: manager('/dashboard/visits'),
    screens: ['/dashboard/visits'],
    related: ['planRounds', 'activity', 'machines'],
  },
  machines: {
    part: 'desk',
    opens: manager('/dashboard/machines'),
    screens: [
      '/dashboard/machines',
      '/dashboard/machines/*',
      '/dashboard/machines/*/mapper',
      '/dashboard/settings/machine-groups',
      '/dashboard/settings/deactivated-machines',
    ],
    related: ['start', 'slots', 'people'],
    picture: 'desk',
  },
  slots: {
    part: 'desk',
    opens: manager('/dashboard/shortages'),
    screens: ['/dashboard/shortages?PRODUCTS_TAB', '/dashboard/serviceman/machines/*/shortages?PRODUCTS_TAB'],
    related: ['products', 'prices', 'imports'],
    picture: 'desk',
  },
  planograms: {
    part: 'desk',
    opens: manager('/dashboard/planograms'),
    screens: ['/dashboard/planograms'],
    related: ['slots', 'machines', 'imports'],
  },
  products: {
    part: 'desk',
    opens: manager('/dashboard/assortment'),
    screens: ['/dashboard/assortment'],
    related: ['prices', 'slots', 'warehouse'],
    picture: 'desk',
  },
  prices: { part: 'desk', opens: manager('/dashboard/assortment'), screens: [], related: ['products', 'slots'], picture: 'desk' },
  people: {
    part: 'desk',
    opens: manager('/dashboard/settings/employees'),
    screens: ['/dashboard/settings/employees'],
    related: ['machines', 'install'],
    picture: 'desk',
  },
  warehouse: {
    part: 'desk',
    opens: manager('/dashboard/inventory'),
    screens: ['/dashboard/inventory'],
    related: ['purchases', 'vans', 'load'],
    picture: 'desk',
  },
  vans: {
    part: 'desk',
    opens: manager('/dashboard/vans'),
    screens: ['/dashboard/vans', '/dashboard/vans/*'],
    related: ['myVan', 'warehouse', 'planRounds'],
  },
  purchases: { part: 'desk', opens: manager('/dashboard/inventory'), screens: [], related: ['warehouse', 'products'] },
  orders: {
    part: 'desk',
    opens: manager('/dashboard/orders'),
    screens: ['/dashboard/orders', '/dashboard/orders/*'],
    related: ['purchases', 'warehouse', 'products'],
  },
  reports: {
    part: 'desk',
    opens: manager('/dashboard/reports'),
    screens: [
      '/dashboard/reports',
      '/dashboard/reports/product-sales',
      '/dashboard/reports/sales',
      '/dashboard/reports/performance',
      '/dashboard/reports/matrix',
      '/dashboard/reports/usage',
      '/dashboard/reports/delivery-optimization',
      '/dashboard/reports/revenue-optimization',
      '/dashboard/reports/uptime',
      '/dashboard/transactions',
      '/dashboard/transactions/*',
    ],
    related: ['money', 'activity'],
  },
  money: {
    part: 'desk',
    opens: manager('/dashboard/reports/money'),
    screens: ['/dashboard/reports/money'],
    related: ['reports', 'products', 'company'],
    picture: 'desk',
  },
  bags: {
    part: 'desk',
    opens: manager('/dashboard/more/cash-withdrawal/count'),
    screens: ['/dashboard/more/cash-withdrawal/count', '/dashboard/more/cash-withdrawal/differences'],
    related: ['cash', 'money'],
  },
  issues: {
    part: 'desk',
    opens: manager('/dashboard/more/issues'),
    screens: ['/dashboard/more/issues', '/dashboard/review-items'],
    related: ['dashboard', 'problem', 'proposal'],
  },
  alerts: {
    part: 'desk',
    opens: manager('/dashboard/settings/alerts'),
    screens: ['/dashboard/settings/alerts', '/dashboard/settings/quiet-hours', '/dashboard/settings/notifications'],
    related: ['dashboard', 'devices'],
  },
  devices: {
    part: 'desk',
    opens: manager('/dashboard/more/devices-list'),
    screens: ['/dashboard/more/devices-list', '/dashboard/more/read-outs', '/dashboard/more/debugger'],
    related: ['alerts', 'imports'],
  },
  imports: {
    part: 'desk',
    opens: manager('/dashboard/import'),
    screens: ['/dashboard/import'],
    related: ['start', 'slots', 'devices'],
    picture: 'desk',
  },
  payments: {
    part: 'desk',
    opens: manager('/dashboard/more/employee-passes'),
    screens: [
      '/dashboard/more/employee-passes',
      '/dashboard/settings/blik',
      '/dashboard/settings/vendpay',
      '/dashboard/settings/payment-reader/pep',
    ],
    related: ['devices', 'money'],
  },
  activity: {
    part: 'desk',
    opens: manager('/dashboard/more/changes'),
    screens: ['/dashboard/more/changes', '/dashboard/more/day-sheet', '/dashboard/more/events', '/dashboard/more/refill-history'],
    related: ['reports', 'people'],
    picture: 'desk',
  },
  developer: {
    part: 'desk',
    opens: manager('/dashboard/more/developer'),
    screens: ['/dashboard/more/developer', '/dashboard/more/developer/webhooks/*'],
    related: ['imports', 'company'],
  },
  company: {
    part: 'desk',
    opens: manager('/dashboard/settings/company'),
    screens: [
      '/dashboard/settings/company',
      '/dashboard/settings/change-plan',
      '/dashboard/settings/invoices',
      '/dashboard/more/branches',
      '/dashboard/admin',
    ],
    related: ['people', 'money', 'developer'],
  },
} as const satisfies Record<string, Entry>

export type GuidePage = keyof typeof PAGES
export const GUIDE_PAGES = Object.keys(PAGES) as GuidePage[]
export const isGuidePage = (name: string): name is GuidePage => Object.hasOwn(PAGES, name)
export const guidePage = (name: GuidePage): Omit<Entry, 'related'> & { related: readonly GuidePage[] } => PAGES[name]

/** Whether a path is that of a screen, where `*` is one part of it. */
const fits = (path: string, screen: string) => {
  const [parts, wanted] = [path.split('/'), screen.split('/')]
  return parts.length === wanted.length && wanted.every((part, index) => part === '*' || part === parts[index])
}

/** The page about a screen. A page about the tab takes precedence over that of the path. */
export function helpFor(path: string, tab: unknown): GuidePage | undefined {
  const about = (wanted: (screen: string) => boolean) => GUIDE_PAGES.find((name) => guidePage(name).screens.some(wanted))
  return (
    about((screen) => screen.includes('?') && screen.endsWith(`?${tab}`) && fits(path, screen.split('?')[0] ?? '')) ??
    about((screen) => fits(path, screen))
  )
}
