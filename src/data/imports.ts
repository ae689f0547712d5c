import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImportChoices, ImportPreview, ImportStatus } from '#contract/imports.ts'
import * as contract from '#contract/imports.ts'
import { type ImportKind, type ImportState, isUnderWay, MAX_CALL_BYTES, PART_BYTES } from '#domain/imports.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import type { Answer, Unanswered } from '#offline/sync-calls.ts'
import { getSession } from './device.ts'
import { answered } from './not-answered.ts'

const TIMEOUT = { timeoutMs: MINUTE }

export type Brought = { kind: ImportKind; file: File; choices: ImportChoices; confirm: boolean }
export type TakenIn =
  | { state: 'understood'; preview: ImportPreview }
  | { state: 'refused'; code: string; reason: string | null }
  /** Too large for one call; it has to be uploaded. */
  | { state: 'too-large' }
  | { state: 'unreachable'; why: Unanswered }

/** Limits of one call that an upload does not have. */
const UPLOADED_INSTEAD = ['TOO_MANY_ROWS', 'TOO_LARGE_INSIDE', 'TOO_SLOW', 'OUT_OF_MEMORY']

/** Why the server cannot read a file. */
const reasonIn = (details: unknown): string | null => {
  const { why } = Object(details) as { why?: unknown }
  return typeof why === 'string' ? why : null
}

/** Previews or imports a file. */
export async function bringFile({ kind, file, choices, confirm }: Brought): Promise<TakenIn> {
  if (file.size > MAX_CALL_BYTES) return { state: 'too-large' }
  const body = { kind, content: await base64Of(file), name: file.name.slice(0, 200) || 'file', ...choices, confirm }
  const answer = await call(contract.importTable, { body }, TIMEOUT)
  if (answer.state === 'refused') {
    const reason = reasonIn(answer.details)
    if (reason !== null && UPLOADED_INSTEAD.includes(reason)) return { state: 'too-large' }
    return { state: 'refused', code: answer.code, reason }
  }
  if (answer.state !== 'answered') return { state: 'unreachable', why: answer }
  // Imported data is synced at once, so that the next screen shows it.
  if (answer.value.done) getSession().engine.wake('asked')
  return { state: 'understood', preview: answer.value }
}

/** The latest imports of the company, refetched while one is in progress. */
export const importList = () =>
  queryOptions({
    queryKey: ['imports'],
    retry: false,
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => isUnderWay(state)) ? 2 * SECOND : false),
    queryFn: () => answered(call(contract.listImports, {}, TIMEOUT)),
  })

/** Undoes an import, a large one in the background, and returns its state. */
export const undoImport = mutationOptions({
  meta: { invalidates: [['imports']] },
  mutationFn: async (importId: string): Promise<ImportState> => {
    const { state } = await answered(call(contract.undoImport, { params: { importId } }, TIMEOUT))
    getSession().engine.wake('asked')
    return state
  },
})

/** How often a part is sent without a response, and the delay between tries. */
const MAX_TRIES = 5
const RETRY_AFTER = 3 * SECOND

/** Uploads a file in parts. `onProgress` receives the uploaded share, from 0 to 1; returns null if it was aborted. */
export async function uploadFile(
  { kind, file }: { kind: ImportKind; file: File },
  { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
): Promise<Answer<ImportStatus> | null> {
  const name = file.name.slice(0, 200) || 'file'
  const key = getSession().device.newId()
  const begun = await call(
    contract.beginImport,
    { body: { kind, name, size: file.size } },
    { ...TIMEOUT, headers: { 'idempotency-key': key } },
  )
  if (begun.state !== 'answered') return begun
  const importId = begun.value.id
  // A part without a response must not delay the cancellation.
  const aborted = new Promise<null>((done) => signal.addEventListener('abort', () => done(null), { once: true }))
  for (let at = 0; at < file.size; at += PART_BYTES) {
    const content = await base64Of(file.slice(at, at + PART_BYTES))
    const params = { importId, part: String(at / PART_BYTES + 1) }
    for (let tries = 1; ; tries++) {
      if (signal.aborted) {
        await cancelUpload(importId)
        return null
      }
      const answer = await Promise.race([call(contract.addImportPart, { params, body: { content } }, TIMEOUT), aborted])
      if (answer === null) continue
      if (answer.state === 'answered') break
      if (answer.state !== 'unreachable' || tries === MAX_TRIES) return answer
      await new Promise((next) => setTimeout(next, answer.retryAfterMs ?? RETRY_AFTER))
    }
    onProgress(Math.min(1, (at + PART_BYTES) / file.size))
  }
  return begun
}

/** An upload with its progress; refetched while it is being processed. */
export const importStatus = (importId: string) =>
  queryOptions({
    queryKey: ['import', importId],
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? SECOND : false),
    queryFn: async () => {
      const status = await answered(call(contract.getImport, { params: { importId } }, TIMEOUT))
      if (status.state === 'DONE') getSession().engine.wake('asked')
      return status
    },
  })

/** Starts reading an uploaded file in the background. */
export const readUpload = (importId: string, choices: ImportChoices) =>
  call(contract.readImport, { params: { importId }, body: choices }, TIMEOUT)

/** Starts the import of an uploaded file as previewed. */
export const runUpload = (importId: string, choices: Pick<ImportChoices, 'leaveOut' | 'saveAs'>) =>
  call(contract.runImport, { params: { importId }, body: choices }, TIMEOUT)

export const cancelUpload = (importId: string) => call(contract.cancelImport, { params: { importId } }, TIMEOUT)

export const base64Of = (file: Blob) =>
  new Promise<string>((read, failed) => {
    const reader = new FileReader()
    reader.onload = () => read(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })
