import { visibleTo } from '../http/machine-access.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type MachineStock, stockIn } from './machine-stock.ts'

/** The stock per product in the machines that a user sees, for calls that read one snapshot. */
export const stockSeenBy = ({ db, principal, ctx }: Pick<RequestContext, 'db' | 'principal' | 'ctx'>): Promise<MachineStock> =>
  principal.companyRole === 'ROLE_MANAGER'
    ? ctx.machineStock(db, principal.companyId, ctx.now())
    : stockIn(db, principal.companyId, visibleTo(principal))
