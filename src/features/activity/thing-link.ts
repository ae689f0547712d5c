import type { LinkProps } from '@tanstack/react-router'
import { getSession } from '#app/data/device.ts'
import type { AuditEntry } from '#contract/audit.ts'
import { dayOf, isoDay } from '#domain/calendar.ts'
import { fromIso } from '#domain/time.ts'
import { nameIn } from './use-audit-labels.ts'

type Goal = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Where the changed thing is; null if it has no page, or none any more. */
export function linkOf(entry: AuditEntry): Goal | null {
  const { of, machine, action } = entry
  const name = nameIn(entry, of.kind, of.id)
  switch (of.kind) {
    case 'machine':
    case 'operation':
      return machine?.active ? { to: '/dashboard/machines/$machineId', params: { machineId: String(machine.id) } } : null
    case 'product':
      return name === undefined || action === 'product-deleted' ? null : { to: '/dashboard/assortment', search: { q: name } }
    case 'user':
      return name === undefined ? null : { to: '/dashboard/settings/employees', search: { q: name } }
    case 'group':
      return action === 'group-deleted' ? null : { to: '/dashboard/settings/machine-groups' }
    case 'device':
      return { to: '/dashboard/more/devices-list' }
    case 'supplier':
      return { to: '/dashboard/inventory', search: { tab: 'suppliers', ...(name === undefined ? {} : { q: name }) } }
    case 'purchase':
      return { to: '/dashboard/inventory', search: { tab: 'purchases' } }
    case 'template':
      return action === 'template-deleted' ? null : { to: '/dashboard/planograms', search: { template: Number(of.id) } }
    case 'order':
      return { to: '/dashboard/orders/$orderId', params: { orderId: String(of.id) } }
    case 'van':
      return { to: '/dashboard/vans/$vanId', params: { vanId: String(of.id) } }
    case 'issue':
      return { to: '/dashboard/more/issues', search: { issue: String(of.id) } }
    case 'pass':
      return { to: '/dashboard/more/employee-passes' }
    case 'api-key':
    case 'webhook':
      return { to: '/dashboard/more/developer' }
    default:
      return null
  }
}

/** The stock change that the entry is about, in its day of the list. */
export function stockChangeOf({ activity, machine }: AuditEntry): Goal | null {
  if (!activity) return null
  const day = isoDay(dayOf(fromIso(activity.at), getSession().account.timezone))
  return { to: '/dashboard/more/refill-history', search: { day, change: activity.id, ...(machine ? { machine: machine.id } : {}) } }
}
