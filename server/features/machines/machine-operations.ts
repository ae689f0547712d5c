import * as v from 'valibot'
import { NoteText, writeNote } from '#contract/machine-operations.ts'
import { refuse } from '../../http/refusal.ts'
import { sequentially } from '../../sync/operations.ts'
import type { OperationEndpoint } from '../../sync/serve-operation.ts'
import { warningsOf } from '../../sync/warnings.ts'
import { writeNoteAt } from './machines-changes.store.ts'

/** The note with the latest time wins. */
const storeNote = sequentially(async (context) => {
  const { db, principal, machineId, operationId, at, body } = context
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(NoteText, body)
  if (!parsed.success) return refuse('INVALID', { detail: `${v.getDotPath(parsed.issues[0]) ?? 'body'}: ${parsed.issues[0].message}` })
  const note = await writeNoteAt(db, principal.companyId, machineId, { note: parsed.output.note || null, at, by: operationId })
  const answer = { operationId, warnings: warningsOf(context), note }
  return { answer, changes: [{ kind: 'machine', id: machineId }] }
})

export const machineOperations: readonly OperationEndpoint[] = [{ endpoint: writeNote, perform: storeNote }]
