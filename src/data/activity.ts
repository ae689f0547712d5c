import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Activity, type ActivityType, listActivity } from '#contract/activity.ts'
import type { ProductCard } from '#contract/products.ts'
import type { MachineId } from '#domain/ids.ts'
import type { VolumeType } from '#domain/products/product.ts'
import { SECOND } from '#domain/time.ts'
import { call } from '#offline/call.ts'
import { unlessHeard } from './liveness.ts'

/** What is asked for: of one machine, of some types alone, so much of it. */
export type ActivityQuestion = { machine?: MachineId | undefined; types?: readonly ActivityType[] | undefined; size: number }

/** What happened, the latest first; `isKnown` is false where the server could not be asked, and then there is nothing to show. */
export type Feed = { rows: readonly Activity[]; isKnown: boolean }

export const activity = ({ machine, types = [], size }: ActivityQuestion) =>
  queryOptions({
    queryKey: ['activity', machine, types, size],
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
      }
      const answer = await call(listActivity, { query }, { timeoutMs: 30 * SECOND })
      return answer.state === 'answered' ? { rows: answer.value, isKnown: true } : { rows: [], isKnown: false }
    },
  })

/** Ingredients are measured in their own unit; all else comes in pieces. */
export const unitOf = ({ packaging, volumeType }: Pick<ProductCard, 'packaging' | 'volumeType'>): VolumeType =>
  packaging === 'INGREDIENT' ? volumeType : 'PIECE'
