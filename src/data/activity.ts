import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Activity, type ActivityType, listActivity } from '#contract/activity.ts'
import type { ProductCard } from '#contract/products.ts'
import type { MachineId } from '#domain/ids.ts'
import type { VolumeType } from '#domain/products/product.ts'
import type { Span } from '#domain/sales/periods.ts'
import { fromIso, MINUTE, type Moment, SECOND, toIso } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import type { Unanswered } from '#offline/sync-calls.ts'
import { unlessHeard } from './liveness.ts'
import { NotAnswered } from './transactions.ts'

/** What is asked for: of one machine, of some types alone, so much of it. */
export type ActivityQuestion = { machine?: MachineId | undefined; types?: readonly ActivityType[] | undefined; size: number } & {
  /** When it happened. */
  span?: { from: Moment; until: Moment } | undefined
  /** Where an earlier page begins: right before this one. */
  before?: number | undefined
}

/** What happened, the latest first; `isKnown` is false where the server could not be asked, and `why` says the reason. */
export type Feed = { rows: readonly Activity[]; isKnown: boolean; why?: Unanswered | undefined }

export const activity = ({ machine, types = [], size, span, before }: ActivityQuestion) =>
  queryOptions({
    queryKey: ['activity', machine, types, size, span, before],
    meta: { asks: ['activity'] },
    staleTime: 5 * SECOND,
    refetchInterval: unlessHeard(10 * SECOND),
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

/** So many are asked for at a time; one more tells whether there are more. */
const CHANGES_A_PAGE = 100

/** What was done to the stock of machines, the latest first by when it happened: what was recorded offline stands at its own time. */
export const stockChanges = ({ from, until, machine }: Span & { machine?: MachineId | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['activity', 'stock changes', from, until, machine],
    meta: { asks: ['activity'] },
    refetchInterval: unlessHeard(MINUTE),
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

/** What the server hears this much later was done without a connection. */
const LATE = 15 * MINUTE

export const isHeardLate = ({ created, received }: Pick<Activity, 'created' | 'received'>): boolean =>
  fromIso(received) - fromIso(created) > LATE

/** Ingredients are measured in their own unit; all else comes in pieces. */
export const unitOf = ({ packaging, volumeType }: Pick<ProductCard, 'packaging' | 'volumeType'>): VolumeType =>
  packaging === 'INGREDIENT' ? volumeType : 'PIECE'
