import * as v from 'valibot'
import { NoteText, withdrawCash, writeNote } from '#contract/machines.ts'
import { recordWithdrawal } from '../../cash-box/withdrawals.store.ts'
import { refuse } from '../../http/refusal.ts'
import { openReviews } from '../../ledger/review-items.ts'
import { sequentially } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { warningsOf } from '../../sync/warnings.ts'
import { writeNoteAt } from './machines-changes.store.ts'

/** The note with the latest time wins. */
const writeDown = sequentially(async (context) => {
  const { db, principal, machineId, operationId, at, body } = context
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(NoteText, body)
  if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
  const { note } = await writeNoteAt(db, principal.companyId, machineId, { note: parsed.output.note || null, at, by: operationId })
  const answer = { operationId, warnings: warningsOf(context), note }
  return { answer, changes: [{ kind: 'machine', id: machineId }] }
})

/** A cash collection is accepted regardless of the user's current rights, because the cash was really taken. */
const empty = sequentially(async (context) => {
  const { db, principal, machineId, operationId, at } = context
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  await recordWithdrawal(db, principal.companyId, { machine: machineId, operation: operationId, user: principal.userId, at })
  const isGone = context.reach.deactivatedAt !== null
  if (isGone)
    await openReviews(db, principal.companyId, context.receivedAt, [
      { operation: operationId, kind: 'MACHINE_GONE', machineId, stockPointId: null, details: {} },
    ])
  return {
    answer: { operationId, warnings: warningsOf(context) },
    changes: [{ kind: 'machine', id: machineId }],
    news: [{ activity: 'CASKET_MONEY_CHANGE', at, machineId, changed: ['cash', 'machines', ...(isGone ? (['reviews'] as const) : [])] }],
  }
})

export const machineOperations: readonly OperationEndpoint[] = [
  { endpoint: writeNote, perform: writeDown },
  { endpoint: withdrawCash, perform: empty },
]
