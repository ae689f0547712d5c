import type { Account } from '#contract/account.ts'
import type { MachineId } from '#domain/ids.ts'

type Role = Pick<Account, 'companyRole'>

/** Where a person works on what a machine lacks. */
export const shortagesAddress = ({ companyRole }: Role, machineId: MachineId): string =>
  companyRole === 'ROLE_MANAGER' ? `/dashboard/shortages?machine=${machineId}` : `/dashboard/serviceman/machines/${machineId}/shortages`

export const machinesAddress = ({ companyRole }: Role): string =>
  companyRole === 'ROLE_MANAGER' ? '/dashboard/machines' : '/dashboard/serviceman/machines'
