import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Decision, decideReviewItem, listReviewItems, type ReviewItem } from '#contract/reviews.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call, type Page } from '#offline/api-client.ts'
import { unlessLive } from './liveness.ts'
import { answered, type Keyed, keyed, TIMEOUT } from './server-requests.ts'

const SIZE = 50

/** Open review items. */
export const reviewItems = () =>
  queryOptions({
    queryKey: ['reviewItems'],
    meta: { topics: ['reviews', 'stock', 'team'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: (): Promise<Page<ReviewItem[]>> => answered(call(listReviewItems, { query: { size: String(SIZE) } }, TIMEOUT)),
  })

/** The number of open review items, for other screens. */
export const reviewCount = () =>
  queryOptions({
    queryKey: ['reviewItems', 'count'],
    meta: { topics: ['reviews'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    queryFn: async (): Promise<number> => {
      const answer = await call(listReviewItems, { query: { size: '1' } }, TIMEOUT)
      return answer.state === 'answered' ? answer.value.pageDetails.totalElements : 0
    },
  })

export const decide = mutationOptions({
  mutationFn: async ({ id, key, ...body }: Keyed<{ id: number; decision: Decision; quantity?: number }>, { client }) => {
    await answered(call(decideReviewItem, { params: { id: String(id) }, body }, keyed(key)))
    // Not after a refusal: if another user was faster, the reason is shown before the item disappears.
    void client.invalidateQueries({ queryKey: reviewItems().queryKey })
  },
})
