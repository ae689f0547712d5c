import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ImportPreview } from '#contract/import-preview.ts'
import type { ImportChoices, ImportStatus } from '#contract/imports.ts'
import * as contract from '#contract/imports.ts'
import {
  type ImportKind,
  type ImportState,
  isUnderWay,
  MAX_CALL_BYTES,
  MAX_UPLOAD_BYTES,
  PART_BYTES,
  SMALL_PART_BYTES,
} from '#domain/imports.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { type CallOptions, call, TOO_LARGE_FOR_PROXY } from '#offline/api-client.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { getSession } from './device.ts'
import { answered, type Keyed, keyed, NotAnswered } from './server-requests.ts'

const TIMEOUT = { timeoutMs: MINUTE }

type FileImport = { kind: ImportKind; file: File; choices: ImportChoices }

/** Limits of one call that an upload does not have. */
const UPLOADED_INSTEAD = ['TOO_MANY_ROWS', 'TOO_LARGE_INSIDE', 'TOO_SLOW', 'OUT_OF_MEMORY']

/** Why the server cannot read a file; null if the error does not contain it. */
export function unreadableReason(error: unknown): string | null {
  const answer = error instanceof NotAnswered ? error.answer : null
  const { why } = Object(answer?.state === 'refused' ? answer.details : null) as { why?: unknown }
  return typeof why === 'string' ? why : null
}

/** Reads a file, or imports it with `confirm`. `too-large`: too large for one call; it has to be uploaded. */
async function readFile({ kind, file, choices }: FileImport, confirm: boolean, options: CallOptions): Promise<ImportPreview | 'too-large'> {
  if (file.size > MAX_CALL_BYTES) return 'too-large'
  const body = { kind, content: await base64Of(file), name: nameOf(file), ...choices, locale: document.documentElement.lang, confirm }
  try {
    return await answered(call(contract.importTable, { body }, options))
  } catch (error) {
    const isTooLarge = error instanceof NotAnswered && error.answer && isTooLargeForProxy(error.answer)
    if (isTooLarge || UPLOADED_INSTEAD.includes(unreadableReason(error) ?? '')) return 'too-large'
    throw error
  }
}

const isTooLargeForProxy = (answer: Answer<unknown>) => answer.state === 'unreachable' && answer.status === TOO_LARGE_FOR_PROXY

const nameOf = (file: File) => file.name.slice(0, 200) || 'file'

export const previewFile = mutationOptions({
  mutationFn: (input: FileImport): Promise<ImportPreview | 'too-large'> => readFile(input, false, TIMEOUT),
})

export const importFile = mutationOptions({
  meta: { invalidates: [['imports']] },
  mutationFn: async ({ key, ...input }: Keyed<FileImport>): Promise<ImportPreview | 'too-large'> => {
    const result = await readFile(input, true, { ...keyed(key), ...TIMEOUT })
    // Imported data is synced at once, so that the next screen shows it.
    getSession().engine.wake('requested')
    return result
  },
})

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
    getSession().engine.wake('requested')
    return state
  },
})

/** How often a part is sent without a response, and the delay between tries. */
const MAX_TRIES = 5
const RETRY_AFTER = 3 * SECOND

type Upload = { kind: ImportKind; file: File; onProgress(share: number): void; signal: AbortSignal }

/**
 * Uploads a file in parts and returns its id; null if it was aborted. It begins again with smaller parts if a proxy refuses one for its size.
 * `onProgress` receives the uploaded share, from 0 to 1.
 */
export const uploadFile = mutationOptions({
  mutationFn: async ({ kind, file, onProgress, signal }: Upload): Promise<string | null> => {
    if (file.size > MAX_UPLOAD_BYTES)
      throw new NotAnswered({ state: 'refused', status: 413, code: 'IMPORT_UNREADABLE', details: { why: 'TOO_LARGE' } })
    const body = { kind, name: nameOf(file), size: file.size }
    const { id: importId } = await answered(call(contract.beginImport, { body }, { ...keyed(getSession().device.newId()), ...TIMEOUT }))
    // A part without a response must not delay the cancellation.
    const aborted = new Promise<null>((done) => signal.addEventListener('abort', () => done(null), { once: true }))
    let [at, partBytes] = [0, PART_BYTES]
    for (let tries = 1; at < file.size; tries++) {
      if (signal.aborted) {
        await call(contract.cancelImport, { params: { importId } }, TIMEOUT)
        return null
      }
      const params = { importId, part: String(at / partBytes + 1) }
      const content = await base64Of(file.slice(at, at + partBytes))
      // Servers of the version before know no other size than the usual one.
      const body = { content, ...(partBytes !== PART_BYTES && { partBytes }) }
      const answer = await Promise.race([call(contract.addImportPart, { params, body }, TIMEOUT), aborted])
      if (answer === null) continue
      if (answer.state === 'answered') {
        at += partBytes
        tries = 0
        onProgress(Math.min(1, at / file.size))
      } else if (isTooLargeForProxy(answer) && partBytes === PART_BYTES) [at, partBytes] = [0, SMALL_PART_BYTES]
      else if (answer.state !== 'unreachable' || tries === MAX_TRIES || isTooLargeForProxy(answer)) throw new NotAnswered(answer)
      else await new Promise((next) => setTimeout(next, answer.retryAfterMs ?? RETRY_AFTER))
    }
    return importId
  },
})

/** An upload with its progress; refetched while it is being processed. */
export const importStatus = (importId: string) =>
  queryOptions({
    queryKey: ['import', importId],
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? SECOND : false),
    queryFn: async () => {
      const status = await answered(call(contract.getImport, { params: { importId } }, TIMEOUT))
      if (status.state === 'DONE') getSession().engine.wake('requested')
      return status
    },
  })

const meta = { invalidates: [['imports']] }

/** Stores the state of an upload for the screen. */
const show = (client: QueryClient, status: ImportStatus): void => {
  client.setQueryData(importStatus(status.id).queryKey, status)
}

/** Starts reading an uploaded file in the background. */
export const readUpload = mutationOptions({
  meta,
  mutationFn: async ({ importId, choices }: { importId: string; choices: ImportChoices }, { client }) =>
    show(
      client,
      await answered(
        call(contract.readImport, { params: { importId }, body: { ...choices, locale: document.documentElement.lang } }, TIMEOUT),
      ),
    ),
})

/** Starts the import of an uploaded file as previewed. */
export const runUpload = mutationOptions({
  meta,
  mutationFn: async ({ importId, ...body }: { importId: string } & Pick<ImportChoices, 'leaveOut' | 'saveAs'>, { client }) =>
    show(client, await answered(call(contract.runImport, { params: { importId }, body }, TIMEOUT))),
})

export const cancelUpload = mutationOptions({
  meta,
  mutationFn: async (importId: string, { client }) =>
    show(client, await answered(call(contract.cancelImport, { params: { importId } }, TIMEOUT))),
})

export const base64Of = (file: Blob) =>
  new Promise<string>((read, failed) => {
    const reader = new FileReader()
    reader.onload = () => read(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })
