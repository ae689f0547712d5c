import { type ImportPreview, importTable } from '#contract/imports.ts'
import type { ImportKind } from '#domain/imports.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/call.ts'
import { openHere } from './device.ts'

/** The largest file that the server reads. */
export const LARGEST_FILE = 2 * 1024 * 1024

export type Brought = { kind: ImportKind; file: File; mapping?: Record<string, number> | undefined; confirm: boolean }
export type TakenIn = { state: 'understood'; preview: ImportPreview } | { state: 'refused'; code: string } | { state: 'unreachable' }

/** Shows a file to the server, or has it taken in. */
export async function bringFile({ kind, file, mapping, confirm }: Brought): Promise<TakenIn> {
  if (file.size > LARGEST_FILE) return { state: 'refused', code: 'IMPORT_UNREADABLE' }
  const body = { kind, content: await base64Of(file), confirm, ...(mapping ? { mapping } : {}) }
  const answer = await call(importTable, { body }, { timeoutMs: MINUTE })
  if (answer.state === 'refused') return { state: 'refused', code: answer.code }
  if (answer.state !== 'answered') return { state: 'unreachable' }
  // What came in is fetched at once, so that the next screen shows it.
  if (answer.value.done) openHere().engine.wake('asked')
  return { state: 'understood', preview: answer.value }
}

export const base64Of = (file: File) =>
  new Promise<string>((read, failed) => {
    const reader = new FileReader()
    reader.onload = () => read(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })
