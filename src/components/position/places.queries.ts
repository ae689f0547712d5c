import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type FoundPlace, findPlaces, MIN_ADDRESS_LENGTH } from '#contract/places.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

/** The positions of an address, likeliest first; null if the lookup failed. */
export const placesFor = (words: string) =>
  queryOptions({
    queryKey: ['places', words],
    enabled: words.length >= MIN_ADDRESS_LENGTH,
    queryFn: async (): Promise<FoundPlace[] | null> => {
      const answer = await call(findPlaces, { query: { query: words } }, { timeoutMs: 10 * SECOND })
      return answer.state === 'answered' ? answer.value : null
    },
    placeholderData: keepPreviousData,
    staleTime: 5 * MINUTE,
    retry: false,
  })
