import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { unlessLive } from '#app/data/liveness.ts'
import { answered, TIMEOUT } from '#app/data/server-requests.ts'
import {
  type BagCount,
  countBag,
  listBagCounts,
  listUncountedBags,
  cashDifferences as readDifferences,
  undoBagCount,
} from '#contract/collections.ts'
import type { OperationId } from '#domain/ids.ts'
import { MINUTE } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

const common = {
  meta: { topics: ['cash'] },
  placeholderData: keepPreviousData,
  refetchInterval: unlessLive(MINUTE),
  retry: false,
} as const

/** More bags than an office counts in a session. */
const COUNTED = 100
const UNCOUNTED = 500

/** Counted bags, the latest count first. */
export const countedBags = () =>
  queryOptions({
    ...common,
    queryKey: ['cash', 'counts'],
    queryFn: () => answered(call(listBagCounts, { query: { size: String(COUNTED) } }, TIMEOUT)),
  })

/** Collections that are not counted, the oldest first. */
export const uncountedBags = () =>
  queryOptions({
    ...common,
    queryKey: ['cash', 'uncounted'],
    queryFn: () => answered(call(listUncountedBags, { query: { size: String(UNCOUNTED) } }, TIMEOUT)),
  })

/** Differences since the beginning of the previous half-year. */
export const cashDifferences = () =>
  queryOptions({ ...common, queryKey: ['cash', 'differences'], queryFn: () => answered(call(readDifferences, {}, { timeoutMs: MINUTE })) })

const CASH = { invalidates: [['cash']] }

export const saveCount = mutationOptions({
  meta: CASH,
  mutationFn: ({ body, key }: { body: BagCount; key: OperationId }) =>
    answered(call(countBag, { body }, { ...TIMEOUT, headers: { 'idempotency-key': key } })),
})

export const undoCount = mutationOptions({
  meta: CASH,
  mutationFn: (id: OperationId) => answered(call(undoBagCount, { params: { id } }, TIMEOUT)),
})
