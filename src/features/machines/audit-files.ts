import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getSession } from '#app/data/device.ts'
import { pendingOperations } from '#app/data/own-work.ts'
import { MAX_READ_OUT_LENGTH } from '#contract/dex-audits.ts'
import { auditTexts } from '#domain/dex/audits.ts'
import { fileText, isDdcmpRecording } from '#domain/dex/file-text.ts'
import { readTime } from '#domain/dex/read-time.ts'
import { type Reading, readAudits } from '#domain/dex/reading.ts'
import type { OperationId } from '#domain/ids.ts'
import { MINUTE, type Moment } from '#domain/time.ts'
import { filesInZip, isZipFile, MAX_ZIP_BYTES, type ZipFault } from './zip.ts'

/** An audit found in a file: the text to send, and its content. */
export type FoundAudit = {
  opId: OperationId
  name: string
  file: string
  reading: Reading
  readAt: Moment
  readAtFrom: 'CLOCK' | 'FILE' | 'PERSON'
}

/** Why a file, or a part of it, is left out, and in which line. `TWICE`: the same audit is in the file `other`. */
export type LeftOut = {
  name: string
  why: 'NO_AUDIT' | 'EMPTY' | 'TOO_LARGE' | 'DDCMP' | 'NO_FILE' | 'TWICE' | ZipFault
  line: number
  other: string
}

type Found = { audits: FoundAudit[]; leftOut: LeftOut[] }

/** The content of a file, and when it was written. */
type FileBytes = { name: string; bytes: Uint8Array; writtenAt: Moment }

/** A selected file keeps its audits and their ids when others are added. */
const known = new WeakMap<File, Promise<Found>>()

/** The audits in the given files. While more files are read, the previous result is shown. */
export const auditFiles = (files: readonly File[]) =>
  queryOptions({
    queryKey: ['auditFiles', ...files.map(({ name, size, lastModified }) => `${name}/${size}/${lastModified}`), files],
    queryFn: () => readFiles(files),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })

/** Reads audit files and zip files of them on this device. Identical audits count once. */
async function readFiles(files: readonly File[]): Promise<Found> {
  const found: Found[] = []
  for (const file of new Set(files)) {
    const reading = known.get(file) ?? readFile(file)
    known.set(file, reading)
    found.push(await reading)
  }
  const first = new Map<string, string>()
  const [audits, twice]: [FoundAudit[], LeftOut[]] = [[], []]
  for (const audit of found.flatMap((one) => one.audits)) {
    const text = audit.file.trim()
    const other = first.get(text)
    if (other === undefined) {
      first.set(text, audit.name)
      audits.push(audit)
    } else twice.push(leftOut(audit.name, 'TWICE', 1, other))
  }
  return { audits, leftOut: [...found.flatMap((one) => one.leftOut), ...twice] }
}

const leftOut = (name: string, why: LeftOut['why'], line = 1, other = ''): LeftOut => ({ name, why, line, other })

async function readFile(file: File): Promise<Found> {
  const { offset } = await pendingOperations(getSession().db, 0)
  // A folder, or a file that was removed meanwhile, has no content.
  const opened = await openFile(file).catch(() => ({ files: [], leftOut: [leftOut(file.name, 'NO_FILE')] }))
  const found = opened.files.map((one) => auditsIn(one, offset))
  return {
    audits: found.flatMap((one) => ('audits' in one ? one.audits : [])),
    leftOut: [...opened.leftOut, ...found.flatMap((one) => ('why' in one ? [one] : []))],
  }
}

/** The largest file that is read, in bytes. */
const MAX_FILE_BYTES = MAX_READ_OUT_LENGTH

async function openFile(file: File): Promise<{ files: FileBytes[]; leftOut: LeftOut[] }> {
  const { name } = file
  const isZip = isZipFile(new Uint8Array(await file.slice(0, 4).arrayBuffer()))
  if (file.size > (isZip ? MAX_ZIP_BYTES : MAX_FILE_BYTES))
    return { files: [], leftOut: [leftOut(name, isZip ? 'ZIP_TOO_LARGE' : 'TOO_LARGE')] }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const writtenAt = file.lastModified
  if (!isZip) return { files: [{ name, bytes, writtenAt }], leftOut: [] }
  const unpacked = filesInZip(bytes, MAX_FILE_BYTES)
  if ('fault' in unpacked) return { files: [], leftOut: [leftOut(name, unpacked.fault)] }
  return {
    files: unpacked.files.map((one) => ({ ...one, name: `${name} / ${one.name}`, writtenAt })),
    leftOut: unpacked.tooLarge.map((one) => leftOut(`${name} / ${one}`, 'TOO_LARGE')),
  }
}

function auditsIn({ name, bytes, writtenAt }: FileBytes, offset: number): { audits: FoundAudit[] } | LeftOut {
  const { account, device } = getSession()
  if (isDdcmpRecording(bytes)) return leftOut(name, 'DDCMP')
  // LF line ends make the upload smaller.
  const text = fileText(bytes).replaceAll(/\r\n?/g, '\n')
  if (text.trim() === '') return leftOut(name, 'EMPTY')
  const { readings, warnings } = readAudits(text, account.currency)
  if (readings.length === 0) return leftOut(name, 'NO_AUDIT', warnings[0]?.line)
  const texts = readings.length > 1 ? auditTexts(text) : [text]
  const found = texts.flatMap((one) => {
    const [reading] = readAudits(one, account.currency).readings
    return reading ? [{ file: one, reading }] : []
  })
  const now = Date.now()
  const audits = found.map(({ file, reading }, index): FoundAudit => {
    // The last of several audits in a file has the time of the file.
    const estimated = Math.min(writtenAt, now) + offset - (found.length - 1 - index) * MINUTE
    const { at, from } = readTime({
      clock: reading.clock,
      givenAt: estimated,
      from: 'FILE',
      ahead: null,
      timezone: account.timezone,
      now: now + offset,
    })
    return { opId: device.newId(), name, file, reading, readAt: at, readAtFrom: from === 'CLOCK' ? 'CLOCK' : 'FILE' }
  })
  return { audits }
}
