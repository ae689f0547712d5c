import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answered, NotAnswered } from '#app/data/server-requests.ts'
import { deleteExport, type Export, listExports } from '#contract/exports.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'

const isOpen = ({ state }: Export) => state === 'WAITING' || state === 'MAKING'

/** The user's background exports. Download URLs expire after 10 minutes, so the list is refetched before. */
export const exportList = () =>
  queryOptions({
    queryKey: ['exports'],
    queryFn: () => answered(call(listExports)),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 2 * SECOND : 5 * MINUTE),
    retry: false,
  })

/** Cancels or deletes a file; a missing file counts as deleted. */
export const removeExport = mutationOptions({
  meta: { invalidates: [['exports']] },
  mutationFn: (exportId: string): Promise<unknown> =>
    answered(call(deleteExport, { params: { exportId } })).catch((error: unknown) => {
      if (!(error instanceof NotAnswered && error.code === 'NOT_FOUND')) throw error
    }),
})
