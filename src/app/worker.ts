import { useSyncExternalStore } from 'react'
import { onIdle } from '#app/data/at-rest.ts'
import { hasDirtyForm, onDirtyForms } from '#app/ui/dirty-forms.ts'
import { MINUTE, SECOND } from '#domain/time.ts'

// The worker keeps the app for when there is no network. A new version of it waits; this file notices, and lets it take over.
let waiting: ServiceWorker | null = null
let isReloading = false
const listeners = new Set<() => void>()

const workers = (): ServiceWorkerContainer | null => ('serviceWorker' in navigator ? navigator.serviceWorker : null)

/** Before the first screen: a version that waits takes over if no other window is open. True where the page is about to reload. */
export async function takeOverAtColdStart(): Promise<boolean> {
  const container = workers()
  if (!container?.controller) return false
  const found = (await container.getRegistration())?.waiting
  if (!found) return false
  const changed = new Promise<boolean>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(true), { once: true })
    // Another window is open: the worker says that it waits.
    container.addEventListener('message', () => resolve(false), { once: true })
    setTimeout(resolve, 1 * SECOND, false)
  })
  found.postMessage({ type: 'take-over-if-alone' })
  if (!(await changed)) return false
  reloadOnce()
  return true
}

/** Registers the worker once the first screen is painted, so that it takes nothing from it. */
export function startWorker(): void {
  const container = workers()
  if (!container || !import.meta.env.PROD) return
  const hadWorker = container.controller !== null
  container.addEventListener('controllerchange', () => {
    // The first worker ever merely takes charge of this page; a later one means that the page's own files are gone.
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

/** After the first failure, and after each next one twice as long. */
const FIRST_RETRY_MS = 2 * SECOND
const LAST_RETRY_MS = MINUTE

/** Registers the worker, again and again where its files cannot be fetched, because the app does not start offline without it. */
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

/** Asks now whether there is a newer version: the server says that this one is too old. */
export async function lookForUpdate(): Promise<void> {
  await (await workers()?.getRegistration())?.update().catch(() => {})
}

function noteWaiting(registration: ServiceWorkerRegistration): void {
  // Without a controller it is the first one, and waits for nobody.
  const found = workers()?.controller ? registration.waiting : null
  if (found === waiting) return
  waiting = found
  for (const listener of [...listeners]) listener()
}

const onUpdate = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The version that waits, if one does: `accept` makes it take over, and the page starts anew on it. */
export function useUpdate(): { accept(): void } | null {
  const found = useSyncExternalStore(onUpdate, () => waiting)
  return found && { accept: () => found.postMessage({ type: 'take-over' }) }
}

/** Another window may have accepted: what stands in a form here is finished first. */
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

/** The words on this screen were fetched before there was a worker to keep them. */
function keepWordsInUse(): void {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  for (const { pathname } of files) if (pathname.startsWith('/locales/')) fetch(pathname).catch(() => {})
}

const afterFirstPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(onIdle, 0, work))
