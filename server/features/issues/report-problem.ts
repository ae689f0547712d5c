import * as v from 'valibot'
import { Problem, reportProblem } from '#contract/problems.ts'
import { typeOfProblem } from '#domain/issues.ts'
import { issuePlace } from '../../alerts/write-alert.ts'
import { refuse } from '../../http/refusal.ts'
import { sequentially } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { warningsOf } from '../../sync/warnings.ts'
import { insertProblem, isSlotOf } from './issues.store.ts'

/**
 * An employee's report becomes an issue at the time of the report. It is accepted regardless of the user's current rights, because the
 * problem was really there. One that was undone before it arrived is stored as invalid, without a notification.
 */
const report = sequentially(async (context) => {
  const { db, principal, machineId, operationId, at, body } = context
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(Problem, body)
  if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
  const { cause, outOfOrder, slotId = null, note, photos } = parsed.output
  if (slotId !== null && !(await isSlotOf(db, principal.companyId, machineId, slotId))) return refuse('SLOT_NOT_FOUND')
  const type = typeOfProblem(cause, outOfOrder)
  const problem = {
    id: operationId,
    machine: machineId,
    user: principal.userId,
    type,
    cause,
    slotId,
    outOfOrder,
    details: note || null,
    photos,
  }
  const isOpen = await insertProblem(db, principal.companyId, problem, at)
  return {
    answer: { operationId, warnings: warningsOf(context) },
    changes: [{ kind: 'machine', id: machineId }],
    events: isOpen
      ? [
          {
            activity: 'PROBLEM_REPORTED',
            at,
            machineId,
            changed: ['issues'],
            details: { message: note || null, cause, issue: operationId },
            note: { message: 'PROBLEM_REPORTED', type: outOfOrder ? 'ERROR' : 'WARNING', slug: issuePlace(operationId), values: { cause } },
          },
        ]
      : [],
  }
})

export const problemOperations: readonly OperationEndpoint[] = [{ endpoint: reportProblem, perform: report }]
