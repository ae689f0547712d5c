import type { QueryClient } from '@tanstack/react-query'
import { onLocalChange } from '#app/data/device.ts'
import type { TableName } from '#offline/records.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** The local tables that a query reads; when one of them changes, the query asks again. */
    queryMeta: { reads: readonly TableName[] }
  }
}

/** Keeps every screen true to the local database. */
export const keepLive = (queryClient: QueryClient) =>
  onLocalChange((changed) => {
    void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.reads.some((table) => changed.has(table)) ?? false })
  })
