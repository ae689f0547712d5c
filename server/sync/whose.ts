import type { CompanyId, UserId } from '#domain/ids.ts'
import type { Principal } from '../http/request-context.ts'

/** Whether a device acts for the authenticated user. A device that names no user does. */
export const speaksFor = (
  person: Principal,
  { userId, companyId }: { userId?: UserId | undefined; companyId?: CompanyId | undefined },
): boolean => (userId ?? person.userId) === person.userId && (companyId ?? person.companyId) === person.companyId
