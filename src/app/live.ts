import type { QueryClient } from '@tanstack/react-query'
import { Dexie } from 'dexie'
import type { TableName } from '#offline/records.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The local tables that a query reads; when one of them changes, the query asks again. */
    queryMeta: { reads: readonly TableName[] }
  }
}

/** Keeps every screen true to the local database, whoever wrote to it: this tab, another tab or the worker. */
export function keepLive(queryClient: QueryClient) {
  Dexie.on('storagemutated', (parts) => {
    // A part is named idb://database/table/index.
    const changed = new Set(Object.keys(parts).map((part) => part.split('/')[3]))
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.reads.some((table) => changed.has(table)) ?? false })
  })
}
