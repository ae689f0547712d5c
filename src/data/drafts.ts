import { queryOptions } from '@tanstack/react-query'
import type { Moment } from '#domain/time.ts'
import { openHere } from './device.ts'

/** What somebody typed and did not send. `isLeft`: they went somewhere else since, so it is offered and not simply taken up. */
export type Kept = { value: unknown; isLeft: boolean; savedAt: Moment }

/** Not live: whoever types is the one who writes. */
export const draft = (key: string) =>
  queryOptions({
    queryKey: ['draft', key],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Kept | null> => {
      const row = await openHere().db.drafts.get(key)
      if (!row) return null
      const { isLeft, typed } = row.value as { isLeft: boolean; typed: unknown }
      return { value: typed, isLeft, savedAt: row.savedAt }
    },
  })

/** A phone without room for a draft still has the form itself: nothing is said. */
export const saveDraft = (key: string, { value, isLeft, savedAt }: Kept): void => {
  openHere()
    .db.drafts.put({ key, value: { isLeft, typed: value }, savedAt })
    .catch(() => {})
}

export const forgetDraft = (key: string): void => {
  openHere()
    .db.drafts.delete(key)
    .catch(() => {})
}
