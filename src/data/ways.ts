import type { LinkProps } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import type { MachineId } from '#domain/ids.ts'
import { hasShortages } from './home.ts'
import { opensMachineInNewTab } from './local-settings.ts'

type Way = Pick<LinkProps, 'to' | 'params' | 'search' | 'target'>
type Tab = 'PRODUCTS_TAB'

/** Where a person finds machines and what they lack: by their role, and by what their company has. */
export type Ways = {
  machines: Way
  machine(id: MachineId): Way
  /** Where a machine's stock is worked on. Null: this company has no shortages. */
  shortages: ((id: MachineId, tab?: Tab) => Way) | null
  allShortages: Way | null
  /** What one comes to a machine for: what it lacks, or the machine itself where nothing tells that. */
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
