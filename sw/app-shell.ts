import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { guideOf, isGuidePicture, isLanguageFile, isLargePiece, languageCacheName, languagesToCache, NOT_THE_APP } from './cached-files.ts'
import { addOwnFile, ownFilesOnly } from './own-files.ts'

/** Large files that few users need; every cache with this prefix is dropped when a device runs out of space. */
const LATER = 'later-fonts'

type Built = { url: string; revision: string | null }

/** Pictures of the user guide, cached when first shown. */
const PICTURES = 'later-guide'

let languages = languageCacheName([])

/** Caches all build files, and serves the app for every navigation, with or without a network. */
export function cacheAppShell(built: Built[]): void {
  languages = languageCacheName(built)
  addPlugins([ownFilesOnly])
  precacheAndRoute(built, { cleanURLs: false })
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isLanguageFile(url.pathname),
    new StaleWhileRevalidate({ cacheName: languages, plugins: [ownFilesOnly, { cacheDidUpdate: cacheGuide }] }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isGuidePicture(url.pathname),
    new StaleWhileRevalidate({ cacheName: PICTURES, plugins: [ownFilesOnly] }),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isLargePiece(url.pathname),
    new CacheFirst({ cacheName: LATER, plugins: [ownFilesOnly] }),
  )
}

/**
 * Requests to the API do not start the worker. This saves time, and an accepted update needs it: Chromium stops the active version only
 * once. A request during that stop would start it again, and the new version would wait for minutes.
 */
export async function leaveToNetwork(event: Pick<ExtendableEvent, 'addRoutes'>): Promise<void> {
  await event.addRoutes?.([{ condition: { urlPattern: '/api/*' }, source: 'network' }])
}

/** The user guide of a language is available offline once the language is in use. */
async function cacheGuide({ request }: { request: Request }): Promise<void> {
  const guide = guideOf(new URL(request.url).pathname)
  const cache = await caches.open(languages)
  if (!(await cache.match(guide))) await addOwnFile(cache, guide).catch(() => {})
}

/**
 * Fetches the translations of this version: English, and each language used here before. Every version has its own cache because
 * translations of another version would lack new texts.
 */
export async function cacheLanguages(): Promise<void> {
  const before = (await caches.keys()).filter((name) => name.startsWith('locales-') && name !== languages)
  const kept = await Promise.all(
    before.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
  )
  const cache = await caches.open(languages)
  await Promise.all(languagesToCache(kept.flat()).map((path) => addOwnFile(cache, new Request(path, { cache: 'no-cache' }))))
}

export async function cleanUpCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('locales-') && name !== languages).map((name) => caches.delete(name)))
}
