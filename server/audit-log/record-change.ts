import type { EventInput } from '../events/event-input.ts'
import { publishEvents } from '../events/events.store.ts'
import type { RequestContext } from '../http/request-context.ts'
import { type Audited, audit } from './audit-log.store.ts'

/** Details and formats of a company, which all of its devices show. */
export const COMPANY_CHANGED = { activity: 'COMPANY_CHANGED', changed: ['company'] } as const
/** Settings of a company that only managers see. */
export const SETTINGS_CHANGED = { activity: 'SETTINGS_CHANGED', changed: ['settings'] } as const

/** Adds a user's changes to the audit log, and refreshes the open screens that show them. */
export async function recordChange(
  { db, principal: { companyId, userId }, ctx }: Pick<RequestContext, 'db' | 'principal' | 'ctx'>,
  event: Pick<EventInput, 'activity' | 'changed'>,
  entries: readonly Audited[],
): Promise<void> {
  if (entries.length === 0) return
  const at = ctx.now()
  await audit(db, companyId, { userId, at }, entries)
  await publishEvents(db, companyId, [{ ...event, at, machineId: null }], at)
}
