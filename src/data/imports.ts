import { queryOptions } from '@tanstack/react-query'
import { type ImportChoices, type ImportPreview, importTable, listImports, undoImport } from '#contract/imports.ts'
import type { ImportKind } from '#domain/imports.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/call.ts'
import type { Unanswered } from '#offline/sync-calls.ts'
import { openHere } from './device.ts'
import { NotAnswered } from './not-answered.ts'

/** The largest file that the server reads. */
export const LARGEST_FILE = 2 * 1024 * 1024

export type Brought = { kind: ImportKind; file: File; choices: ImportChoices; confirm: boolean }
export type TakenIn =
  | { state: 'understood'; preview: ImportPreview }
  | { state: 'refused'; code: string }
  | { state: 'unreachable'; why: Unanswered }

/** Shows a file to the server, or has it taken in. */
export async function bringFile({ kind, file, choices, confirm }: Brought): Promise<TakenIn> {
  if (file.size > LARGEST_FILE) return { state: 'refused', code: 'IMPORT_UNREADABLE' }
  const body = { kind, content: await base64Of(file), name: file.name.slice(0, 200) || 'file', ...choices, confirm }
  const answer = await call(importTable, { body }, { timeoutMs: MINUTE })
  if (answer.state === 'refused') return { state: 'refused', code: answer.code }
  if (answer.state !== 'answered') return { state: 'unreachable', why: answer }
  // What came in is fetched at once, so that the next screen shows it.
  if (answer.value.done) openHere().engine.wake('asked')
  return { state: 'understood', preview: answer.value }
}

/** The latest imports of the company. */
export const importList = () =>
  queryOptions({
    queryKey: ['imports'],
    retry: false,
    queryFn: async () => {
      const answer = await call(listImports, {}, { timeoutMs: MINUTE })
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

/** Takes a whole import back; false where the server did not. */
export async function takeBack(importId: string): Promise<boolean> {
  const answer = await call(undoImport, { params: { importId } }, { timeoutMs: MINUTE })
  if (answer.state === 'answered') openHere().engine.wake('asked')
  return answer.state === 'answered'
}

export const base64Of = (file: File) =>
  new Promise<string>((read, failed) => {
    const reader = new FileReader()
    reader.onload = () => read(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })
