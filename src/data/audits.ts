import { queryOptions } from '@tanstack/react-query'
import { LONGEST_AUDIT, previewAudit } from '#contract/machines.ts'
import { type Reading, readAudits } from '#domain/eva-dts/reading.ts'
import { auditTexts } from '#domain/eva-dts/split.ts'
import type { MachineId, OperationId } from '#domain/ids.ts'
import { MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { call } from '#offline/call.ts'
import type { Keeping } from '#offline/outbox.ts'
import { openHere } from './device.ts'
import { record } from './outbox.ts'
import { ownWork } from './own-work.ts'

/** An audit that was found in a file: what will be sent, and what it says. */
export type FoundAudit = { opId: OperationId; name: string; file: string; reading: Reading; readAt: Moment }

/** Why nothing can be read of a file, and in which line. */
export type Unreadable = { name: string; why: 'NO_AUDIT' | 'TOO_LARGE'; line: number }

/** The largest file that is looked into, in bytes. */
const LARGEST_FILE = LONGEST_AUDIT

/** Reads files of audits on this device. Each audit in them is one of its own. */
export async function readFiles(files: readonly File[]): Promise<{ audits: FoundAudit[]; unreadable: Unreadable[] }> {
  const { account, db } = openHere()
  const { offset } = await ownWork(db, 0)
  const audits: FoundAudit[] = []
  const unreadable: Unreadable[] = []
  for (const file of files) {
    if (file.size > LARGEST_FILE) {
      unreadable.push({ name: file.name, why: 'TOO_LARGE', line: 1 })
      continue
    }
    // No text can hold a zero; and a line's end takes half as much on its way.
    const text = new TextDecoder()
      .decode(await file.arrayBuffer())
      .replaceAll('\0', '')
      .replaceAll(/\r\n?/g, '\n')
    const { readings, warnings } = readAudits(text, account.currency)
    if (readings.length === 0) unreadable.push({ name: file.name, why: 'NO_AUDIT', line: warnings[0]?.line ?? 1 })
    const texts = readings.length > 1 ? auditTexts(text) : [text]
    const found = texts.flatMap((one) => {
      const [reading] = readAudits(one, account.currency).readings
      return reading ? [{ file: one, reading }] : []
    })
    const now = Date.now()
    for (const [index, { file: one, reading }] of found.entries()) {
      // Of several the last is as old as the file, unless the machine's own clock tells.
      const told = found.length > 1 && reading.clock ? Date.parse(reading.clock) : Number.NaN
      const saved = Math.min(file.lastModified, now) - (found.length - 1 - index) * MINUTE
      const readAt = (told <= now ? told : saved) + offset
      audits.push({ opId: openHere().device.newId(), name: file.name, file: one, reading, readAt })
    }
  }
  return { audits, unreadable }
}

/** What an audit would bring, as the server says it now; null where it cannot be asked. */
export const auditPreview = (machineId: MachineId, { opId, file, readAt }: FoundAudit) =>
  queryOptions({
    queryKey: ['auditPreview', machineId, opId, readAt],
    retry: false,
    staleTime: MINUTE,
    queryFn: () =>
      call(previewAudit, { params: { id: String(machineId) }, body: { file, readAt: toIso(readAt) } }, { timeoutMs: 15 * SECOND }),
  })

/** Records an audit of a machine; works without a network. */
export const recordAudit = (machineId: MachineId, { opId, file, readAt }: FoundAudit): Promise<Keeping> =>
  record({ call: 'recordAudit', machineId, body: { file, readAt: toIso(readAt) } }, opId)
