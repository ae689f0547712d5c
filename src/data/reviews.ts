import { queryOptions } from '@tanstack/react-query'
import { type Decision, decideReviewItem, listReviewItems, type ReviewItem } from '#contract/reviews.ts'
import type { OperationId } from '#domain/ids.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import { unlessHeard } from './liveness.ts'
import { NotAnswered } from './transactions.ts'

const PATIENCE = { timeoutMs: 30 * SECOND }
const SIZE = 50

/** Open review items. */
export const reviewItems = () =>
  queryOptions({
    queryKey: ['reviewItems'],
    meta: { asks: ['reviews', 'stock', 'team'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessHeard(MINUTE),
    retry: false,
    queryFn: async (): Promise<Page<ReviewItem[]>> => {
      const answer = await call(listReviewItems, { query: { size: String(SIZE) } }, PATIENCE)
      if (answer.state === 'answered') return answer.value
      throw new NotAnswered(answer)
    },
  })

/** The number of open review items, for other screens. */
export const reviewCount = () =>
  queryOptions({
    queryKey: ['reviewItems', 'count'],
    meta: { asks: ['reviews'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessHeard(MINUTE),
    retry: false,
    queryFn: async (): Promise<number> => {
      const answer = await call(listReviewItems, { query: { size: '1' } }, PATIENCE)
      return answer.state === 'answered' ? answer.value.pageDetails.totalElements : 0
    },
  })

/** The same `key` is one decision, however often it is sent. */
export const decide = (id: number, decision: Decision, quantity: number | undefined, key: OperationId) =>
  call(
    decideReviewItem,
    { params: { id: String(id) }, body: { decision, ...(quantity === undefined ? {} : { quantity }) } },
    { ...PATIENCE, headers: { 'idempotency-key': key } },
  )
