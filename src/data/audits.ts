import { queryOptions } from '@tanstack/react-query'
import * as contract from '#contract/machines.ts'
import { fileText, isDdcmpRecording } from '#domain/eva-dts/file-text.ts'
import { readTime } from '#domain/eva-dts/read-time.ts'
import { type Reading, readAudits } from '#domain/eva-dts/reading.ts'
import { auditTexts } from '#domain/eva-dts/split.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { call, type Received } from '#offline/call.ts'
import type { Keeping } from '#offline/outbox.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { openHere } from './device.ts'
import { answered } from './not-answered.ts'
import { record } from './outbox.ts'
import { ownWork } from './own-work.ts'
import { filesInZip, isZipFile, LARGEST_ZIP, type ZipFault } from './zip.ts'

/** An audit that was found in a file: what will be sent, and what it says. */
export type FoundAudit = {
  opId: OperationId
  name: string
  file: string
  reading: Reading
  readAt: Moment
  readAtFrom: 'CLOCK' | 'FILE' | 'PERSON'
}

/** Why nothing can be read of a file, and in which line. */
export type Unreadable = { name: string; why: 'NO_AUDIT' | 'TOO_LARGE' | 'DDCMP' | ZipFault; line: number }

/** The largest file that is looked into, in bytes. */
const LARGEST_FILE = contract.LONGEST_AUDIT

/** A file's bytes, and when it was written. */
type FileBytes = { name: string; bytes: Uint8Array; writtenAt: Moment }

/** Reads files of audits on this device, and zip files of them. Each audit in them is one of its own. */
export async function readFiles(files: readonly File[]): Promise<{ audits: FoundAudit[]; unreadable: Unreadable[] }> {
  const { db } = openHere()
  const { offset } = await ownWork(db, 0)
  const audits: FoundAudit[] = []
  const unreadable: Unreadable[] = []
  for (const file of files) {
    const opened = await openFile(file)
    unreadable.push(...opened.unreadable)
    for (const one of opened.files) {
      const found = auditsIn(one, offset)
      if ('why' in found) unreadable.push(found)
      else audits.push(...found.audits)
    }
  }
  return { audits, unreadable }
}

async function openFile(file: File): Promise<{ files: FileBytes[]; unreadable: Unreadable[] }> {
  const { name } = file
  const faulty = (why: Unreadable['why'], of = name): Unreadable => ({ name: of, why, line: 1 })
  const isZip = isZipFile(new Uint8Array(await file.slice(0, 4).arrayBuffer()))
  if (file.size > (isZip ? LARGEST_ZIP : LARGEST_FILE)) return { files: [], unreadable: [faulty(isZip ? 'ZIP_TOO_LARGE' : 'TOO_LARGE')] }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const writtenAt = file.lastModified
  if (!isZip) return { files: [{ name, bytes, writtenAt }], unreadable: [] }
  const unpacked = filesInZip(bytes, LARGEST_FILE)
  if ('fault' in unpacked) return { files: [], unreadable: [faulty(unpacked.fault)] }
  return {
    files: unpacked.files.map((one) => ({ ...one, name: `${name} / ${one.name}`, writtenAt })),
    unreadable: unpacked.tooLarge.map((one) => faulty('TOO_LARGE', `${name} / ${one}`)),
  }
}

function auditsIn({ name, bytes, writtenAt }: FileBytes, offset: number): { audits: FoundAudit[] } | Unreadable {
  const { account, device } = openHere()
  if (isDdcmpRecording(bytes)) return { name, why: 'DDCMP', line: 1 }
  // A line's end takes half as much on its way.
  const text = fileText(bytes).replaceAll(/\r\n?/g, '\n')
  const { readings, warnings } = readAudits(text, account.currency)
  if (readings.length === 0) return { name, why: 'NO_AUDIT', line: warnings[0]?.line ?? 1 }
  const texts = readings.length > 1 ? auditTexts(text) : [text]
  const found = texts.flatMap((one) => {
    const [reading] = readAudits(one, account.currency).readings
    return reading ? [{ file: one, reading }] : []
  })
  const now = Date.now()
  const audits = found.map(({ file, reading }, index): FoundAudit => {
    // Of several in one file, the last is as old as the file.
    const said = Math.min(writtenAt, now) + offset - (found.length - 1 - index) * MINUTE
    const { at, from } = readTime({ clock: reading.clock, said, from: 'FILE', ahead: null, timezone: account.timezone, now: now + offset })
    return { opId: device.newId(), name, file, reading, readAt: at, readAtFrom: from === 'CLOCK' ? 'CLOCK' : 'FILE' }
  })
  return { audits }
}

const bodyOf = ({ file, readAt, readAtFrom }: FoundAudit) => ({ file, readAt: toIso(readAt), readAtFrom })

/** What an audit would bring, as the server says it now; null where it cannot be asked. */
export const auditPreview = (machineId: MachineId, audit: FoundAudit) =>
  queryOptions({
    queryKey: ['auditPreview', machineId, audit.opId, audit.readAt],
    retry: false,
    staleTime: MINUTE,
    queryFn: () => call(contract.previewAudit, { params: { id: String(machineId) }, body: bodyOf(audit) }, { timeoutMs: 15 * SECOND }),
  })

/** An audit of many, and the machine that it was assigned to by hand. */
export type AssignedAudit = FoundAudit & { machine: MachineId | null }

/** What many audits would bring, those of one machine one after the other. */
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

/** Records an audit of a machine; works without a network. `confirm`: a manager says that it is right as it is. */
export const recordAudit = (machineId: MachineId, audit: FoundAudit, confirm: boolean): Promise<Keeping> =>
  record({ call: 'recordAudit', machineId, body: { ...bodyOf(audit), ...(confirm ? { confirm } : {}) } }, audit.opId)

export type AuditStatus = contract.RecordedAudit['status']

/** The read-outs that were recorded: of one machine, or of all. */
export const recordedAudits = (machineId: MachineId | null, page: number, size: number, status: AuditStatus | null = null) =>
  queryOptions({
    queryKey: ['recordedAudits', machineId, page, size, status],
    retry: false,
    queryFn: async () => {
      const query = { page: String(page), size: String(size), ...(status ? { status } : {}) }
      return answered(
        machineId === null
          ? call(contract.listAudits, { query }, { timeoutMs: 15 * SECOND })
          : call(contract.listMachineAudits, { params: { id: String(machineId) }, query }, { timeoutMs: 15 * SECOND }),
      )
    },
  })

export const decideAudit = ({ machine, id }: contract.RecordedAudit, decision: 'undo' | 'confirm', key: OperationId) =>
  call(
    decision === 'undo' ? contract.undoAudit : contract.confirmAudit,
    { params: { id: String(machine.id), audit: id } },
    { timeoutMs: MINUTE, headers: { 'idempotency-key': key } },
  )
