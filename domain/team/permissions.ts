export const COMPANY_ROLES = ['ROLE_MANAGER', 'ROLE_EMPLOYEE'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

export const AUTHORITIES = ['ROLE_MANAGER', 'ROLE_EMPLOYEE', 'ROLE_HQ_MANAGER', 'ROLE_DEVICE_MANAGER', 'ROLE_SUPER_ADMIN'] as const
export type Authority = (typeof AUTHORITIES)[number]

/** Who may ask for something: nobody needs to sign in, our own app, anyone signed in, or one role. */
export const ACCESSES = [
  'public',
  'basic',
  'anyone',
  'manager',
  'hq',
  'device-manager',
  'super-admin',
  'device',
  'device-or-manager',
] as const
export type Access = (typeof ACCESSES)[number]

export type Rights = { companyRole: CompanyRole; roles: readonly Authority[] }

/** Whether a signed-in person may: employees are let in by 'anyone' alone, and see only their machines there. */
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

/** Managers see money; nobody else does, on any screen, page, event or export. */
export const seesMoney = ({ companyRole }: Rights): boolean => companyRole === 'ROLE_MANAGER'

/** The rights beyond the company role that are given inside a company. The others are given by the operator of the server. */
export const GIVEN_IN_COMPANY = ['ROLE_DEVICE_MANAGER'] as const satisfies readonly Authority[]

/** Who may give or take the right to connect devices: those who have it, and super admins. */
export const mayGiveDeviceManager = ({ companyRole, roles }: Rights): boolean =>
  companyRole === 'ROLE_MANAGER' && (roles.includes('ROLE_DEVICE_MANAGER') || roles.includes('ROLE_SUPER_ADMIN'))
