import * as v from 'valibot'
import { AuditFile, LONGEST_AUDIT, NoteText, recordAudit, withdrawCash, writeNote } from '#contract/machines.ts'
import { fromIso } from '#domain/time.ts'
import { recordWithdrawal } from '../../cash-box/withdrawals.store.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { type OperationContext, oneByOne, type Warning } from '../../sync/operations.ts'
import type { Deed } from '../../sync/plain-call.ts'
import { companyWays } from '../imports/company-ways.store.ts'
import { auditIn, recordReading } from '../telemetry/audits.ts'
import { newsOf } from '../telemetry/tell.ts'
import { writeNoteAt } from './machines-changes.store.ts'

/** The last word stands. */
const writeDown = oneByOne(async (context) => {
  const { db, person, machineId, operationId, at, body } = context
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(NoteText, body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const { note } = await writeNoteAt(db, person.companyId, machineId, { note: parsed.output.note || null, at, by: operationId })
  const answer = { operationId, warnings: warningsOf(context), note }
  return { answer, changes: [{ kind: 'machine', id: machineId }] }
})

/** Whoever read the machine out has its counters: they stand, whatever that person may do by now. */
const readOut = oneByOne(async (context) => {
  const { db, person, machineId, operationId, body, receivedAt } = context
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  const parsed = v.safeParse(AuditFile, body)
  if (!parsed.success) return invalid(parsed.issues[0])
  const { file, readAt } = parsed.output
  const reading = auditIn(file, person.currency)
  if (reading instanceof Refusal) return reading
  const { kind, pieces, warnings, hasChanged } = await recordReading(
    db,
    { ...(await companyWays(db, person.companyId)), company: person.companyId, machine: machineId, receivedAt },
    { id: operationId, readAt: Math.max(0, Math.min(fromIso(readAt), receivedAt)), user: person.userId, device: null, file, reading },
  )
  const told = [...(kind === 'known' ? ['AUDIT_KNOWN'] : []), ...warnings].map((code): Warning => ({ code }))
  const { changes, news } = newsOf({ machine: machineId, stock: true }, receivedAt)
  return { answer: { operationId, warnings: [...warningsOf(context), ...told], kind, pieces }, changes, news: hasChanged ? [news] : [] }
})

/** Whoever stood before the machine has taken what lay in it: that stands, whatever they may do by now. */
const empty = oneByOne(async (context) => {
  const { db, person, machineId, operationId, at } = context
  if (!context.reach) return refuse('MACHINE_NOT_FOUND')
  await recordWithdrawal(db, person.companyId, { machine: machineId, operation: operationId, user: person.userId, at })
  return { answer: { operationId, warnings: warningsOf(context) }, changes: [{ kind: 'machine', id: machineId }] }
})

const invalid = (issue: v.BaseIssue<unknown>) => refuse('INVALID', { detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })

const warningsOf = ({ late, doubtfulClock, reach }: OperationContext): Warning[] => [
  ...(late ? [{ code: 'LATE' }] : []),
  ...(doubtfulClock ? [{ code: 'DOUBTFUL_CLOCK' }] : []),
  ...(reach?.assigned ? [] : [{ code: 'NOT_ASSIGNED' }]),
]

/** In JSON each end of a line is two letters more. */
const BODY = 1.5 * LONGEST_AUDIT

export const machineDeeds: readonly Deed[] = [
  { endpoint: writeNote, perform: writeDown },
  { endpoint: withdrawCash, perform: empty },
  { endpoint: recordAudit, perform: readOut, bodyLimit: BODY },
]
