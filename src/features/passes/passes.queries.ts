import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { base64Of } from '#app/data/imports.ts'
import { unlessLive } from '#app/data/liveness.ts'
import { answered, type Keyed, keyed, NotAnswered, TIMEOUT } from '#app/data/server-requests.ts'
import { tableUrl } from '#app/data/transactions.ts'
import * as contract from '#contract/passes.ts'
import { MAX_CALL_BYTES } from '#domain/imports.ts'
import { MINUTE } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'

type PageRequest = { page: number; size: number; query: string }

/** A page of the cards, by their holders. `page` counts from 0. */
export const passes = ({ page, size, query }: PageRequest) =>
  queryOptions({
    queryKey: ['passes', page, size, query],
    meta: { topics: ['passes'] },
    placeholderData: keepPreviousData,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: async (): Promise<Page<contract.Pass[]>> => {
      const answer = await call(contract.listPasses, { query: { page: String(page), size: String(size), query } }, TIMEOUT)
      if (answer.state === 'answered' && 'items' in answer.value) return answer.value
      throw new NotAnswered(answer)
    },
  })

const named = (cardIdentifier: string) => ({ params: { cardIdentifier } })
const meta = { invalidates: [['passes']] }

export const addPass = mutationOptions({
  meta,
  mutationFn: ({ key, ...body }: Keyed<contract.PassBody>) => answered(call(contract.addPass, { body }, keyed(key))),
})

export const changePass = mutationOptions({
  meta,
  mutationFn: ({ card, key, ...body }: Keyed<{ card: string } & contract.PassChange>) =>
    answered(call(contract.changePass, { ...named(card), body }, keyed(key))),
})

export const deletePass = mutationOptions({
  meta,
  mutationFn: ({ card, key }: Keyed<{ card: string }>) => answered(call(contract.deletePass, named(card), keyed(key))),
})

/** Tops up every active card, by its own recurring credit if no funds are given. */
export const topUpPasses = mutationOptions({
  meta,
  mutationFn: ({ key, ...body }: Keyed<{ funds?: number }>) => answered(call(contract.topUpPasses, { body }, keyed(key))),
})

/** The URL of a table of all cards that match the search. */
export const passesTable = (query: string, locale: string) =>
  tableUrl(answered(call(contract.listPasses, { query: { query, locale, exportType: 'xlsx' } }, TIMEOUT)))

export const importPasses = mutationOptions({
  meta,
  mutationFn: async ({ file, key }: Keyed<{ file: File }>) => {
    if (file.size > MAX_CALL_BYTES) throw new NotAnswered({ state: 'refused', status: 413, code: 'IMPORT_UNREADABLE' })
    return answered(call(contract.importPasses, { body: { content: await base64Of(file) } }, { ...keyed(key), timeoutMs: MINUTE }))
  },
})

/** Whether an import was refused because its file has no rows. */
export const isEmpty = (error: unknown): boolean =>
  error instanceof NotAnswered && error.code === 'IMPORT_INVALID' && problemsIn(error).length === 0

/** The row problems of a refused import. */
export const problemsIn = (error: unknown) => {
  const answer = error instanceof NotAnswered ? error.answer : null
  const read = v.safeParse(contract.ImportProblems, answer?.state === 'refused' ? answer.details : undefined)
  return read.success ? read.output.problems : []
}
