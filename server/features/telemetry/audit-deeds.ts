import * as v from 'valibot'
import { AuditFile, LONGEST_AUDIT, recordAudit } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import { companyWays } from '../../database/company-ways.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { oneByOne, type Warning } from '../../sync/operations.ts'
import type { Deed } from '../../sync/plain-call.ts'
import { auditIn, recordReading } from './audits.ts'
import { newsOf } from './tell.ts'

/** Whoever read the machine out has its counters: they stand, whatever that person may do by now. */
const readOut = oneByOne(async ({ db, person, machineId, operationId, body, receivedAt, reach, late, doubtfulClock }) => {
  if (!reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(AuditFile, body)
  if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
  const { file, readAt } = parsed.output
  const reading = auditIn(file, person.currency)
  if (reading instanceof Refusal) return reading
  const { companyId: company, userId: user } = person
  const { kind, pieces, warnings, hasChanged } = await recordReading(
    db,
    { ...(await companyWays(db, company)), company, machine: machineId, receivedAt },
    { id: operationId, readAt: Math.max(0, Math.min(fromIso(readAt), receivedAt)), user, device: null, file, reading },
  )
  const codes = [
    ...(late ? ['LATE'] : []),
    ...(doubtfulClock ? ['DOUBTFUL_CLOCK'] : []),
    ...(reach.assigned ? [] : ['NOT_ASSIGNED']),
    ...(kind === 'known' ? ['AUDIT_KNOWN'] : []),
    ...warnings,
  ]
  const { changes, news } = newsOf({ machine: machineId, stock: true }, receivedAt)
  return {
    answer: { operationId, warnings: codes.map((code): Warning => ({ code })), kind, pieces },
    changes,
    news: hasChanged ? news : [],
  }
})

/** In JSON each end of a line is two letters more. */
export const AUDIT_BYTES = 1.5 * LONGEST_AUDIT

export const auditDeeds: readonly Deed[] = [{ endpoint: recordAudit, perform: readOut, bodyLimit: AUDIT_BYTES }]
