import { infiniteQueryOptions } from '@tanstack/react-query'
import { NotAnswered } from '#app/data/transactions.ts'
import { type StockMovement, stockMovements } from '#contract/movements.ts'
import type { StockPointId } from '#domain/ids.ts'
import { SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'

const SIZE = 50

/** All movements of a stock point, newest first, page by page. */
export const stockHistory = (point: StockPointId) =>
  infiniteQueryOptions({
    queryKey: ['stockHistory', point],
    meta: { asks: ['stock'] },
    retry: false,
    initialPageParam: 0,
    queryFn: async ({ pageParam }): Promise<Page<StockMovement[]>> => {
      const request = { params: { id: String(point) }, query: { page: String(pageParam), size: String(SIZE) } }
      const answer = await call(stockMovements, request, { timeoutMs: 30 * SECOND })
      if (answer.state !== 'answered') throw new NotAnswered(answer)
      return answer.value
    },
    getNextPageParam: ({ pageDetails: { page, hasNext } }) => (hasNext ? page + 1 : undefined),
  })
