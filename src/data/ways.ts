import type { LinkProps } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import type { MachineId } from '#domain/ids.ts'
import { hasShortages } from './home.ts'
import { opensMachineInNewTab } from './local-settings.ts'

type Way = Pick<LinkProps, 'to' | 'params' | 'search' | 'target'>
type Tab = 'PRODUCTS_TAB'

/** Links to machines and their shortages, depending on the role and the company's features. */
type Ways = {
  machines: Way
  machine(id: MachineId): Way
  /** Link to a machine's stock; null if this company has no shortages. */
  shortages: ((id: MachineId, tab?: Tab) => Way) | null
  allShortages: Way | null
  /** Link for a visit: the machine's shortages, or the machine itself if there are none. */
  visit(id: MachineId): Way
}

export function waysOf(account: Pick<Account, 'companyRole' | 'companyIntegrations'>): Ways {
  const ways = account.companyRole === 'ROLE_MANAGER' ? OF_MANAGERS : OF_SERVICEMEN
  return hasShortages(account) ? { ...ways, visit: ways.shortages } : { ...ways, shortages: null, allShortages: null, visit: ways.machine }
}

const OF_MANAGERS = {
  machines: { to: '/dashboard/machines' },
  machine: (id: MachineId): Way => ({
    to: '/dashboard/machines/$machineId',
    params: { machineId: String(id) },
    ...(opensMachineInNewTab() ? { target: '_blank' } : {}),
  }),
  shortages: (id: MachineId, tab?: Tab): Way => ({ to: '/dashboard/shortages', search: { machine: id, tab } }),
  allShortages: { to: '/dashboard/shortages', search: { machine: 'all' } },
} as const

const OF_SERVICEMEN = {
  machines: { to: '/dashboard/serviceman/machines' },
  machine: (id: MachineId): Way => ({ to: '/dashboard/serviceman/machines/$machineId', params: { machineId: String(id) } }),
  shortages: (id: MachineId, tab?: Tab): Way => ({
    to: '/dashboard/serviceman/machines/$machineId/shortages',
    params: { machineId: String(id) },
    search: { tab },
  }),
  allShortages: { to: '/dashboard/serviceman/shortages', search: { machine: 'all' } },
} as const
