import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { live } from '#app/data/local-query.ts'
import { readOutbox, record, sendNow } from '#app/data/outbox.ts'
import { answered } from '#app/data/server-requests.ts'
import * as contract from '#contract/dex-audits.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { MINUTE, SECOND, toIso } from '#domain/time.ts'
import { call, type Received } from '#offline/api-client.ts'
import type { Enqueued } from '#offline/outbox.ts'
import type { Answer } from '#offline/sync-calls.ts'
import type { FoundAudit } from './audit-files.ts'

const bodyOf = ({ file, readAt, readAtFrom }: FoundAudit) => ({ file, readAt: toIso(readAt), readAtFrom })

/** The current effect of an audit according to the server; null if the server does not respond. */
export const auditPreview = (machineId: MachineId, audit: FoundAudit) =>
  queryOptions({
    queryKey: ['auditPreview', machineId, audit.opId, audit.readAt],
    retry: false,
    staleTime: MINUTE,
    queryFn: () => call(contract.previewAudit, { params: { id: String(machineId) }, body: bodyOf(audit) }, { timeoutMs: 15 * SECOND }),
  })

/** One of several audits, with the machine it was assigned to by hand. */
export type AssignedAudit = FoundAudit & { machine: MachineId | null }

/** Size limit of one request. */
const MAX_MAILS = 7_000_000

/** The number of audits that the server previews together. */
export function reviewable<One extends FoundAudit>(audits: readonly One[]): One[] {
  let letters = 0
  const end = audits.findIndex(({ file }, nth) => {
    letters += file.length
    return nth >= contract.MAX_AUDITS_AT_ONCE || letters > MAX_MAILS
  })
  return audits.slice(0, end < 0 ? audits.length : end)
}

/** The effect of several audits, with those of one machine in sequence. */
export const auditsPreview = (audits: readonly AssignedAudit[]) =>
  queryOptions({
    queryKey: ['auditsPreview', audits.map(({ opId, machine, readAt }) => [opId, machine, readAt])],
    retry: false,
    staleTime: MINUTE,
    enabled: audits.length > 0,
    placeholderData: (before: Answer<Received<typeof contract.previewAudits>> | undefined) => before,
    queryFn: () =>
      call(
        contract.previewAudits,
        { body: { audits: audits.map((audit) => ({ ...bodyOf(audit), machine: audit.machine })) } },
        { timeoutMs: MINUTE },
      ),
  })

/** Records an audit of a machine; works without a network. `confirm`: a manager confirms it as it is. */
export const recordAudit = (machineId: MachineId, audit: FoundAudit, confirm: boolean): Promise<Enqueued> =>
  record({ call: 'recordAudit', machineId, body: { ...bodyOf(audit), ...(confirm ? { confirm } : {}) } }, audit.opId)

export type AuditStatus = contract.RecordedAudit['status']

/** The number of read-outs on this device that the server may not have yet. */
export const unsentAudits = () =>
  queryOptions({
    queryKey: ['unsentAudits'],
    queryFn: live(
      async () => (await readOutbox()).entries.filter(({ call, state }) => call === 'recordAudit' && state !== 'acknowledged').length,
    ),
  })

/** Recorded read-outs of one machine or all. */
export const recordedAudits = (machineId: MachineId | null, page: number, size: number, status: AuditStatus | null = null) =>
  queryOptions({
    queryKey: ['recordedAudits', machineId, page, size, status],
    meta: { topics: ['machines'] },
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => {
      const query = { page: String(page), size: String(size), ...(status ? { status } : {}) }
      return answered(
        machineId === null
          ? call(contract.listAudits, { query }, { timeoutMs: 15 * SECOND })
          : call(contract.listMachineAudits, { params: { id: String(machineId) }, query }, { timeoutMs: 15 * SECOND }),
      )
    },
  })

type Decision = { audit: contract.RecordedAudit; what: 'undo' | 'confirm'; key: OperationId }

/** Undoes or confirms an audit. */
export const decideAudit = mutationOptions({
  meta: { invalidates: [['recordedAudits'], ['auditPreview'], ['auditsPreview']] },
  mutationFn: async ({ audit: { machine, id }, what, key }: Decision) => {
    const decided = await answered(
      call(
        what === 'undo' ? contract.undoAudit : contract.confirmAudit,
        { params: { id: String(machine.id), audit: id } },
        { timeoutMs: MINUTE, headers: { 'idempotency-key': key } },
      ),
    )
    sendNow()
    return decided
  },
})
