import { useSyncExternalStore } from 'react'
import { onIdle } from '#app/data/at-rest.ts'
import { hasDirtyForm, onDirtyForms } from '#app/ui/dirty-forms.ts'
import { MINUTE, SECOND } from '#domain/time.ts'

// The worker caches the app for offline use. This file detects that a new version is waiting and lets it take over.
let waiting: ServiceWorker | null = null
let isReloading = false
const listeners = new Set<() => void>()

const workers = (): ServiceWorkerContainer | null => ('serviceWorker' in navigator ? navigator.serviceWorker : null)

/** Before the first screen: a waiting version takes over if no other window is open. True if the page is about to reload. */
export async function takeOverAtColdStart(): Promise<boolean> {
  const container = workers()
  if (!container?.controller) return false
  const found = (await container.getRegistration())?.waiting
  if (!found) return false
  const changed = new Promise<boolean>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(true), { once: true })
    // Another window is open: the worker reports that it is waiting.
    container.addEventListener('message', () => resolve(false), { once: true })
    setTimeout(resolve, 1 * SECOND, false)
  })
  found.postMessage({ type: 'take-over-if-alone' })
  if (!(await changed)) return false
  reloadOnce()
  return true
}

/** Registers the worker once the first screen is painted, so that it does not compete for resources. */
export function startWorker(): void {
  const container = workers()
  if (!container || !import.meta.env.PROD) return
  const hadWorker = container.controller !== null
  container.addEventListener('controllerchange', () => {
    // The very first worker only takes control of this page; a later one means that the page's own files are gone.
    if (hadWorker) reloadWhenClean()
    else keepWordsInUse()
  })
  afterFirstPaint(() => void register(container))
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const registration = await installed(container)
  const watch = () => registration.installing?.addEventListener('statechange', () => noteWaiting(registration))
  noteWaiting(registration)
  watch()
  registration.addEventListener('updatefound', watch)
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < 30 * MINUTE) return
    asked = Date.now()
    registration.update().catch(() => {})
  })
}

/** After the first failure; doubled after each further one. */
const FIRST_RETRY_MS = 2 * SECOND
const LAST_RETRY_MS = MINUTE

/** Registers the worker and retries if its files cannot be fetched, because the app does not start offline without it. */
async function installed(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
    const registration = await container.register('/sw.js', { updateViaCache: 'none' }).catch(() => null)
    const first = registration?.active ? null : registration?.installing
    if (registration && (!first || (await isInstalled(first)))) return registration
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Whether a worker gets all its files. */
const isInstalled = (worker: ServiceWorker) =>
  new Promise<boolean>((resolve) => {
    const look = () => {
      if (worker.state === 'redundant') resolve(false)
      else if (worker.state !== 'installing' && worker.state !== 'parsed') resolve(true)
    }
    worker.addEventListener('statechange', look)
    look()
  })

/** Checks for a newer version, because the server refuses this one as too old. */
export async function lookForUpdate(): Promise<void> {
  await (await workers()?.getRegistration())?.update().catch(() => {})
}

function noteWaiting(registration: ServiceWorkerRegistration): void {
  // Without a controller it is the first one and has no reason to wait.
  const found = workers()?.controller ? registration.waiting : null
  if (found === waiting) return
  waiting = found
  for (const listener of [...listeners]) listener()
}

const onUpdate = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The waiting version, if any: `accept` lets it take over, and the page reloads with it. */
export function useUpdate(): { accept(): void } | null {
  const found = useSyncExternalStore(onUpdate, () => waiting)
  return found && { accept: () => found.postMessage({ type: 'take-over' }) }
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
function keepWordsInUse(): void {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  for (const { pathname } of files) if (pathname.startsWith('/locales/')) fetch(pathname).catch(() => {})
}

const afterFirstPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(onIdle, 0, work))
