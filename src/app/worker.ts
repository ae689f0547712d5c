import { useSyncExternalStore } from 'react'
import { messageSW, Workbox } from 'workbox-window'
import { onIdle } from '#app/data/at-rest.ts'
import { hasDirtyForm, onDirtyForms } from '#app/ui/dirty-forms.ts'
import { MINUTE, SECOND } from '#domain/time.ts'
import { acceptUpdate } from './accept-update.ts'

// The worker caches the app for offline use. A new version waits until it is accepted, or until a start with no other window open.
type Offer = 'offered' | 'accepted' | 'slow'
let offer: Offer | null = null
let isReloading = false
const listeners = new Set<() => void>()

const workers = (): ServiceWorkerContainer | null => ('serviceWorker' in navigator ? navigator.serviceWorker : null)

/** Before the first screen: a waiting version takes over if no other window is open. True if the page is about to reload. */
export async function takeOverAtColdStart(): Promise<boolean> {
  const container = workers()
  if (!container?.controller) return false
  const found = (await container.getRegistration())?.waiting
  if (!found) return false
  const tookOver = await Promise.race([
    new Promise<boolean>((resolve) => container.addEventListener('controllerchange', () => resolve(true), { once: true })),
    // The worker replies only if it keeps waiting, because another window is open.
    messageSW(found, { type: 'take-over-if-alone' }).then(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, 1 * SECOND, false)),
  ])
  if (tookOver) reloadOnce()
  return tookOver
}

/** Registers the worker once the first screen is painted, so that it does not compete for resources. */
export function startWorker(): void {
  const container = workers()
  if (!container || !import.meta.env.PROD) return
  let hadWorker = container.controller !== null
  container.addEventListener('controllerchange', () => {
    if (offer === 'offered') setOffer(null)
    // The very first worker only takes control of this page; a later one means that the page's own files are gone.
    if (hadWorker) reloadWhenClean()
    else cacheLanguagesInUse()
    hadWorker = true
  })
  requestAnimationFrame(() => setTimeout(onIdle, 0, () => register(FIRST_RETRY_MS)))
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < 30 * MINUTE) return
    checkedAt = Date.now()
    void checkForUpdate()
  })
}

/** After the first failure; doubled after each further one. */
const FIRST_RETRY_MS = 2 * SECOND
const LAST_RETRY_MS = MINUTE

function register(retryMs: number): void {
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' })
  const retry = () => setTimeout(register, retryMs, Math.min(2 * retryMs, LAST_RETRY_MS))
  // Without a controller it is the first one and has no reason to wait.
  workbox.addEventListener('waiting', () => {
    if (workers()?.controller) setOffer(offer ?? 'offered')
  })
  // Its files could not be fetched, and the app does not start offline without them; or a newer one is waiting instead.
  workbox.addEventListener('redundant', retry)
  workbox.register({ immediate: true }).catch(retry)
}

/** Checks for a newer version: the server may refuse this one as too old. */
export async function checkForUpdate(): Promise<void> {
  await (await workers()?.getRegistration())?.update().catch(() => {})
}

function setOffer(next: Offer | null): void {
  offer = next
  for (const listener of [...listeners]) listener()
}

const onUpdate = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * The waiting version, if any: `accept` lets it take over, and the page reloads with it. `accepted`: it is about to; `slow`: for so long that
 * the user should know why.
 */
export function useUpdate(): { state: Offer; accept(): void } | null {
  const state = useSyncExternalStore(onUpdate, () => offer)
  return state && { state, accept }
}

/** Every version of the worker serves it from its cache. */
const PRECACHED = '/index.html'

function accept(): void {
  const container = workers()
  if (!container || offer !== 'offered') return
  setOffer('accepted')
  const getRegistration = () => container.getRegistration()
  acceptUpdate({ getRegistration, wake: () => fetch(PRECACHED) }, { onSlow: () => setOffer('slow'), reload: reloadWhenClean })
}

/** The update may have been accepted in another window; forms in this one are finished first. */
function reloadWhenClean(): void {
  if (!hasDirtyForm()) {
    reloadOnce()
    return
  }
  const stop = onDirtyForms(() => {
    if (hasDirtyForm()) return
    stop()
    reloadOnce()
  })
}

function reloadOnce(): void {
  if (isReloading) return
  isReloading = true
  location.reload()
}

/** The translations on this screen were fetched before a worker could cache them. */
function cacheLanguagesInUse(): void {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  for (const { pathname } of files) if (pathname.startsWith('/locales/')) fetch(pathname).catch(() => {})
}
