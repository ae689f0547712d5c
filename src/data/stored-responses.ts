import { type AsyncStorage, experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core'
import { hashKey, notifyManager, type Query, type QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { DAY } from '#domain/time.ts'
import { getSession } from './device.ts'
import type { LocalSession } from './local-session.ts'

const MAX_AGE_MS = 30 * DAY

/** The schemas of the stored responses, by the hash of their query's key. */
const schemas = new Map<string, v.GenericSchema>()

/** A stored response as this version expects it. One of another version, whose fields may differ, is parsed; undefined if it cannot be. */
function ofThisVersion(query: PersistedQuery): PersistedQuery | undefined {
  if (query.buster === __APP_VERSION__) return query
  const schema = schemas.get(query.queryHash)
  if (!schema) return undefined
  const data = v.safeParse(schema, query.state.data)
  return data.success ? { ...query, buster: __APP_VERSION__, state: { ...query.state, data: data.output } } : undefined
}

const persisters = new WeakMap<LocalSession, ReturnType<typeof persisterOf>>()

function persisterOf({ db, account }: LocalSession) {
  const role = account.companyRole
  const storage: AsyncStorage<PersistedQuery> = {
    getItem: async (key) => {
      const row = await db.responses.get(key)
      return row?.role === role ? ofThisVersion(row.query as PersistedQuery) : undefined
    },
    // A response that cannot be stored is shown all the same: the device may be full, or its user has signed out meanwhile.
    setItem: (key, query) => db.responses.put({ key, role, storedAt: Date.now(), query }).catch(() => {}),
    removeItem: (key) => db.responses.delete(key).catch(() => {}),
  }
  return experimental_createQueryPersister({
    storage,
    serialize: (query) => query,
    deserialize: (query) => query,
    // Responses of another version never reach the library, unless this version can read them.
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

type Stored = {
  <T, K extends QueryKey>(
    queryFn: (context: QueryFunctionContext<K>) => T | Promise<T>,
    context: QueryFunctionContext<K>,
    query: Query,
  ): Promise<T>
  schema: v.GenericSchema
}

/**
 * For queries whose last response is shown without a network: stores each response in the user's own database. The first request of a
 * screen returns the stored one, with its age, and fetches the current one after it. `schema` describes the data of the query, so that a
 * later version of the app can still show it.
 */
export function storedAs(schema: v.GenericSchema): Stored {
  const persister = async <T, K extends QueryKey>(
    queryFn: (context: QueryFunctionContext<K>) => T | Promise<T>,
    context: QueryFunctionContext<K>,
    query: Query,
  ): Promise<T> => {
    schemas.set(query.queryHash, schema)
    let isRequested = false
    const request = (given: QueryFunctionContext<K>) => {
      isRequested = true
      return queryFn(given)
    }
    const data = await currentPersister().persisterFn(request, context, query)
    if (!isRequested) notifyManager.schedule(() => void (query.isStale() && query.fetch().catch(() => {})))
    return data
  }
  return Object.assign(persister, { schema })
}

/** For a loader: waits for the stored response, but never for the server. */
export async function restore(client: QueryClient, { queryKey, persister }: { queryKey: QueryKey; persister?: unknown }): Promise<void> {
  if (client.getQueryData(queryKey) !== undefined) return
  if (typeof persister === 'function' && 'schema' in persister) schemas.set(hashKey(queryKey), persister.schema as v.GenericSchema)
  await new Promise<void>((resolve) => {
    currentPersister()
      .retrieveQuery(hashKey(queryKey), ({ state }) => {
        client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt })
        resolve()
      })
      .then((data) => data === undefined && resolve(), resolve)
  })
}
