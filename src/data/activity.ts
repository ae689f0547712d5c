import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Activity, type ActivityType, listActivity } from '#contract/activity.ts'
import type { ProductCard } from '#contract/products.ts'
import type { MachineId } from '#domain/ids.ts'
import type { VolumeType } from '#domain/products/product.ts'
import type { Span } from '#domain/sales/periods.ts'
import { fromIso, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import type { Unanswered } from '#offline/sync-calls.ts'
import { unlessLive } from './liveness.ts'
import { NotAnswered } from './transactions.ts'

/** Changes of stock; one more row shows whether there are further pages. */
export const CHANGES_A_PAGE = 100

/** Filters of an activity query: one machine, certain types, page size. */
type ActivityQuestion = { machine?: MachineId | undefined; types?: readonly ActivityType[] | undefined; size: number } & {
  /** When it happened. */
  span?: { from: Moment; until: Moment } | undefined
  /** Continues right before this activity. */
  before?: number | undefined
}

/** Activities, latest first. `isKnown` is false if the server did not respond; `why` contains the reason. */
type Feed = { rows: readonly Activity[]; isKnown: boolean; why?: Unanswered | undefined }

export const activity = ({ machine, types = [], size, span, before }: ActivityQuestion) =>
  queryOptions({
    queryKey: ['activity', machine, types, size, span, before],
    meta: { topics: ['activity'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessLive(10 * SECOND),
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Feed> => {
      const query = {
        sort: 'id,desc' as const,
        size: String(size),
        ...(types.length > 0 ? { types: types.join(',') } : {}),
        ...(machine === undefined ? {} : { machine: String(machine) }),
        ...(span ? { startDate: toIso(span.from), endDate: toIso(span.until) } : {}),
        ...(before === undefined ? {} : { before: String(before) }),
      }
      const answer = await call(listActivity, { query }, { timeoutMs: 30 * SECOND })
      return answer.state === 'answered' ? { rows: answer.value, isKnown: true } : { rows: [], isKnown: false, why: answer }
    },
  })

/** Stock changes of machines, latest first by when they happened, so offline work appears at its own time. */
export const stockChanges = ({ from, until, machine }: Span & { machine?: MachineId | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'stock changes', from, until, machine],
    meta: { topics: ['activity'] },
    refetchInterval: unlessLive(MINUTE),
    retry: false,
    initialPageParam: 0,
    queryFn: async ({ pageParam }): Promise<{ rows: readonly Activity[]; next: number | undefined }> => {
      const query = {
        sort: 'created,desc' as const,
        types: 'MACHINE_REFILLED,MACHINE_STOCK_CHANGED',
        startDate: toIso(from),
        endDate: toIso(until),
        size: String(CHANGES_A_PAGE + 1),
        skip: String(pageParam),
        ...(machine === undefined ? {} : { machine: String(machine) }),
      }
      const answer = await call(listActivity, { query }, { timeoutMs: 30 * SECOND })
      if (answer.state !== 'answered') throw new NotAnswered(answer)
      const hasMore = answer.value.length > CHANGES_A_PAGE
      return { rows: answer.value.slice(0, CHANGES_A_PAGE), next: hasMore ? pageParam + CHANGES_A_PAGE : undefined }
    },
    getNextPageParam: ({ next }) => next,
  })

/** A change received this much later was made offline. */
const LATE = 15 * MINUTE

export const isReceivedLate = ({ created, received }: Pick<Activity, 'created' | 'received'>): boolean =>
  fromIso(received) - fromIso(created) > LATE

/** Ingredients have their own unit; everything else is counted in pieces. */
export const unitOf = ({ packaging, volumeType }: Pick<ProductCard, 'packaging' | 'volumeType'>): VolumeType =>
  packaging === 'INGREDIENT' ? volumeType : 'PIECE'
