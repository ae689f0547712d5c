import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { isLanguageFile, isLargePiece, languageCacheName, languagesToKeep, NOT_THE_APP } from './kept-files.ts'

/** Big pieces that few people need; whoever makes room on a device drops every cache whose name begins so. */
const LATER = 'later-fonts'

type Built = { url: string; revision: string | null }

let languages = languageCacheName([])

/** Keeps everything the build made, and answers every navigation with the app: without a network as with one. */
export function keepAppShell(built: Built[]): void {
  languages = languageCacheName(built)
  precacheAndRoute(built, { cleanURLs: false })
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_THE_APP }))
  registerRoute(({ url, sameOrigin }) => sameOrigin && isLanguageFile(url.pathname), new StaleWhileRevalidate({ cacheName: languages }))
  registerRoute(({ url, sameOrigin }) => sameOrigin && isLargePiece(url.pathname), new CacheFirst({ cacheName: LATER }))
}

/**
 * Fetches the words that go with this version: English, and each language that was used here before. Words of another version
 * would lack what is new in this one, so every version has a cache of its own.
 */
export async function keepLanguages(): Promise<void> {
  const before = (await caches.keys()).filter((name) => name.startsWith('locales-') && name !== languages)
  const kept = await Promise.all(
    before.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
  )
  const cache = await caches.open(languages)
  await Promise.all(languagesToKeep(kept.flat()).map((path) => cache.add(new Request(path, { cache: 'no-cache' }))))
}

export async function cleanUpCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('locales-') && name !== languages).map((name) => caches.delete(name)))
}
