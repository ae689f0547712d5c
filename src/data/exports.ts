import { queryOptions } from '@tanstack/react-query'
import { deleteExport, type Export, listExports } from '#contract/exports.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { call } from '#offline/api-client.ts'
import { NotAnswered } from './not-answered.ts'

const isOpen = ({ state }: Export) => state === 'WAITING' || state === 'MAKING'

/** The user's background exports. Download URLs expire after 10 minutes, so the list is refetched before. */
export const exportList = () =>
  queryOptions({
    queryKey: ['exports'],
    queryFn: async () => {
      const answer = await call(listExports)
      if (answer.state !== 'answered') throw new NotAnswered(answer)
      return answer.value
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? 2 * SECOND : 5 * MINUTE),
    retry: false,
  })

/** Cancels or deletes a file; a missing file counts as deleted. */
export async function removeExport(exportId: string): Promise<boolean> {
  const answer = await call(deleteExport, { params: { exportId } })
  return answer.state === 'answered' || (answer.state === 'refused' && answer.code === 'NOT_FOUND')
}
