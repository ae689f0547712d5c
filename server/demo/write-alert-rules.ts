import type { AlertEvent } from '#domain/alerts/alert.ts'
import type { CompanyId, UserId } from '#domain/ids.ts'
import type { Moment } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { alertRules } from '../db/schema/alerts.ts'

/** Temperature and coins are the urgent ones. The dashboard shows all others. */
const WANTED: readonly AlertEvent[] = ['ALERT_UP_TOO_HIGH_TEMPERATURE', 'ALERT_UP_LOW_COINS_LEVEL']

/** Creates mail alerts of a few kinds for the first manager. */
export async function writeAlertRules(db: Db, company: CompanyId, manager: UserId, at: Moment): Promise<void> {
  await db
    .insert(alertRules)
    .values(WANTED.map((event) => ({ companyId: company, userId: manager, event, channel: 'EMAIL' as const, createdAt: at })))
}
