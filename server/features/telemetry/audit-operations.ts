import * as v from 'valibot'
import { AuditFile, MAX_READ_OUT_LENGTH, recordAudit } from '#contract/dex-audits.ts'
import { fromIso } from '#domain/time.ts'
import { companyWays } from '../../db/company-settings.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { sequentially, type Warning } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { answerOf } from './audits.handlers.ts'
import { auditIn, recordReading } from './audits.ts'
import { machineChange } from './machine-events.ts'

/** A read-out is accepted regardless of the user's current rights, because the counters were really read. */
const readOut = sequentially(async ({ db, principal, machineId, operationId, body, receivedAt, reach, late, doubtfulSince }) => {
  if (!reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(AuditFile, body)
  if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
  const { file, readAt, readAtFrom, confirm } = parsed.output
  const reading = auditIn(file, principal.currency)
  if (reading instanceof Refusal) return reading
  const { companyId: company, userId: user } = principal
  const recorded = await recordReading(
    db,
    { ...(await companyWays(db, company)), company, machine: machineId, receivedAt },
    {
      id: operationId,
      givenAt: readAt ? fromIso(readAt) : null,
      givenFrom: readAtFrom ?? null,
      user,
      device: null,
      file,
      reading,
      isConfirmed: confirm && principal.companyRole === 'ROLE_MANAGER',
    },
  )
  const { kind, warnings, reasons, hasChanged } = recorded
  const codes = [
    ...(late ? ['LATE'] : []),
    ...(doubtfulSince === null ? [] : ['DOUBTFUL_CLOCK']),
    ...(reach.assigned ? [] : ['NOT_ASSIGNED']),
    ...(reach.deactivatedAt === null ? [] : ['MACHINE_GONE']),
    ...(kind === 'known' ? ['AUDIT_KNOWN'] : []),
    ...(kind === 'held' ? ['AUDIT_HELD'] : []),
    ...reasons.map(({ code }) => code),
    ...warnings,
  ]
  const { changes } = machineChange({ machine: machineId, stock: true }, receivedAt)
  // Open screens list read-outs that change nothing yet, such as held ones.
  const { events } = machineChange({ machine: machineId, stock: hasChanged }, receivedAt)
  return {
    answer: {
      operationId,
      warnings: codes.map((code): Warning => ({ code })),
      ...answerOf(recorded, principal.companyRole === 'ROLE_MANAGER'),
    },
    changes,
    events: kind === 'known' ? [] : events,
  }
})

/** In JSON each line ending takes two more characters. */
export const AUDIT_BYTES = 1.5 * MAX_READ_OUT_LENGTH

export const auditOperations: readonly OperationEndpoint[] = [{ endpoint: recordAudit, perform: readOut, bodyLimit: AUDIT_BYTES }]
