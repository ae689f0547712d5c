import { ANSWER_HEADER } from '#contract/endpoint.ts'

/**
 * Whether a response may be cached as a file of the app. A captive portal answers every address with its own page, also with status 200.
 * Pages need the header of our server; other files do not, because the HTTP cache keeps them from before the server sent it.
 */
export function isOwnFile({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  const type = headers.get('content-type') ?? ''
  return status === 200 && (headers.has(ANSWER_HEADER) || !/^\s*(text\/html|application\/xhtml)/i.test(type))
}

/** For all caches of Workbox. */
export const ownFilesOnly = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (isOwnFile(response) ? response : null),
}

/** As `cache.add`, but only for files of the app. */
export async function addOwnFile(cache: Pick<Cache, 'put'>, request: Request | string): Promise<void> {
  const response = await fetch(request)
  if (!isOwnFile(response)) throw new Error('the response is not a file of this app')
  await cache.put(request, response)
}
