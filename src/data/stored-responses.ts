import { type AsyncStorage, experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import { hashKey, notifyManager, type Query, type QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import { DAY } from '#domain/time.ts'
import { getSession } from './device.ts'
import type { LocalSession } from './local-session.ts'

const MAX_AGE_MS = 30 * DAY

const persisters = new WeakMap<LocalSession, ReturnType<typeof persisterOf>>()

function persisterOf({ db, account }: LocalSession) {
  const role = account.companyRole
  const storage: AsyncStorage<PersistedQuery> = {
    getItem: async (key) => {
      const row = await db.responses.get(key)
      return row?.role === role ? (row.query as PersistedQuery) : undefined
    },
    // A response that cannot be stored is shown all the same: the device may be full, or its user has signed out meanwhile.
    setItem: (key, query) => db.responses.put({ key, role, storedAt: Date.now(), query }).catch(() => {}),
    removeItem: (key) => db.responses.delete(key).catch(() => {}),
  }
  return experimental_createQueryPersister({
    storage,
    serialize: (query) => query,
    deserialize: (query) => query,
    // A later version may expect other fields.
    buster: __APP_VERSION__,
    maxAge: MAX_AGE_MS,
    // The library leaves the failure of this request unhandled.
    refetchOnRestore: false,
  })
}

/** The database in which a response is stored is that of the session that requested it. */
function currentPersister() {
  const session = getSession()
  const known = persisters.get(session)
  if (known) return known
  const persister = persisterOf(session)
  persisters.set(session, persister)
  return persister
}

/**
 * For queries whose last response is shown without a network: stores each response in the user's own database. The first request of a
 * screen returns the stored one, with its age, and fetches the current one after it.
 */
export async function stored<T, K extends QueryKey>(
  queryFn: (context: QueryFunctionContext<K>) => T | Promise<T>,
  context: QueryFunctionContext<K>,
  query: Query,
): Promise<T> {
  let isRequested = false
  const request = (given: QueryFunctionContext<K>) => {
    isRequested = true
    return queryFn(given)
  }
  const data = await currentPersister().persisterFn(request, context, query)
  if (!isRequested) notifyManager.schedule(() => void (query.isStale() && query.fetch().catch(() => {})))
  return data
}

/** For a loader: waits for the stored response, but never for the server. */
export async function restore(client: QueryClient, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  if (client.getQueryData(queryKey) !== undefined) return
  await new Promise<void>((resolve) => {
    currentPersister()
      .retrieveQuery(hashKey(queryKey), ({ state }) => {
        client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt })
        resolve()
      })
      .then((data) => data === undefined && resolve(), resolve)
  })
}
