export const COMPANY_ROLES = ['ROLE_MANAGER', 'ROLE_EMPLOYEE'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

export const AUTHORITIES = ['ROLE_MANAGER', 'ROLE_EMPLOYEE', 'ROLE_HQ_MANAGER', 'ROLE_DEVICE_MANAGER', 'ROLE_SUPER_ADMIN'] as const
export type Authority = (typeof AUTHORITIES)[number]

/** Access levels of calls: public, our own app, any signed-in user, or one role. */
const ACCESSES = ['public', 'basic', 'anyone', 'manager', 'hq', 'device-manager', 'super-admin', 'device', 'device-or-manager'] as const
export type Access = (typeof ACCESSES)[number]

export type Rights = { companyRole: CompanyRole; roles: readonly Authority[] }

/** Whether a signed-in user may call it: employees have access with 'anyone' only, limited to their machines. */
export function mayAccess(access: Access, { companyRole, roles }: Rights): boolean {
  switch (access) {
    case 'public':
    case 'basic':
    case 'anyone':
      return true
    case 'manager':
    case 'device-or-manager':
      return companyRole === 'ROLE_MANAGER'
    case 'hq':
      return companyRole === 'ROLE_MANAGER' && roles.includes('ROLE_HQ_MANAGER')
    case 'device-manager':
      return roles.includes('ROLE_DEVICE_MANAGER')
    case 'super-admin':
      return roles.includes('ROLE_SUPER_ADMIN')
    case 'device':
      return false
  }
}

/** Only managers see money, on every screen, page, event and export. */
export const seesMoney = ({ companyRole }: Rights): boolean => companyRole === 'ROLE_MANAGER'

/** Whether a user may grant or revoke the right to connect devices: users who have it, and super admins. */
export const mayGrantDeviceManager = ({ companyRole, roles }: Rights): boolean =>
  companyRole === 'ROLE_MANAGER' && (roles.includes('ROLE_DEVICE_MANAGER') || roles.includes('ROLE_SUPER_ADMIN'))
