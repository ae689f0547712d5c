import type { CompanyId, UserId } from '#domain/ids.ts'
import type { Principal } from '../http/request-context.ts'

/** Whether a device speaks for the person who is signed in; one that names nobody is taken to. */
export const speaksFor = (
  person: Principal,
  { userId, companyId }: { userId?: UserId | undefined; companyId?: CompanyId | undefined },
): boolean => (userId ?? person.userId) === person.userId && (companyId ?? person.companyId) === person.companyId
