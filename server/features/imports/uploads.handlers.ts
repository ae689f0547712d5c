import { randomUUID } from 'node:crypto'
import type { AnswerOf, CheckedOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/imports.ts'
import { audit } from '../../audit-log/audit-log.store.ts'
import { isTooMany, roomForMachines } from '../../db/company-settings.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { wakeJobs } from '../../jobs/jobs.store.ts'
import { insertImport } from './import-list.store.ts'
import { refusedRows } from './outcome.ts'
import { beginRemoval } from './remove-import.ts'
import { changeState, deleteParts, findStatus, lockImport, makeRoom, uploadedBytes, writePart } from './uploads.store.ts'

type Status = AnswerOf<typeof contract.getImport>
type OfImport = { params: { importId: string } }

const statusOf = async ({ db, principal }: RequestContext, id: string): Promise<Status | Refusal> =>
  (await findStatus(db, principal.companyId, id)) ?? refuse('NOT_FOUND')

const notNow = (detail: string) => refuse('IMPORT_INVALID', { detail })

export async function beginImport({ body }: CheckedOf<typeof contract.beginImport>, caller: RequestContext): Promise<Status | Refusal> {
  const { db, principal, ctx } = caller
  const id = randomUUID()
  await makeRoom(db, principal.companyId, ctx.now())
  await insertImport(db, { company: principal.companyId, id, user: principal.userId, ...body, state: 'UPLOADING', now: ctx.now() })
  return statusOf(caller, id)
}

export async function addImportPart(
  { params: { importId, part }, body: { content, partBytes } }: CheckedOf<typeof contract.addImportPart>,
  { db, principal }: RequestContext,
): Promise<{ part: number } | Refusal> {
  const found = await lockImport(db, principal.companyId, importId)
  if (!found) return refuse('NOT_FOUND')
  if (found.state !== 'UPLOADING') return notNow('The file of this import is complete.')
  const parts = Math.ceil(found.size / partBytes)
  const expected = part === parts ? found.size - (parts - 1) * partBytes : partBytes
  if (part > parts || Buffer.byteLength(content, 'base64') !== expected)
    return notNow(`Part ${part} of ${parts} must have ${part > parts ? 0 : expected} bytes.`)
  await writePart(db, principal.companyId, importId, part, content)
  return { part }
}

export async function readImport(
  { params: { importId }, body }: CheckedOf<typeof contract.readImport>,
  caller: RequestContext,
): Promise<Status | Refusal> {
  const { db, principal, ctx } = caller
  const found = await lockImport(db, principal.companyId, importId)
  if (!found) return refuse('NOT_FOUND')
  if (!['UPLOADING', 'READY', 'FAILED'].includes(found.state)) return notNow('This import cannot be read now.')
  if ((await uploadedBytes(db, principal.companyId, importId)) !== found.size) return notNow('The file is not complete.')
  await changeState(db, principal.companyId, importId, { state: 'READING', choices: body }, ctx.now())
  await wakeJobs(db)
  return statusOf(caller, importId)
}

export async function runImport(
  { params: { importId }, body }: CheckedOf<typeof contract.runImport>,
  caller: RequestContext,
): Promise<Status | Refusal> {
  const { db, principal, ctx } = caller
  const found = await lockImport(db, principal.companyId, importId)
  if (!found) return refuse('NOT_FOUND')
  const { state, kind, preview, choices } = found
  if (state !== 'READY' || !preview?.counts) return notNow('The file has to be read first.')
  const { counts, holds, mapping } = preview
  if ((counts.refused > 0 && !body.leaveOut) || counts.new + counts.known === 0 || holds === 'SETTLEMENT')
    return refuse('IMPORT_INVALID', {
      detail: refusedRows(counts),
      details: { problems: preview.problems.slice(0, 100) },
    })
  const machines = counts.machines + (kind === 'MACHINES' ? counts.new : 0)
  const room = machines > 0 ? await roomForMachines(db, principal.companyId, { forMore: true }) : null
  if (room && isTooMany(room, machines)) return refuse('PLAN_LIMIT', { details: room })
  await changeState(db, principal.companyId, importId, { state: 'RUNNING', choices: { ...choices, mapping, ...body } }, ctx.now())
  await wakeJobs(db)
  return statusOf(caller, importId)
}

export const getImport = ({ params: { importId } }: OfImport, caller: RequestContext) => statusOf(caller, importId)

/** The worker adds rows in transactions that lock the import, so no rows can be added after this one. */
export async function cancelImport({ params: { importId } }: OfImport, caller: RequestContext): Promise<Status | Refusal> {
  const { db, principal, ctx } = caller
  const { companyId, userId } = principal
  const found = await lockImport(db, companyId, importId)
  if (!found) return refuse('NOT_FOUND')
  const { state, kind } = found
  const now = ctx.now()
  if (state === 'RUNNING') {
    await audit(db, companyId, { userId, at: now }, [{ action: 'import-undone', of: { kind: 'import', id: kind } }])
    await beginRemoval(db, { companyId, id: importId, state: 'CANCELLING', why: null }, now)
  } else if (['UPLOADING', 'READING', 'READY', 'FAILED'].includes(state)) {
    await deleteParts(db, companyId, importId)
    await changeState(db, companyId, importId, { state: 'CANCELLED' }, now)
  } else if (state !== 'CANCELLED' && state !== 'CANCELLING') return notNow('This import has ended. It can be undone instead.')
  return statusOf(caller, importId)
}
