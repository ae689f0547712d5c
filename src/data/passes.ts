import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import * as contract from '#contract/passes.ts'
import type { OperationId } from '#domain/ids.ts'
import { MAX_CALL_BYTES } from '#domain/imports.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import type { Answer } from '#offline/sync-calls.ts'
import { base64Of } from './imports.ts'
import { unlessHeard } from './liveness.ts'
import { NotAnswered } from './transactions.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }

type Asked = { page: number; size: number; query: string }

/** A page of the cards, by their holders. `page` counts from 0. */
export const passes = ({ page, size, query }: Asked) =>
  queryOptions({
    queryKey: ['passes', page, size, query],
    meta: { asks: ['passes'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessHeard(MINUTE),
    retry: false,
    queryFn: async (): Promise<Page<contract.Pass[]>> => {
      const answer = await call(contract.listPasses, { query: { page: String(page), size: String(size), query } }, PATIENCE)
      if (answer.state === 'answered' && 'items' in answer.value) return answer.value
      throw new NotAnswered(answer)
    },
  })

/** Calls that need the server immediately. The same `key` counts once. */
const keyed = (key: OperationId) => ({ ...PATIENCE, headers: { 'idempotency-key': key } })
const named = (cardIdentifier: string) => ({ params: { cardIdentifier } })

export const addPass = (body: contract.PassBody, key: OperationId) => call(contract.addPass, { body }, keyed(key))
export const changePass = (card: string, body: contract.PassChange, key: OperationId) =>
  call(contract.changePass, { ...named(card), body }, keyed(key))
export const deletePass = (card: string, key: OperationId) => call(contract.deletePass, named(card), keyed(key))

/** Tops up every active card, by its own recurring credit if no funds are given. */
export const topUpPasses = (funds: number | null, key: OperationId) =>
  call(contract.topUpPasses, { body: funds === null ? {} : { funds } }, keyed(key))

/** The URL of a table of all cards that match the search; null if there is none. */
export async function passesTable(query: string, locale: string): Promise<string | null> {
  const answer = await call(contract.listPasses, { query: { query, locale, exportType: 'xlsx' } }, PATIENCE)
  return answer.state === 'answered' && 'downloadUrl' in answer.value ? answer.value.downloadUrl : null
}

export async function importPasses(
  file: File,
  key: OperationId,
): Promise<Answer<{ imported: number; updated: number; creditKept: number }>> {
  if (file.size > MAX_CALL_BYTES) return { state: 'refused', status: 413, code: 'IMPORT_UNREADABLE' }
  return call(contract.importPasses, { body: { content: await base64Of(file) } }, { ...keyed(key), timeoutMs: MINUTE })
}

/** Row problems of a refusal, if it contains them. */
export const problemsIn = (details: unknown) => {
  const read = v.safeParse(contract.ImportProblems, details)
  return read.success ? read.output.problems : []
}
