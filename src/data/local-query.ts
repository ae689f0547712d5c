import {
  type DefaultError,
  type EnsureQueryDataOptions,
  type Query,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { getSession } from './device.ts'

type Outcome<T> = { value: T } | { error: unknown }

const subscriptions = new WeakMap<Query, { unsubscribe(): void }>()

/**
 * The function of a query of the local database. Dexie records what `read` reads, and repeats it when this tab, another tab or the worker
 * has changed it, for as long as the query is on a screen.
 */
export const live =
  <T>(read: () => Promise<T>) =>
  ({ client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>): Promise<T> =>
    new Promise((resolve, reject) => {
      const query = client.getQueryCache().find({ queryKey, exact: true })
      let isFirst = true
      // Dexie swallows the errors of closed databases and aborted transactions, and a screen would wait forever.
      const outcome = async (): Promise<Outcome<T>> => {
        try {
          return { value: await read() }
        } catch (error) {
          return { error }
        }
      }
      const subscription = getSession().observe(outcome, (read) => {
        if (isFirst) {
          isFirst = false
          if ('value' in read) resolve(read.value)
          else reject(read.error)
        } else if ('value' in read && query?.isActive()) client.setQueryData(queryKey, read.value)
        else {
          subscription.unsubscribe()
          void client.invalidateQueries({ queryKey, exact: true })
        }
      })
      if (!query) return
      subscriptions.get(query)?.unsubscribe()
      subscriptions.set(query, subscription)
    })

/** Repeats all reads of the local database. */
export const readAgain = (client: QueryClient): void => void client.invalidateQueries({ predicate: (query) => subscriptions.has(query) })

/** Loaders read local data again if it changed while no screen showed it, because the next screen would render the old data first. */
export class LocalQueryClient extends QueryClient {
  override ensureQueryData<TQueryFnData, TError = DefaultError, TData = TQueryFnData, TQueryKey extends QueryKey = QueryKey>(
    options: EnsureQueryDataOptions<TQueryFnData, TError, TData, TQueryKey>,
  ): Promise<TData> {
    const query = this.getQueryCache().find({ queryKey: options.queryKey, exact: true })
    return query?.state.isInvalidated && subscriptions.has(query) ? this.fetchQuery(options) : super.ensureQueryData(options)
  }
}
