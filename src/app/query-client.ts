import { MutationCache, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { noteCaughtError } from '#app/data/app-errors.ts'
import { LocalQueryClient } from '#app/data/local-query.ts'
import { NotAnswered } from '#app/data/server-requests.ts'
import type { LiveTopic } from '#contract/live.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The keys of the queries whose data a mutation changes. They are refetched when it has ended. */
    mutationMeta: { invalidates?: readonly QueryKey[] }
    /** The live topics of a query's server data: the query is refetched when one of them changes. */
    queryMeta: { topics?: readonly LiveTopic[] }
  }
}

/** Queries of the local database never need a network. */
export function createQueryClient(): QueryClient {
  const client = new LocalQueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 30_000 },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!(error instanceof NotAnswered)) noteCaughtError(error)
      },
      // Also after a failure, because the server may have executed a request whose response was lost.
      onSettled: (_data, _error, _variables, _result, { meta }) => {
        for (const queryKey of meta?.invalidates ?? []) void client.invalidateQueries({ queryKey })
      },
    }),
  })
  return client
}
